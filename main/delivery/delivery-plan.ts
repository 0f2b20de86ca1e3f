/**
 * Plans a delivery by comparing, for each file, the export of the story, the manifest of the last delivery and the disk. It only reads. A file that is
 * neither in the manifest nor equal to the export is left alone.
 */
import { join, posix } from 'node:path';
import type { Finding } from '../../shared/contracts/findings.ts';
import type { ForeignFile } from '../../shared/contracts/targets.ts';
import { toFileNameKey } from '../../shared/model/file-name-key.ts';
import { Problem } from '../../shared/problem.ts';
import type { Exporter } from '../exporters/exporter.ts';
import type { Disk, FileStat, HashedFileStat } from '../platform/disk.ts';
import type { Fingerprint } from '../platform/fingerprint.ts';
import { mapConcurrently } from '../platform/job-queue.ts';
import { claimedPathProblem, missingStoredFileFinding, readOnlyProblem } from './delivery-messages.ts';
import type { IncrementalFileWriter } from './incremental-file-writer.ts';
import { isOwned, type Manifest, type ManifestEntry, type OwnedEntry } from './manifest.ts';
import { resolveSafePath } from './safe-path.ts';
import type { StagingFolder } from './staging-folder.ts';
import { isAssetFile, isTextFile, type StoredFileLocator, type TargetFile, type TextFile } from './target-file.ts';

export interface PlannedWrite {
  readonly path: string;
  /** A stored file to be copied, or the name of the staged text. */
  readonly source: { readonly copy: string } | { readonly staged: string };
  readonly fingerprint: Fingerprint;
  /** The hash that the file must still have when it is replaced; null: it must not exist. */
  readonly expectedSha256: string | null;
  readonly mode: number | null;
}

export interface DeliveryPlan {
  readonly writes: readonly PlannedWrite[];
  /** Equal to the export already. */
  readonly matching: readonly (readonly [path: string, entry: OwnedEntry])[];
  readonly removals: readonly { readonly path: string; readonly sha256: string }[];
  /** No longer part of the export, and changed by another program or deleted: removed from the manifest. */
  readonly untracked: readonly string[];
  /** Left alone because the user chose that, or because another program has changed them. */
  readonly skipped: readonly string[];
  readonly foreign: readonly ForeignFile[];
  /** Assets whose stored files are missing: an earlier copy in the folder stays, a new one cannot be written. */
  readonly missingAssets: readonly Finding[];
  /** The texts that the folder contains afterwards. */
  readonly texts: readonly (readonly [path: string, print: Fingerprint])[];
}

export interface PlanContext {
  readonly disk: Disk;
  readonly exporter: Exporter;
  /** The real path of the game project. */
  readonly root: string;
  readonly manifest: Manifest;
  /** Whether another target writes this file. */
  readonly isClaimed: (path: string) => boolean;
  readonly locate: StoredFileLocator;
  readonly fileWriter: IncrementalFileWriter;
}

type PlanStep =
  | { readonly type: 'write'; readonly write: PlannedWrite }
  | { readonly type: 'matching'; readonly path: string; readonly ours: OwnedEntry }
  | { readonly type: 'skip'; readonly path: string }
  | { readonly type: 'missingAsset'; readonly finding: Finding }
  | { readonly type: 'foreign'; readonly foreign: ForeignFile };

/** Files compared at the same time: most of the time is spent in system calls. */
const assetConcurrency = 16;
/** One is rendered while another is written. */
const textConcurrency = 2;

/** `trustStamps`: a file with an unchanged stamp is not read again. Without `staging` nothing is written. */
export async function createDeliveryPlan(
  context: PlanContext,
  files: readonly TargetFile[],
  { trustStamps, staging }: { readonly trustStamps: boolean; readonly staging: StagingFolder | null },
): Promise<DeliveryPlan> {
  const inspector = new FileInspector(context, { trustsStamps: trustStamps });
  const wanted = new Set(files.map(({ path }) => path));
  const respelled = new RespelledFiles(context.manifest, wanted);
  const look: PlanStepContext = { context, inspector, respelled, staging };
  await inspector.resolveFolders(files.filter(isAssetFile));
  const copies = await mapConcurrently(assetConcurrency, files.filter(isAssetFile), (file) => planFile(look, file));
  // Few at the same time, because a story in many languages is long.
  const texts = await mapConcurrently(textConcurrency, textFilesStoryLast(context.exporter, files), (file) => planFile(look, file));
  const steps = [...copies, ...texts];
  const gone = await planRemovals(context, inspector, respelled, wanted);
  return {
    texts: texts.flatMap(textAfterStep),
    writes: steps.flatMap((step) => (step.type === 'write' ? [step.write] : [])),
    matching: steps.flatMap((step): [string, OwnedEntry][] => (step.type === 'matching' ? [[step.path, step.ours]] : [])),
    skipped: [...steps.flatMap((step) => (step.type === 'skip' ? [step.path] : [])), ...gone.changed],
    foreign: steps.flatMap((step) => (step.type === 'foreign' ? [step.foreign] : [])),
    missingAssets: steps.flatMap((step) => (step.type === 'missingAsset' ? [step.finding] : [])),
    removals: gone.removals,
    untracked: gone.released,
  };
}

/** The text that the folder contains after a step, if any. */
function textAfterStep(step: PlanStep): [path: string, fingerprint: Fingerprint][] {
  if (step.type === 'write') return [[step.write.path, step.write.fingerprint]];
  return step.type === 'matching' ? [[step.path, step.ours]] : [];
}

/** The texts, the story files last: none of them may refer to a file that does not exist yet. */
function textFilesStoryLast({ story: { extension } }: Exporter, files: readonly TargetFile[]): TextFile[] {
  const isStory = (file: TextFile): number => Number(file.path.endsWith(extension));
  return files.filter(isTextFile).toSorted((one, two) => isStory(one) - isStory(two));
}

/** Finds out what is on the disk. A file whose stamp is unchanged since it was written is not read again. */
export class FileInspector {
  readonly #context: Pick<PlanContext, 'disk' | 'root' | 'exporter' | 'manifest'>;
  readonly #trustsStamps: boolean;
  readonly #folders = new Map<string, string>();

  constructor(context: Pick<PlanContext, 'disk' | 'root' | 'exporter' | 'manifest'>, { trustsStamps }: { readonly trustsStamps: boolean }) {
    this.#context = context;
    this.#trustsStamps = trustsStamps;
  }

  /** Resolves the folders of these files once, before the files are compared at the same time. */
  async resolveFolders(files: readonly { readonly path: string }[]): Promise<void> {
    const folders = new Map(files.map(({ path }) => [posix.dirname(path), path]));
    for (const path of folders.values()) await this.resolvePath(path).catch(() => undefined);
  }

  resolvePath(path: string): Promise<string> {
    const { disk, root, exporter } = this.#context;
    return resolveSafePath(disk, root, exporter, path, { resolvedFolders: this.#folders });
  }

  /** The file, where its stamp is unchanged since it was written; undefined where it has to be read. */
  async findUnchanged(path: string): Promise<(FileStat & Fingerprint) | undefined> {
    const { disk, manifest, root } = this.#context;
    const entry = manifest.get(path);
    const folder = posix.dirname(path) === '.' ? root : this.#folders.get(posix.dirname(path));
    if (!this.#trustsStamps || folder === undefined || !isOwned(entry) || entry.stamp === undefined) return undefined;
    const seen = await disk.stat(join(folder, posix.basename(path)));
    return seen?.isFile && seen.stamp === entry.stamp ? { ...seen, sha256: entry.sha256 } : undefined;
  }

  async find(path: string, at: string): Promise<(FileStat & Fingerprint) | null> {
    return (await this.findUnchanged(path)) ?? this.#context.disk.statAndHash(at);
  }

  /** Null also for a path that is protected now: such a file is left alone. */
  async findIfAllowed(path: string): Promise<(FileStat & Fingerprint) | null> {
    try {
      return (await this.findUnchanged(path)) ?? (await this.find(path, await this.resolvePath(path)));
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  }
}

/**
 * Exported files whose names now differ in case or in the encoding of accents only: some file systems treat both names as one file, where removing the
 * old name would remove the new file.
 */
class RespelledFiles {
  readonly #manifest: Manifest;
  readonly #byName = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(manifest: Manifest, wanted: ReadonlySet<string>) {
    this.#manifest = manifest;
    for (const [path] of manifest.ownedEntries()) if (!wanted.has(path)) this.#byName.set(toFileNameKey(path), path);
  }

  /** The entry of the old name, where it is the same file on this disk. */
  async entryFor(path: string, found: FileStat, inspector: FileInspector): Promise<ManifestEntry | undefined> {
    const oldPath = this.#byName.get(toFileNameKey(path));
    if (oldPath === undefined || (await inspector.findIfAllowed(oldPath))?.stamp !== found.stamp) return undefined;
    this.#taken.add(oldPath);
    return this.#manifest.get(oldPath);
  }

  isReused(path: string): boolean {
    return this.#taken.has(path);
  }
}

interface PlanStepContext {
  readonly context: PlanContext;
  readonly inspector: FileInspector;
  readonly respelled: RespelledFiles;
  readonly staging: StagingFolder | null;
}

async function planFile({ context, inspector, respelled, staging }: PlanStepContext, file: TargetFile): Promise<PlanStep> {
  const { manifest, isClaimed, locate, fileWriter } = context;
  const { path } = file;
  const left = isAssetFile(file) ? await inspector.findUnchanged(path) : undefined;
  if (left && isAssetFile(file) && left.sha256 === file.sha256)
    return { type: 'matching', path, ours: { sha256: left.sha256, size: left.size, stamp: left.stamp } };
  const at = await inspector.resolvePath(path);
  const found = await inspector.find(path, at);
  const entry = manifest.get(path) ?? (found ? await respelled.entryFor(path, found, inspector) : undefined);
  if (!isOwned(entry) && isClaimed(at)) throw claimedPathProblem(path);
  const otherwise = stepForForeignFile(path, entry, found);
  const [expectedSha256, mode] = [found?.sha256 ?? null, found?.mode ?? null];
  if (isAssetFile(file)) {
    const { sha256, size } = file;
    if (found?.sha256 === sha256) return { type: 'matching', path, ours: { sha256, size, stamp: found.stamp } };
    if (otherwise) return otherwise;
    const copy = locate(file.file);
    if (copy === undefined) return { type: 'missingAsset', finding: missingStoredFileFinding(path) };
    if (found) assertWritable(path, found);
    return { type: 'write', write: { path, source: { copy }, fingerprint: { sha256, size }, expectedSha256, mode } };
  }
  const last = found && isOwned(entry) && found.sha256 === entry.sha256 ? { at, sha256: found.sha256, size: found.size } : null;
  let staged = '';
  const sink = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    staged = (await staging?.write(chunks, mode)) ?? '';
  };
  const fingerprint = await fileWriter.write(file, last, staging && !otherwise && found?.isWritable !== false ? sink : null);
  if (found?.sha256 === fingerprint.sha256) return { type: 'matching', path, ours: { ...fingerprint, stamp: found.stamp } };
  if (otherwise) return otherwise;
  if (found) assertWritable(path, found);
  return { type: 'write', write: { path, source: { staged }, fingerprint, expectedSha256, mode } };
}

/** The step for a file that differs from the export; null: it may be overwritten. */
function stepForForeignFile(path: string, entry: ManifestEntry | undefined, found: (FileStat & Fingerprint) | null): PlanStep | null {
  if (entry && !isOwned(entry)) return found || entry.deleted ? { type: 'skip', path } : null;
  if (!entry) return found ? { type: 'foreign', foreign: { path, what: 'present', sha256: found.sha256 } } : null;
  if (!found) return { type: 'foreign', foreign: { path, what: 'deleted', sha256: null } };
  return found.sha256 === entry.sha256 ? null : { type: 'foreign', foreign: { path, what: 'changed', sha256: found.sha256 } };
}

/** Files of an earlier delivery that are no longer part of the export. */
async function planRemovals({ manifest }: PlanContext, inspector: FileInspector, respelled: RespelledFiles, wanted: ReadonlySet<string>) {
  const removals: { path: string; sha256: string }[] = [];
  const released: string[] = [];
  const changed: string[] = [];
  for (const [path, entry] of manifest.entries()) {
    if (wanted.has(path)) continue;
    if (respelled.isReused(path)) {
      released.push(path);
      continue;
    }
    const found = await inspector.findIfAllowed(path);
    if (isOwned(entry) && found?.sha256 === entry.sha256) {
      assertWritable(path, found);
      removals.push({ path, sha256: entry.sha256 });
      continue;
    }
    released.push(path);
    if (isOwned(entry) && found) changed.push(path);
  }
  return { removals, released, changed };
}

/** Always reads the file. Null also for a path that is protected now: such a file is left alone. */
export async function findFileIfAllowed(disk: Disk, root: string, exporter: Exporter, path: string): Promise<HashedFileStat | null> {
  try {
    return await disk.statAndHash(await resolveSafePath(disk, root, exporter, path));
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** Some version control systems mark files read-only until they are checked out; a rename would ignore that. */
function assertWritable(path: string, found: FileStat): void {
  if (found.isWritable) return;
  throw readOnlyProblem(path);
}
