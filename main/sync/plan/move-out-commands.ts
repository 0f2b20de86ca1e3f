/** Before something goes because they removed it: what only we put into it, and they still have, goes back to where they have it. */
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import { parentField } from './field-paths.ts';
import { cascadeIds } from './merge-removals.ts';

/** In the order in which they can be done. */
export function moveOutCommands(id: string, local: Project, remote: Project): SingleCommand[] {
  return [...cascadeIds(id, local)].flatMap((each) => {
    const [localRecord, remoteRecord] = [local.get(each), remote.get(each)];
    return localRecord && remoteRecord ? restoreReferencesCommands(localRecord, remoteRecord, local, remote) : [];
  });
}

function restoreReferencesCommands(localRecord: AnyRecord, remoteRecord: AnyRecord, local: Project, remote: Project): SingleCommand[] {
  const fields: Record<string, unknown> = {};
  const commands: SingleCommand[] = [];
  for (const { rulePath, targetId, rule } of referencesOf(localRecord)) {
    const there = remoteRecord[rulePath];
    if (
      rule.onTargetRemoved !== 'cascade' ||
      remote.has(targetId) ||
      there === targetId ||
      !(there === null || (typeof there === 'string' && local.has(there)))
    )
      continue;
    if (rulePath === parentField(localRecord.kind))
      commands.push({ do: 'move', kind: localRecord.kind, id: localRecord.id, to: there, at: '-' });
    else fields[rulePath] = there;
    // [Connections] an end and its type are sent together.
    if (rulePath === 'sourceid' || rulePath === 'targetid')
      fields[rulePath.replace('id', 'Type')] = remoteRecord[rulePath.replace('id', 'Type')];
  }
  if (Object.keys(fields).length > 0) commands.push({ do: 'change', kind: localRecord.kind, id: localRecord.id, fields } as SingleCommand);
  return commands;
}
