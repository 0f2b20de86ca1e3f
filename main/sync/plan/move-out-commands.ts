/**
 * Before a record is removed because the remote has removed it, records that were only moved into it locally are moved back to their remote
 * positions.
 */
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencesOf } from '../../../shared/model/references.ts';
import { parentField } from './field-paths.ts';
import { cascadeIds } from './merge-removals.ts';

/** In the order in which they must be executed. */
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
    const remoteTarget = remoteRecord[rulePath];
    if (
      rule.onTargetRemoved !== 'cascade' ||
      remote.has(targetId) ||
      remoteTarget === targetId ||
      !(remoteTarget === null || (typeof remoteTarget === 'string' && local.has(remoteTarget)))
    )
      continue;
    if (rulePath === parentField(localRecord.kind))
      commands.push({ do: 'move', kind: localRecord.kind, id: localRecord.id, to: remoteTarget, at: '-' });
    else fields[rulePath] = remoteTarget;
    // [Connections] an end and its type must be sent together.
    if (rulePath === 'sourceid' || rulePath === 'targetid')
      fields[rulePath.replace('id', 'Type')] = remoteRecord[rulePath.replace('id', 'Type')];
  }
  // The fields come from the reference rules of this kind.
  if (Object.keys(fields).length > 0) commands.push({ do: 'change', kind: localRecord.kind, id: localRecord.id, fields });
  return commands;
}
