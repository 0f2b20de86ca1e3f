/** How the projects of a backup differ from the current ones: a preview of what a restore would bring back. */
import { isDeepStrictEqual } from 'node:util';
import type { ProjectComparison } from '../../shared/contracts/backups.ts';
import { formatIsoTime } from '../../shared/environment.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import type { Engine } from '../engine/engine.ts';
import type { RecordScan } from '../engine/storage/record-scan.ts';
import { openStoredProjects } from '../engine/storage/stored-projects.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import type { BackupContent } from './backup-content.ts';
import { readAllRecords } from './restore-project.ts';

/** The current projects of the data folder. */
export interface CurrentProjects {
  list(): readonly { readonly hash: string; readonly name: string }[];
  /** Differs after each change of the project. */
  versionOf(hash: string): { readonly version: number; readonly updatedAt: string };
  /** A copy of the records that does not change while it is read. */
  recordsOf(hash: string): Promise<readonly AnyRecord[]>;
}

/** Projects of the backup come first, in its order. Throws a Problem if the backup is damaged. */
export async function compareBackup(content: BackupContent, current: CurrentProjects): Promise<ProjectComparison[]> {
  const present = new Set(current.list().map(({ hash }) => hash));
  const { database, upgraded } = await content.placeDatabase();
  const stored = await openStoredProjects(database, upgraded);
  try {
    const compared: ProjectComparison[] = [];
    for (const { hash, name, version, updated, records } of content.manifest.projects) {
      if (!present.has(hash)) {
        compared.push({ hash, name, state: 'onlyInBackup', added: 0, changed: 0, removed: records });
        continue;
      }
      const now = current.versionOf(hash);
      // The same version with the same time is the same state, so its records need not be compared.
      const isSame = now.version === version && now.updatedAt === formatIsoTime(updated);
      const counts = isSame
        ? { added: 0, changed: 0, removed: 0 }
        : await countDifferences(await readAllRecords(stored, hash), await current.recordsOf(hash));
      const state = counts.added + counts.changed + counts.removed === 0 ? 'same' : 'changed';
      compared.push({ hash, name, state, ...counts });
    }
    const backedUp = new Set(compared.map(({ hash }) => hash));
    const onlyNow = current.list().filter(({ hash }) => !backedUp.has(hash));
    return [
      ...compared,
      ...onlyNow.map(({ hash, name }): ProjectComparison => ({ hash, name, state: 'onlyNow', added: 0, changed: 0, removed: 0 })),
    ];
  } finally {
    stored.close();
  }
}

/**
 * The differences from the backup to the current data: `removed` counts records that only the backup contains. A record that is damaged in
 * the backup counts as changed if it still exists.
 */
async function countDifferences({ intact, damaged }: RecordScan, now: readonly AnyRecord[]) {
  const yielder = new CooperativeYielder();
  const current = new Map(now.map((record) => [record.id, record]));
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const { id } of damaged) counts[current.delete(id) ? 'changed' : 'removed'] += 1;
  for (const before of intact) {
    const after = current.get(before.id);
    current.delete(before.id);
    if (!after) counts.removed += 1;
    else if (!isDeepStrictEqual(before, after)) counts.changed += 1;
    await yielder.yieldIfNeeded();
  }
  counts.added = current.size;
  return counts;
}

/** The current projects, for comparisons with backups. */
export const describeCurrentProjects = (engine: Engine): CurrentProjects => ({
  list: () => engine.listProjects(),
  versionOf: (hash) => engine.getVersion(hash),
  async recordsOf(hash) {
    await engine.openProject(hash);
    return [...engine.getProject(hash).records()];
  },
});
