/**
 * Plans a delivery by comparing, for each file, the export of the story, the manifest of the last delivery and the disk. It only reads. A file that is
 * neither in the manifest nor equal to the export is left alone.
 */
import type { Finding } from '../../shared/contracts/findings.ts';
import type { ForeignFile } from '../../shared/contracts/targets.ts';
import { toFileNameKey } from '../../shared/model/file-name-key.ts';
import type { AssetFile } from '../exporters/asset-files.ts';
import type { Exporter } from '../exporters/exporter.ts';
import type { Disk, FileStat } from '../platform/disk.ts';
import type { Fingerprint } from '../platform/fingerprint.ts';
import { mapConcurrently } from '../platform/job-queue.ts';
import { claimedPathProblem, missingStoredFileFinding, readOnlyProblem } from './delivery-messages.ts';
import { FileInspector } from './file-inspector.ts';
import type { IncrementalFileWriter } from './incremental-file-writer.ts';
import { isOwned, type Manifest, type ManifestEntry, type OwnedEntry } from './manifest.ts';
import type { CopiedFile, StagingFolder } from './staging-folder.ts';
import { isAssetFile, isTextFile, type StoredFileLocator, type TargetFile, type TextFile } from './target-file.ts';

interface PlannedWrite {
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
  readonly texts: readonly (readonly [path: string, fingerprint: Fingerprint])[];
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
  | { readonly type: 'matching'; readonly path: string; readonly entry: OwnedEntry }
  | { readonly type: 'skip'; readonly path: string }
  | { readonly type: 'missingAsset'; readonly finding: Finding }
  | { readonly type: 'foreign'; readonly foreign: ForeignFile };

/** Files compared at the same time: most of the time is spent in system calls. */
const assetConcurrency = 16;
/** One is rendered while another is written. */
const textConcurrency = 2;

/**
 * `trustStamps`: a file with an unchanged stamp is not read again. Without `staging` nothing is
 * written; with it, texts are written there, and the copies of stored files have been started
 * if nothing stops the delivery.
 */
export async function createDeliveryPlan(
  context: PlanContext,
  files: readonly TargetFile[],
  { trustStamps, staging }: { readonly trustStamps: boolean; readonly staging: StagingFolder | null },
): Promise<DeliveryPlan> {
  const inspector = new FileInspector(context, { trustsStamps: trustStamps });
  const plannedPaths = new Set(files.map(({ path }) => path));
  const respelled = new RespelledFiles(context.manifest, plannedPaths);
  const step: PlanStepContext = { context, inspector, respelled, staging };
  await inspector.resolveFolders(files.filter(isAssetFile));
  const copies = await mapConcurrently(assetConcurrency, files.filter(isAssetFile), (file) => planAsset(step, file));
  const existingTexts = await mapConcurrently(textConcurrency, textFilesStoryLast(context.exporter, files), (file) =>
    findExistingText(step, file),
  );
  const removalPlan = await planRemovals(context, inspector, respelled, plannedPaths);
  const startCopies = (): void => staging?.startCopies(copies.flatMap(copyOfStep));
  const isBlocked = copies.some(isForeign);
  // Copying takes minutes where there are gigabytes, so it waits for the comparison where that may stop the delivery.
  const copiesFirst = !isBlocked && existingTexts.every(({ existing }) => mayBeReplaced(existing));
  if (copiesFirst) startCopies();
  // Few at the same time, because a story in many languages is long.
  const texts = await mapConcurrently(textConcurrency, existingTexts, ({ file, existing }) => planText(step, file, existing));
  if (!copiesFirst && !isBlocked && !texts.some(isForeign)) startCopies();
  const steps = [...copies, ...texts];
  return {
    texts: texts.flatMap(textAfterStep),
    writes: steps.flatMap((step) => (step.type === 'write' ? [step.write] : [])),
    matching: steps.flatMap((step): [string, OwnedEntry][] => (step.type === 'matching' ? [[step.path, step.entry]] : [])),
    skipped: [...steps.flatMap((step) => (step.type === 'skip' ? [step.path] : [])), ...removalPlan.changed],
    foreign: steps.flatMap((step) => (step.type === 'foreign' ? [step.foreign] : [])),
    missingAssets: steps.flatMap((step) => (step.type === 'missingAsset' ? [step.finding] : [])),
    removals: removalPlan.removals,
    untracked: removalPlan.released,
  };
}

/** The copy of a stored file that a step needs, if any. */
function copyOfStep(step: PlanStep): CopiedFile[] {
  if (step.type !== 'write' || !('copy' in step.write.source)) return [];
  const { path, source, fingerprint, mode } = step.write;
  return [{ from: source.copy, size: fingerprint.size, mode, path }];
}

/** The text that the folder contains after a step, if any. */
function textAfterStep(step: PlanStep): [path: string, fingerprint: Fingerprint][] {
  if (step.type === 'write') return [[step.write.path, step.write.fingerprint]];
  return step.type === 'matching' ? [[step.path, step.entry]] : [];
}

/** The texts, the story files last: none of them may refer to a file that does not exist yet. */
function textFilesStoryLast({ story: { extension } }: Exporter, files: readonly TargetFile[]): TextFile[] {
  const isStory = (file: TextFile): number => Number(file.path.endsWith(extension));
  return files.filter(isTextFile).toSorted((one, two) => isStory(one) - isStory(two));
}

/**
 * Exported files whose names now differ in case or in the encoding of accents only: some file systems treat both names as one file, where removing the
 * old name would remove the new file.
 */
class RespelledFiles {
  readonly #manifest: Manifest;
  readonly #byName = new Map<string, string>();
  readonly #reused = new Set<string>();

  constructor(manifest: Manifest, plannedPaths: ReadonlySet<string>) {
    this.#manifest = manifest;
    for (const [path] of manifest.ownedEntries()) if (!plannedPaths.has(path)) this.#byName.set(toFileNameKey(path), path);
  }

  /** The entry of the old name, if it is the same file on this disk. */
  async entryFor(path: string, found: FileStat, inspector: FileInspector): Promise<ManifestEntry | undefined> {
    const oldPath = this.#byName.get(toFileNameKey(path));
    if (oldPath === undefined || (await inspector.findIfAllowed(oldPath))?.stamp !== found.stamp) return undefined;
    this.#reused.add(oldPath);
    return this.#manifest.get(oldPath);
  }

  isReused(path: string): boolean {
    return this.#reused.has(path);
  }
}

type FoundFile = FileStat & Fingerprint;

interface PlanStepContext {
  readonly context: PlanContext;
  readonly inspector: FileInspector;
  readonly respelled: RespelledFiles;
  readonly staging: StagingFolder | null;
}

async function planAsset(step: PlanStepContext, file: AssetFile): Promise<PlanStep> {
  const { context, inspector } = step;
  const { path, sha256, size } = file;
  const unchanged = await inspector.findUnchanged(path);
  if (unchanged?.sha256 === sha256) return { type: 'matching', path, entry: { sha256, size: unchanged.size, stamp: unchanged.stamp } };
  const { found, foreignStep } = await findExisting(step, path);
  if (found?.sha256 === sha256) return { type: 'matching', path, entry: { sha256, size, stamp: found.stamp } };
  if (foreignStep) return foreignStep;
  const copy = context.locate(file.file);
  if (copy === undefined) return { type: 'missingAsset', finding: missingStoredFileFinding(path) };
  return stepToWrite(path, { copy }, { sha256, size }, found);
}

/** What is at the path of a file. */
interface ExistingFile {
  readonly at: string;
  readonly found: FoundFile | null;
  readonly entry: ManifestEntry | undefined;
  /** The step, unless the file equals the export; null: it may be overwritten. */
  readonly foreignStep: PlanStep | null;
}

/** Throws for a path that this target may not write to. */
async function findExisting({ context, inspector, respelled }: PlanStepContext, path: string): Promise<ExistingFile> {
  const at = await inspector.resolvePath(path);
  const found = await inspector.find(path, at);
  const entry = context.manifest.get(path) ?? (found ? await respelled.entryFor(path, found, inspector) : undefined);
  if (!isOwned(entry) && context.isClaimed(at)) throw claimedPathProblem(path);
  return { at, found, entry, foreignStep: stepForForeignFile(path, entry, found) };
}

const findExistingText = async (step: PlanStepContext, file: TextFile) => ({ file, existing: await findExisting(step, file.path) });

/** False: unless the file equals the export, the delivery stops there. */
const mayBeReplaced = ({ found, foreignStep }: ExistingFile): boolean => !isForeign(foreignStep) && found?.isWritable !== false;

const isForeign = (step: PlanStep | null): boolean => step?.type === 'foreign';

async function planText({ context, staging }: PlanStepContext, file: TextFile, existing: ExistingFile): Promise<PlanStep> {
  const { at, found, entry, foreignStep } = existing;
  const last = found && isOwned(entry) && found.sha256 === entry.sha256 ? { at, sha256: found.sha256, size: found.size } : null;
  let staged = '';
  const sink = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    staged = (await staging?.write(chunks, found?.mode ?? null)) ?? '';
  };
  const fingerprint = await context.fileWriter.write(file, last, staging && !foreignStep && found?.isWritable !== false ? sink : null);
  if (found?.sha256 === fingerprint.sha256) return { type: 'matching', path: file.path, entry: { ...fingerprint, stamp: found.stamp } };
  return foreignStep ?? stepToWrite(file.path, { staged }, fingerprint, found);
}

function stepToWrite(path: string, source: PlannedWrite['source'], fingerprint: Fingerprint, found: FoundFile | null): PlanStep {
  if (found) assertWritable(path, found);
  return { type: 'write', write: { path, source, fingerprint, expectedSha256: found?.sha256 ?? null, mode: found?.mode ?? null } };
}

/** The step for a file that differs from the export; null: it may be overwritten. */
function stepForForeignFile(path: string, entry: ManifestEntry | undefined, found: FoundFile | null): PlanStep | null {
  if (entry && !isOwned(entry)) return found || entry.deleted ? { type: 'skip', path } : null;
  if (!entry) return found ? { type: 'foreign', foreign: { path, what: 'present', sha256: found.sha256 } } : null;
  if (!found) return { type: 'foreign', foreign: { path, what: 'deleted', sha256: null } };
  return found.sha256 === entry.sha256 ? null : { type: 'foreign', foreign: { path, what: 'changed', sha256: found.sha256 } };
}

/** Files of an earlier delivery that are no longer part of the export. */
async function planRemovals(
  { manifest }: PlanContext,
  inspector: FileInspector,
  respelled: RespelledFiles,
  plannedPaths: ReadonlySet<string>,
) {
  const removals: { path: string; sha256: string }[] = [];
  const released: string[] = [];
  const changed: string[] = [];
  for (const [path, entry] of manifest.entries()) {
    if (plannedPaths.has(path)) continue;
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

/** Some version control systems mark files read-only until they are checked out; a rename would ignore that. */
function assertWritable(path: string, found: FileStat): void {
  if (found.isWritable) return;
  throw readOnlyProblem(path);
}
