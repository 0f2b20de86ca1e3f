/**
 * Brings a plan to the disk so that every file is whole at every moment, and so that what was cut short can be finished:
 *   all is staged (.taleport~/<target>/, fsync) → journal → rename over the old one, assets first → removals → manifest → no journal
 * A rename or removal happens only while the old file is still what the plan saw.
 */
import { dirname, join, posix } from 'node:path';
import { z } from 'zod';
import type { ExportFormat } from '../../shared/findings.ts';
import type { Shelf } from '../../shared/shelf.ts';
import { codeOf } from './disk.ts';
import { safePath } from './guard.ts';
import type { Ours } from './manifest.ts';
import { findSafely, type Ground, type Plan } from './plan.ts';
import { pause, type Timer } from './schedule.ts';
import { inTurn } from './serial.ts';
import { Staging } from './staging.ts';

export interface Site extends Pick<Ground, 'disk' | 'engine' | 'root' | 'manifest'> {
  readonly id: string;
  readonly shelf: Shelf;
  readonly timer: Timer;
}

export interface Delivered {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** False: someone changed a file in between; nothing after it was done. */
  readonly whole: boolean;
}

const journal = z.strictObject({
  writes: z.array(
    z.strictObject({ path: z.string(), staged: z.string(), sha256: z.string(), size: z.number(), was: z.string().nullable() }),
  ),
  removals: z.array(z.strictObject({ path: z.string(), sha256: z.string() })),
});
type Journal = z.infer<typeof journal>;

export const journalId = (target: string): string => `delivery/${target}`;
/** Files staged beside each other. */
const atOnce = 8;
export const stagingOf = ({ disk, root, id }: Site): Staging => new Staging(disk, root, id);

/** The texts of the plan lie in `staging` already. */
export async function deliver(site: Site, plan: Plan, staging: Staging): Promise<Delivered> {
  if (plan.writes.length + plan.removals.length === 0) {
    await staging.discard();
    return { written: [], removed: [], whole: true };
  }
  await staging.refuseStrange();
  const writes = await inTurn(atOnce, plan.writes, async ({ path, from, print, was, mode }) => ({
    ...{ path, ...print, was },
    staged: 'staged' in from ? from.staged : await staging.copy(from.copy, print.size, mode, path),
  }));
  await staging.sync();
  const entries: Journal = { writes, removals: [...plan.removals] };
  site.shelf.put([{ id: journalId(site.id), value: entries }]);
  return carryOut(site, staging, entries, new Map());
}

/** Finishes or takes back a delivery that was cut short. To be called before anything else is done in the folder. */
export async function settle(site: Site): Promise<void> {
  const row = site.shelf.get(journalId(site.id));
  const staging = stagingOf(site);
  if (row === undefined || row === null) return staging.discard();
  await staging.refuseStrange();
  const read = journal.safeParse(row);
  if (!read.success) return close(site, staging, [], []);
  const done: Done = new Map();
  let lost = false;
  for (const write of read.data.writes) {
    const found = await findSafely(site.disk, site.root, site.engine, write.path);
    const staged = await site.disk.find(staging.pathOf(write.staged));
    if (found?.sha256 === write.sha256) done.set(write.path, found.stamp);
    else if (staged?.sha256 !== write.sha256 || (found?.sha256 ?? null) !== write.was) lost = true;
  }
  if (!lost) {
    await carryOut(site, staging, read.data, done);
    return;
  }
  const gone: string[] = [];
  for (const { path } of read.data.removals) if (!(await findSafely(site.disk, site.root, site.engine, path))) gone.push(path);
  await close(site, staging, ownedNow(read.data, done), gone);
}

/** What has been renamed, with how it was seen then. */
type Done = Map<string, string>;

async function carryOut(site: Site, staging: Staging, entries: Journal, already: Done): Promise<Delivered> {
  const done = new Map(already);
  const removed: string[] = [];
  try {
    const whole = await renameAll(site, staging, entries, done, removed);
    await close(site, staging, ownedNow(entries, done), removed);
    return { written: [...done.keys()], removed, whole };
  } catch (error) {
    // What has been renamed is ours all the same. Where even this fails, the journal stays and is settled later.
    await close(site, staging, ownedNow(entries, done), removed).catch(() => undefined);
    throw error;
  }
}

async function renameAll(site: Site, staging: Staging, entries: Journal, done: Done, removed: string[]): Promise<boolean> {
  const { disk, root, engine, timer } = site;
  const folders = new Set<string>();
  for (const { path, staged, was } of entries.writes) {
    if (done.has(path)) continue;
    const to = await safePath(disk, root, engine, path);
    await disk.makeFolder(dirname(to));
    const seen = await patiently(timer, () => disk.replace(staging.pathOf(staged), to, was));
    if (!seen) return false;
    done.set(path, seen.stamp);
    for (let folder = dirname(to); folder.length >= root.length && !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  for (const folder of folders) await disk.sync(folder);
  for (const { path, sha256 } of entries.removals) {
    const at = await safePath(disk, root, engine, path);
    if ((await patiently(timer, () => disk.remove(at, sha256))) || (await disk.kind(at)) === null) removed.push(path);
  }
  await leaveNoEmptyFolder(site, removed);
  return true;
}

/** Folders of assets that nothing is in any more. The one that the story itself lies in stays, and so does what someone else put there. */
async function leaveNoEmptyFolder({ disk, root, engine }: Site, removed: readonly string[]): Promise<void> {
  const deep = assetFolders[engine].split('/').length;
  for (const path of removed) {
    if (!path.startsWith(`${assetFolders[engine]}/`)) continue;
    for (let folder = posix.dirname(path); folder.split('/').length > deep; folder = posix.dirname(folder)) {
      const at = join(root, folder);
      // A link may lead anywhere; a folder that is in use is no fault of the delivery.
      if ((await disk.kind(at)) !== 'folder' || !(await disk.removeIfEmpty(at).catch(() => false))) break;
    }
  }
}
const assetFolders: Readonly<Record<ExportFormat, string>> = {
  json: 'assets',
  unity: 'Assets/Arcweave/Resources',
  unreal: 'Content/ArcweaveExport/assets',
  godot: 'arcweave/assets',
};

const ownedNow = (entries: Journal, done: Done): [string, Ours][] =>
  entries.writes.flatMap(({ path, sha256, size }): [string, Ours][] => {
    const stamp = done.get(path);
    return stamp === undefined ? [] : [[path, { sha256, size, stamp }]];
  });

/** The manifest first: were the journal gone before it, our own files would look like another's. */
async function close(site: Site, staging: Staging, ours: readonly (readonly [string, Ours])[], removed: readonly string[]): Promise<void> {
  site.manifest.put(ours);
  await staging.discard();
  site.manifest.drop(removed, [journalId(site.id)]);
}

/** Virus scanners and editors hold a file for a moment. */
const passing = new Set(['EPERM', 'EBUSY', 'EACCES']);

async function patiently<T>(timer: Timer, attempt: () => Promise<T>): Promise<T> {
  for (let wait = 10; ; wait *= 2) {
    try {
      return await attempt();
    } catch (error) {
      if (wait > 640 || !passing.has(codeOf(error) ?? '')) throw error;
      await pause(timer, wait);
    }
  }
}
