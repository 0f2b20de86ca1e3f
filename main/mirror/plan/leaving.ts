/** Before something goes because they removed it: what only we put into it, and they still have, goes back to where they have it. */
import type { SingleCommand } from '../../../shared/commands.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { referencesOf } from '../../../shared/references.ts';
import { parentField } from './cells.ts';
import { fallsWith } from './removals.ts';

/** In the order in which they can be done. */
export function leaving(id: string, mine: Project, theirs: Project): SingleCommand[] {
  return [...fallsWith(id, mine)].flatMap((each) => {
    const [m, t] = [mine.at(each), theirs.at(each)];
    return m && t ? wayBack(m, t, mine, theirs) : [];
  });
}

function wayBack(m: AnyRecord, t: AnyRecord, mine: Project, theirs: Project): SingleCommand[] {
  const fields: Record<string, unknown> = {};
  const commands: SingleCommand[] = [];
  for (const { path, id, rule } of referencesOf(m)) {
    const there = t[path];
    if (
      rule.whenGone !== 'cascade' ||
      theirs.has(id) ||
      there === id ||
      !(there === null || (typeof there === 'string' && mine.has(there)))
    )
      continue;
    if (path === parentField(m.kind)) commands.push({ do: 'move', kind: m.kind, id: m.id, to: there, at: '-' });
    else fields[path] = there;
    // [Connections] an end and its type are sent together.
    if (path === 'sourceid' || path === 'targetid') fields[path.replace('id', 'Type')] = t[path.replace('id', 'Type')];
  }
  if (Object.keys(fields).length > 0) commands.push({ do: 'change', kind: m.kind, id: m.id, fields } as SingleCommand);
  return commands;
}
