/** Before something goes because they removed it: what only we put into it, and they still have, goes back to where they have it. */
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import { parentField } from './field-paths.ts';
import { cascadeIds } from './merge-removals.ts';

/** In the order in which they can be done. */
export function moveOutCommands(id: string, mine: Project, theirs: Project): SingleCommand[] {
  return [...cascadeIds(id, mine)].flatMap((each) => {
    const [m, t] = [mine.get(each), theirs.get(each)];
    return m && t ? restoreReferencesCommands(m, t, mine, theirs) : [];
  });
}

function restoreReferencesCommands(m: AnyRecord, t: AnyRecord, mine: Project, theirs: Project): SingleCommand[] {
  const fields: Record<string, unknown> = {};
  const commands: SingleCommand[] = [];
  for (const { rulePath, targetId, rule } of referencesOf(m)) {
    const there = t[rulePath];
    if (
      rule.onTargetRemoved !== 'cascade' ||
      theirs.has(targetId) ||
      there === targetId ||
      !(there === null || (typeof there === 'string' && mine.has(there)))
    )
      continue;
    if (rulePath === parentField(m.kind)) commands.push({ do: 'move', kind: m.kind, id: m.id, to: there, at: '-' });
    else fields[rulePath] = there;
    // [Connections] an end and its type are sent together.
    if (rulePath === 'sourceid' || rulePath === 'targetid') fields[rulePath.replace('id', 'Type')] = t[rulePath.replace('id', 'Type')];
  }
  if (Object.keys(fields).length > 0) commands.push({ do: 'change', kind: m.kind, id: m.id, fields } as SingleCommand);
  return commands;
}
