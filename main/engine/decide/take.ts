/** Takes in what another place has, record by record, and ids that it has given. What it says is valid or refused as a whole, like any command. */
import type { Take } from '../../../shared/commands.ts';
import { conflict, Problem } from '../../../shared/problem.ts';
import { touchedBy } from '../../../shared/renaming.ts';
import type { Context } from './context.ts';

export function take({ renamed, put, gone }: Take, { stage, origin }: Context): void {
  if (origin !== 'remote') throw new Problem('unsupported', 'Only a mirror takes in what another place has.');
  for (const [, to] of renamed) if (stage.at(to)) throw conflict('duplicate', `The id ${to} is already taken.`, { id: to });
  const touched = touchedBy(stage.project, renamed);
  for (const record of touched.put) stage.put(record);
  for (const id of touched.gone) stage.remove(id);
  for (const record of put) stage.put(record);
  for (const id of gone) if (stage.at(id)) stage.remove(id);
}
