/** An asset that plays as a sound or stands as a cover keeps its type: where one side changed the type and the other began to use it, theirs counts. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { fieldValue, withFieldFrom } from './field-paths.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';

/** Changes `after`, the records as they will be here; gives what must go out, too. */
export function reconcileAssetTypes(
  mine: Project,
  theirs: Project,
  after: Map<string, AnyRecord>,
): { evicted: string[]; conflicts: MergeConflict[] } {
  const evicted: string[] = [];
  const conflicts: MergeConflict[] = [];
  for (const { id, type } of mine.recordsOfKind('asset')) {
    const t = theirs.find('asset', id);
    const now = after.get(id) ?? mine.get(id);
    if (!t || !now || t.type === type) continue;
    const isTheirs = now.type === t.type;
    const [users, others] = isTheirs ? [mine, theirs] : [theirs, mine];
    for (const [user, cell] of assetUsers(id, users)) {
      const other = others.get(user.id);
      if (other && assetReferenceField(other, id) === cell) continue;
      const ours = after.get(user.id) ?? user;
      if (!isTheirs) {
        after.set(id, { ...now, type: t.type });
        conflicts.push(createMergeConflict(now, 'type', 'no room', { base: null, local: type, remote: t.type }));
        break;
      }
      if (assetReferenceField(ours, id) !== cell) continue;
      if (other) after.set(user.id, withFieldFrom(ours, cell, other));
      else evicted.push(user.id);
      conflicts.push(
        createMergeConflict(user, other ? cell : null, 'no room', {
          base: null,
          local: other ? fieldValue(ours, cell) : [ours],
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
    const cell = user && assetReferenceField(user, asset);
    return cell ? [[user, cell]] : [];
  });
}

function assetReferenceField(record: AnyRecord, asset: string): 'assetId' | 'cover' | undefined {
  if (record.assetId === asset) return 'assetId';
  const cover: unknown = record.cover;
  return typeof cover === 'object' && cover !== null && 'id' in cover && cover.id === asset ? 'cover' : undefined;
}
