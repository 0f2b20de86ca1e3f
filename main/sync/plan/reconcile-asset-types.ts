/**
 * An asset that is used as audio or as a cover must keep its type. If one side has changed the type and the other has begun to use it, the
 * remote side wins.
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { fieldValue, withFieldFrom } from './field-paths.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';

/** Changes `after`, the local records after the merge. `evicted` are local records that must be removed. */
export function reconcileAssetTypes(
  local: Project,
  remote: Project,
  after: Map<string, AnyRecord>,
): { evicted: string[]; conflicts: MergeConflict[] } {
  const evicted: string[] = [];
  const conflicts: MergeConflict[] = [];
  for (const { id, type } of local.recordsOfKind('asset')) {
    const remoteRecord = remote.find('asset', id);
    const now = after.get(id) ?? local.get(id);
    if (!remoteRecord || !now || remoteRecord.type === type) continue;
    const isRemote = now.type === remoteRecord.type;
    const [users, others] = isRemote ? [local, remote] : [remote, local];
    for (const [user, fieldPath] of assetUsers(id, users)) {
      const other = others.get(user.id);
      if (other && assetReferenceField(other, id) === fieldPath) continue;
      const ours = after.get(user.id) ?? user;
      if (!isRemote) {
        after.set(id, { ...now, type: remoteRecord.type });
        conflicts.push(createMergeConflict(now, 'type', 'displaced', { base: null, local: type, remote: remoteRecord.type }));
        break;
      }
      if (assetReferenceField(ours, id) !== fieldPath) continue;
      if (other) after.set(user.id, withFieldFrom(ours, fieldPath, other));
      else evicted.push(user.id);
      conflicts.push(
        createMergeConflict(user, other ? fieldPath : null, 'displaced', {
          base: null,
          local: other ? fieldValue(ours, fieldPath) : [ours],
          remote: other ?? null,
        }),
      );
    }
  }
  return { evicted, conflicts };
}

function assetUsers(asset: string, project: Project): [AnyRecord, 'assetId' | 'cover'][] {
  return [...project.referrersOf(asset)].sort().flatMap((id): [AnyRecord, 'assetId' | 'cover'][] => {
    const user = project.get(id);
    const fieldPath = user && assetReferenceField(user, asset);
    return fieldPath ? [[user, fieldPath]] : [];
  });
}

function assetReferenceField(record: AnyRecord, asset: string): 'assetId' | 'cover' | undefined {
  if (record.assetId === asset) return 'assetId';
  const cover: unknown = record.cover;
  return typeof cover === 'object' && cover !== null && 'id' in cover && cover.id === asset ? 'cover' : undefined;
}
