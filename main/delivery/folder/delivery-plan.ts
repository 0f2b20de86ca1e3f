/**
 * Plans a delivery by comparing, for each file, the export of the story, the manifest of the last delivery and the disk. Does not change
 * the folder. A file that is neither in the manifest nor equal to the export is left unchanged.
 */
import { constants } from 'node:fs';
import type { Finding } from '../../../shared/contracts/findings.ts';
import type { ForeignFile } from '../../../shared/contracts/targets.ts';
import { toFileNameKey } from '../../../shared/text.ts';
import type { AssetFile } from '../../exporters/asset-files.ts';
import type { Exporter } from '../../exporters/exporter.ts';
import type { Disk, FileStat } from '../../platform/disk.ts';
import { errorCodeOf } from '../../platform/errors.ts';
import type { Fingerprint } from '../../platform/fingerprint.ts';
import { mapConcurrently } from '../../platform/job-queue.ts';
import { claimedPathProblem, missingStoredFileFinding, pathTooLongFinding, readOnlyProblem } from '../delivery-messages.ts';
import type { IncrementalFileWriter } from './incremental-file-writer.ts';
import { isOwned, isWritten, type Manifest, type ManifestEntry, type OwnedEntry } from './manifest.ts';
import type { CopiedFile, StagingFolder } from './staging-folder.ts';
import { FileInspector, isAssetFile, isTextFile, type StoredFileLocator, type TargetFile, type TextFile } from './target-file.ts';

interface PlannedWrite {
  readonly path: string;
  /** The path of a stored file to copy, or the name of a staged text. */
  readonly source: { readonly copy: string } | { readonly staged: string };
  readonly fingerprint: Fingerprint;
  /** The hash that the file must still have when it is replaced; null if it must not exist. */
  readonly expectedSha256: string | null;
  readonly mode: number | null;
}

export interface DeliveryPlan {
  readonly writes: readonly PlannedWrite[];
  /** Files that are already equal to the export. Assets whose stamp is that of the manifest are left out. */
  readonly matching: readonly (readonly [path: string, entry: OwnedEntry])[];
  readonly removals: readonly { readonly path: string; readonly sha256: string }[];
  /** The files among these that are read-only until Perforce opens them. */
  readonly readOnly: { readonly edited: readonly string[]; readonly removed: readonly string[] };
  /**
   * Files that are no longer part of the export and that another program has written, changed or deleted. They are removed from the
   * manifest.
   */
  readonly untracked: readonly string[];
  /** Files that are left unchanged because the user chose so, or because another program has written or changed them. */
  readonly skipped: readonly string[];
  readonly foreign: readonly ForeignFile[];
  /** Assets whose stored files are missing: an earlier copy in the folder remains, and a new one cannot be written. */
  readonly missingAssets: readonly Finding[];
  /** The texts that the folder contains after the delivery. */
  readonly texts: readonly (readonly [path: string, fingerprint: Fingerprint])[];
}

export interface PlanContext {
  readonly disk: Disk;
  readonly exporter: Exporter;
  /** The path of the game project, without links. */
  readonly root: string;
  readonly manifest: Manifest;
  /** Whether another target writes the file at this absolute path. */
  readonly isClaimed: (path: string) => boolean;
  readonly locate: StoredFileLocator;
  readonly fileWriter: IncrementalFileWriter;
  readonly isOwnExport: OwnExportRecognizer;
  /** Whether read-only files are opened by Perforce before they are changed. If not, the plan fails for them. */
  readonly perforce: boolean;
}

/**
 * Whether a file that differs from what the target last wrote is nevertheless an export of it: one of an earlier export, or a text that equals
 * `exported` in any layout. Only reads.
 */
export type OwnExportRecognizer = (
  file: Fingerprint & { readonly path: string; readonly at: string },
  exported: TargetFile | null,
) => Promise<boolean>;

type PlanStep =
  | { readonly type: 'write'; readonly write: PlannedWrite; readonly isReadOnly: boolean }
  | { readonly type: 'matching'; readonly path: string; readonly entry: OwnedEntry }
  | { readonly type: 'skip'; readonly path: string }
  | { readonly type: 'missingAsset'; readonly finding: Finding }
  | { readonly type: 'foreign'; readonly foreign: ForeignFile };

/** The number of files compared at the same time: most of the time is spent in system calls. */
const assetConcurrency = 16;
/** Two, so that one text is rendered while another is written. */
const textConcurrency = 2;

/**
 * Plans the delivery. With `trustStamps`, a file with an unchanged stamp is not read again. Without `staging`, nothing is written; with it,
 * texts are written there, and the copies of stored files have been started unless something stops the delivery.
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
  const assets = files.filter(isAssetFile);
  await inspector.resolveFolders(assets);
  const unchanged = await inspector.findAllUnchanged(assets);
  const compared = assets.filter(({ path, sha256 }) => unchanged.get(path)?.sha256 !== sha256);
  const copies = await mapConcurrently(assetConcurrency, compared, (file) => planAsset(step, file));
  const existingTexts = await mapConcurrently(textConcurrency, textFilesStoryLast(context.exporter, files), (file) =>
    findExistingText(step, file),
  );
  const removalPlan = await planRemovals(context, inspector, respelled, plannedPaths);
  const startCopies = (): void => staging?.startCopies(copies.flatMap(copyOfStep));
  const isBlocked = copies.some(isForeign);
  // Copying gigabytes takes minutes, so it waits for the comparison if that may stop the delivery.
  const copiesFirst = !isBlocked && existingTexts.every(({ existing }) => mayBeReplaced(context, existing));
  if (copiesFirst) startCopies();
  // Only a few at the same time, because a story in many languages is long.
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
    readOnly: {
      edited: steps.flatMap((step) => (step.type === 'write' && step.isReadOnly ? [step.write.path] : [])),
      removed: removalPlan.readOnly,
    },
    untracked: removalPlan.released,
  };
}

/** The stored files that a step has to copy. */
function copyOfStep(step: PlanStep): CopiedFile[] {
  if (step.type !== 'write' || !('copy' in step.write.source)) return [];
  const { path, source, fingerprint, mode } = step.write;
  return [{ from: source.copy, size: fingerprint.size, mode, path }];
}

/** The text that the folder contains after a step, if there is one. */
function textAfterStep(step: PlanStep): [path: string, fingerprint: Fingerprint][] {
  if (step.type === 'write') return [[step.write.path, step.write.fingerprint]];
  return step.type === 'matching' ? [[step.path, step.entry]] : [];
}

/** The texts, story files last, so that these never refer to files that do not exist yet. */
function textFilesStoryLast({ story: { extension } }: Exporter, files: readonly TargetFile[]): TextFile[] {
  const isStory = (file: TextFile): number => Number(file.path.endsWith(extension));
  return files.filter(isTextFile).toSorted((one, two) => isStory(one) - isStory(two));
}

/**
 * Exported files whose names differ from earlier ones only in case or in the encoding of accents. Some file systems treat both names as one
 * file, so removing the old name would remove the new file.
 */
class RespelledFiles {
  readonly #manifest: Manifest;
  readonly #byName = new Map<string, string>();
  readonly #reused = new Set<string>();

  constructor(manifest: Manifest, plannedPaths: ReadonlySet<string>) {
    this.#manifest = manifest;
    for (const [path] of manifest.ownedEntries()) if (!plannedPaths.has(path)) this.#byName.set(toFileNameKey(path), path);
  }

  /** The manifest entry of the old name, if it is the same file on this disk. */
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

/** Folders in folders can make a path longer than the system allows. Such an asset is left out, and the rest is exported. */
async function planAsset(step: PlanStepContext, file: AssetFile): Promise<PlanStep> {
  try {
    return await planReachableAsset(step, file);
  } catch (error) {
    if (errorCodeOf(error) !== 'ENAMETOOLONG') throw error;
    return { type: 'missingAsset', finding: pathTooLongFinding(file.path) };
  }
}

async function planReachableAsset(step: PlanStepContext, file: AssetFile): Promise<PlanStep> {
  const { context } = step;
  const { path, sha256, size } = file;
  const { found, entry, foreignStep } = await findExisting(step, file);
  if (foreignStep?.type === 'skip') return foreignStep;
  if (found?.sha256 === sha256) return matchingStep(path, entry, found);
  if (foreignStep) return foreignStep;
  const copy = context.locate(file.file);
  if (copy === undefined) return { type: 'missingAsset', finding: missingStoredFileFinding(path) };
  return stepToWrite(context, path, { copy }, { sha256, size }, found);
}

/** The state of the path of a file in the folder. */
interface ExistingFile {
  readonly at: string;
  readonly found: FoundFile | null;
  readonly entry: ManifestEntry | undefined;
  /** The step for a file that Taleport may not simply overwrite; null if it may. */
  readonly foreignStep: PlanStep | null;
}

/** Throws if this target must not write to the path. */
async function findExisting({ context, inspector, respelled }: PlanStepContext, file: TargetFile): Promise<ExistingFile> {
  const { path } = file;
  const at = await inspector.resolvePath(path);
  const found = await inspector.find(path, at);
  const entry = context.manifest.get(path) ?? (found ? await respelled.entryFor(path, found, inspector) : undefined);
  if (!isOwned(entry) && context.isClaimed(at)) throw claimedPathProblem(path);
  const foreignStep = stepForForeignFile(path, entry, found);
  // Version control and formatters put exports of ours there.
  const isOwn = found && isForeign(foreignStep) && (await context.isOwnExport({ ...found, path, at }, file));
  return { at, found, entry, foreignStep: isOwn ? null : foreignStep };
}

const findExistingText = async (step: PlanStepContext, file: TextFile) => ({ file, existing: await findExisting(step, file) });

/** Whether the file may be replaced. If not, the delivery stops there, unless the file equals the export. */
const mayBeReplaced = ({ perforce }: PlanContext, { found, foreignStep }: ExistingFile): boolean =>
  !isForeign(foreignStep) && (perforce || found?.isWritable !== false);

const isForeign = (step: PlanStep | null): boolean => step?.type === 'foreign';

async function planText({ context, staging }: PlanStepContext, file: TextFile, existing: ExistingFile): Promise<PlanStep> {
  const { at, found, entry, foreignStep } = existing;
  if (foreignStep?.type === 'skip') return foreignStep;
  const isStaged = staging !== null && !foreignStep && mayBeReplaced(context, existing);
  const last = found && isOwned(entry) && found.sha256 === entry.sha256 ? { at, sha256: found.sha256, size: found.size } : null;
  let staged = '';
  const sink = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    staged = (await staging?.write(chunks, modeAfter(found))) ?? '';
  };
  const fingerprint = await context.fileWriter.write(file, last, isStaged ? sink : null);
  if (found?.sha256 === fingerprint.sha256) return matchingStep(file.path, entry, found);
  return foreignStep ?? stepToWrite(context, file.path, { staged }, fingerprint, found);
}

const matchingStep = (path: string, entry: ManifestEntry | undefined, { sha256, size, stamp }: FoundFile): PlanStep => ({
  type: 'matching',
  path,
  entry: { sha256, size, stamp, ...(!isWritten(entry) && { isAdopted: true }) },
});

function stepToWrite(
  context: PlanContext,
  path: string,
  source: PlannedWrite['source'],
  fingerprint: Fingerprint,
  found: FoundFile | null,
): PlanStep {
  const isReadOnly = found !== null && needsOpening(context, path, found);
  return { type: 'write', isReadOnly, write: { path, source, fingerprint, expectedSha256: found?.sha256 ?? null, mode: modeAfter(found) } };
}

/** That of the file that is replaced. A read-only one is replaced after Perforce has opened it, which makes it writable. */
const modeAfter = (found: FoundFile | null): number | null => (found === null ? null : found.mode | constants.S_IWUSR);

/** The step for a file that the user kept, or that differs from what the target wrote; null if it may be overwritten. */
function stepForForeignFile(path: string, entry: ManifestEntry | undefined, found: FoundFile | null): PlanStep | null {
  if (entry && !isOwned(entry)) return { type: 'skip', path };
  if (!entry) return found ? { type: 'foreign', foreign: { path, what: 'present', sha256: found.sha256 } } : null;
  if (!found) return { type: 'foreign', foreign: { path, what: 'deleted', sha256: null } };
  return found.sha256 === entry.sha256 ? null : { type: 'foreign', foreign: { path, what: 'changed', sha256: found.sha256 } };
}

/** Plans the removal of files from an earlier delivery that are no longer part of the export. */
async function planRemovals(context: PlanContext, inspector: FileInspector, respelled: RespelledFiles, plannedPaths: ReadonlySet<string>) {
  const { manifest, isOwnExport } = context;
  const removals: { path: string; sha256: string }[] = [];
  const readOnly: string[] = [];
  const released: string[] = [];
  const changed: string[] = [];
  for (const [path, entry] of manifest.entries()) {
    if (plannedPaths.has(path)) continue;
    if (respelled.isReused(path)) {
      released.push(path);
      continue;
    }
    const found = await inspector.findIfAllowed(path);
    const isOwn = async (file: FoundFile): Promise<boolean> => isOwnExport({ ...file, path, at: await inspector.resolvePath(path) }, null);
    if (isWritten(entry) && found && (found.sha256 === entry.sha256 || (await isOwn(found)))) {
      if (needsOpening(context, path, found)) readOnly.push(path);
      removals.push({ path, sha256: found.sha256 });
      continue;
    }
    released.push(path);
    if (isOwned(entry) && found) changed.push(path);
  }
  return { removals, readOnly, released, changed };
}

/** Some version control systems mark files as read-only until they are checked out. A rename would ignore that. Throws if nothing will open the file. */
function needsOpening({ perforce }: PlanContext, path: string, found: FileStat): boolean {
  if (!found.isWritable && !perforce) throw readOnlyProblem(path);
  return !found.isWritable;
}
