/** What cannot stand again when a step is taken back (its parent is gone, its name is taken) stays as it is. */
import type { AnyRecord } from '../../shared/kinds/all.ts';
import { referencesOf } from '../../shared/references.ts';
import { nameOfRecord } from './put-back.ts';
import type { Stage } from './stage.ts';
import { faultsOf } from './validate.ts';

/** Again until nothing is left out: what needs something that stays away stays away too. */
export function dropInvalid(stage: Stage, left: string[]): void {
  for (let again = true; again; ) {
    again = false;
    const taken = new Map<string, string>();
    for (const record of [...stage.puts()]) {
      const why = whyNot(record, stage, taken);
      if (why === undefined) continue;
      left.push(`${nameOfRecord(record)} cannot come back: ${why}.`);
      const before = stage.project.at(record.id);
      if (before) stage.put(before);
      else stage.remove(record.id);
      again = true;
    }
  }
}

function whyNot(record: AnyRecord, stage: Stage, taken: Map<string, string>): string | undefined {
  if (record === stage.project.at(record.id)) return undefined;
  const lost = [...referencesOf(record)].find(({ id, rule }) => !rule.to.includes(stage.at(id)?.kind ?? ''));
  return lost ? `its ${lost.at} is gone` : faultsOf(record, stage, taken).first;
}
