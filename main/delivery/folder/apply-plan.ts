/**
 * Applies a plan so that every file is complete at every moment, and an interrupted delivery can be finished:
 *   all files are staged (.taleport~/<target>/, fsync) → journal → swapped with the old ones, assets first → removals → manifest → no journal
 * A file is replaced or removed only while it is unchanged since the plan was made (main/platform/swap-file.ts).
 */
import { dirname, join, posix } from 'node:path';
import { z } from 'zod';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { retryWhileBusy } from '../../platform/atomic-file.ts';
import type { Timer } from '../../platform/timer.ts';
import type { DeliveryPlan, PlanContext } from './delivery-plan.ts';
import type { OwnedEntry } from './manifest.ts';
import { type FolderWriter, type ResolvedFolder, resolveSafePath } from './safe-path.ts';
import { StagingFolder } from './staging-folder.ts';
import { findFileIfAllowed } from './target-file.ts';

export interface DeliveryContext extends Pick<PlanContext, 'disk' | 'root' | 'manifest'> {
  readonly exporter: FolderWriter;
  readonly id: string;
  readonly store: KeyValueStore;
  readonly timer: Timer;
}

export interface AppliedChanges {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** False if another program changed a file in the meantime. That file is unchanged, and nothing after it was applied. */
  readonly isComplete: boolean;
  /** False if the file system lacks hard links, so that a save of another program can be lost; null if nothing had to be written. */
  readonly swapsFiles: boolean | null;
}

const journalSchema = z.strictObject({
  writes: z.array(
    z.strictObject({ path: z.string(), staged: z.string(), sha256: z.string(), size: z.number(), was: z.string().nullable() }),
  ),
  removals: z.array(z.strictObject({ path: z.string(), sha256: z.string() })),
});
type DeliveryJournal = z.infer<typeof journalSchema>;

export const journalKey = (target: string): string => `journal/${target}`;
export const stagingFolderFor = ({ disk, root, id }: DeliveryContext): StagingFolder => new StagingFolder(disk, root, id);

/** Applies the plan. `staging` must already contain its texts, and the copies of stored files must have been started there. */
export async function applyPlan(
  context: DeliveryContext,
  plan: Pick<DeliveryPlan, 'writes' | 'removals'>,
  staging: StagingFolder,
): Promise<AppliedChanges> {
  if (plan.writes.length + plan.removals.length === 0) {
    await staging.discard();
    return { written: [], removed: [], isComplete: true, swapsFiles: null };
  }
  await staging.assertOwnFolder();
  const copies = await staging.finishCopies();
  const writes = plan.writes.map(({ path, source, fingerprint, expectedSha256 }) => ({
    path,
    ...fingerprint,
    was: expectedSha256,
    staged: 'staged' in source ? source.staged : stagedCopyOf(copies, path),
  }));
  await staging.sync();
  const entries: DeliveryJournal = { writes, removals: [...plan.removals] };
  context.store.put([{ id: journalKey(context.id), value: entries }]);
  return applyJournal(context, staging, entries, new Map());
}

function stagedCopyOf(copies: ReadonlyMap<string, string>, path: string): string {
  const staged = copies.get(path);
  if (staged === undefined) throw new Error(`${path} was not copied to the staging folder`);
  return staged;
}

/** Finishes or reverts an interrupted delivery. Must be called before anything else is done in the folder. Returns what that delivery has changed. */
export async function recoverDelivery(context: DeliveryContext): Promise<Pick<AppliedChanges, 'written' | 'removed'>> {
  const row = context.store.get(journalKey(context.id));
  const staging = stagingFolderFor(context);
  if (row === undefined || row === null) {
    await staging.discard();
    return { written: [], removed: [] };
  }
  await staging.assertOwnFolder();
  const read = journalSchema.safeParse(row);
  if (!read.success) {
    await closeJournal(context, staging, [], []);
    return { written: [], removed: [] };
  }
  await staging.restoreKeptFiles(new Map(read.data.writes.map(({ path, sha256 }) => [join(context.root, path), sha256])));
  const done: PlacedFiles = new Map();
  let isIncomplete = false;
  for (const write of read.data.writes) {
    const found = await findFileIfAllowed(context.disk, context.root, context.exporter, write.path);
    const staged = await context.disk.statAndHash(staging.pathFor(write.staged));
    if (found?.sha256 === write.sha256) done.set(write.path, found.stamp);
    else if (staged?.sha256 !== write.sha256 || (found?.sha256 ?? null) !== write.was) isIncomplete = true;
  }
  if (!isIncomplete) return applyJournal(context, staging, read.data, done);
  const removed: string[] = [];
  for (const { path } of read.data.removals)
    if (!(await findFileIfAllowed(context.disk, context.root, context.exporter, path))) removed.push(path);
  await closeJournal(context, staging, ownedEntriesOf(read.data, done), removed);
  return { written: [...done.keys()], removed };
}

/** Paths of the files that are in place, with their stamps. */
type PlacedFiles = Map<string, string>;

async function applyJournal(
  context: DeliveryContext,
  staging: StagingFolder,
  entries: DeliveryJournal,
  already: PlacedFiles,
): Promise<AppliedChanges> {
  const done = new Map(already);
  const removed: string[] = [];
  try {
    const swapsFiles = await staging.supportsHardLinks();
    const isComplete = await swapAndRemove(context, staging, entries, done, removed);
    await closeJournal(context, staging, ownedEntriesOf(entries, done), removed);
    return { written: [...done.keys()], removed, isComplete, swapsFiles };
  } catch (error) {
    // Files that are in place must be stored in the manifest nevertheless. If that fails too, the journal remains, and the next run
    // finishes the delivery.
    await closeJournal(context, staging, ownedEntriesOf(entries, done), removed).catch(() => undefined);
    throw error;
  }
}

async function swapAndRemove(
  context: DeliveryContext,
  staging: StagingFolder,
  entries: DeliveryJournal,
  done: PlacedFiles,
  removed: string[],
): Promise<boolean> {
  const { disk, root, exporter, timer } = context;
  const folders = new Set<string>();
  const resolvedFolders = new Map<string, ResolvedFolder>();
  /** Paths in the game project by the absolute path of each file that was put in place. */
  const paths = new Map<string, string>();
  for (const { path, staged, was, sha256 } of entries.writes) {
    if (done.has(path)) continue;
    const to = await resolveSafePath(disk, root, exporter, path, { resolvedFolders, isNew: was === null });
    // A folder in which a file was placed exists. This saves many system calls, because thousands of assets may be in one folder.
    if (!folders.has(dirname(to))) await disk.createFolder(dirname(to));
    const seen = await retryWhileBusy(() => staging.replace(staged, to, was, sha256), timer);
    if (!seen) return false;
    done.set(path, seen.stamp);
    paths.set(to, path);
    for (let folder = dirname(to); folder.length >= root.length && !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  for (const folder of folders) await disk.syncFolder(folder);
  for (const { path, sha256 } of entries.removals) {
    const at = await resolveSafePath(disk, root, exporter, path);
    if ((await retryWhileBusy(() => staging.remove(at, sha256), timer)) || (await disk.kind(at)) === null) removed.push(path);
  }
  const restored = await staging.restoreKeptFiles();
  for (const path of restored) done.delete(paths.get(path) ?? '');
  await removeEmptyFolders(context, removed);
  return restored.length === 0;
}

/** Removes the folders that have become empty where the writer says so. Any folder with other files remains. */
async function removeEmptyFolders({ disk, root, exporter }: DeliveryContext, removed: readonly string[]): Promise<void> {
  for (const path of removed) {
    const outer = exporter.removesEmptyFoldersIn.find((folder) => path.startsWith(`${folder}/`));
    if (outer === undefined) continue;
    for (let folder = posix.dirname(path); folder.length > outer.length; folder = posix.dirname(folder)) {
      const at = join(root, folder);
      // A link may lead out of the game project. A folder that is in use must not make the delivery fail.
      if ((await disk.kind(at)) !== 'folder' || !(await disk.removeIfEmpty(at).catch(() => false))) break;
    }
  }
}

const ownedEntriesOf = (entries: DeliveryJournal, done: PlacedFiles): [string, OwnedEntry][] =>
  entries.writes.flatMap(({ path, sha256, size }): [string, OwnedEntry][] => {
    const stamp = done.get(path);
    return stamp === undefined ? [] : [[path, { sha256, size, stamp }]];
  });

/** The manifest is stored first: if the journal were deleted without it, exported files would be treated as files of another program. */
async function closeJournal(
  context: DeliveryContext,
  staging: StagingFolder,
  owned: readonly (readonly [string, OwnedEntry])[],
  removed: readonly string[],
): Promise<void> {
  context.manifest.put(owned);
  await staging.discard();
  context.manifest.remove(removed, [journalKey(context.id)]);
}
