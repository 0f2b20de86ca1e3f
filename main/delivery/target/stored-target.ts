/**
 * One target as it is stored: its row, the manifest of its files and its folder, with the operations on that folder (comparisons, decisions about
 * changed files, the editor integration, recovery) and the story that it exports. Its states are in target-state.ts.
 */
import { join } from 'node:path';
import { readFullText } from '../../../shared/contracts/export-file.ts';
import type { FoundPlugin } from '../../../shared/contracts/exporters.ts';
import type { Finding } from '../../../shared/contracts/findings.ts';
import type { FileComparison, FileVersion } from '../../../shared/contracts/targets.ts';
import { Problem } from '../../../shared/problem.ts';
import { type Exporter, mainStoryPath } from '../../exporters/exporter.ts';
import { getExporter } from '../../exporters/exporters.ts';
import { findOtherStoryFiles } from '../../exporters/story-files.ts';
import type { Disk, HashedFileStat } from '../../platform/disk.ts';
import { describeError } from '../../platform/errors.ts';
import { mapConcurrently } from '../../platform/job-queue.ts';
import {
  fileChangedAgainProblem,
  fileNotFoundProblem,
  integrationFailedFinding,
  missingProjectProblem,
  toGameFolderProblem,
} from '../delivery-messages.ts';
import { journalKey, recoverDelivery } from '../folder/apply-plan.ts';
import { compareSizes, compareTexts } from '../folder/compare-texts.ts';
import type { CompletedDelivery, DeliveryRunOptions } from '../folder/delivery-run.ts';
import { isProjectPresent } from '../folder/detect-projects.ts';
import {
  applyIntegration,
  type IntegrationContext,
  integrationKeysOf,
  type StorySource,
  storySourceFrom,
} from '../folder/editor-integration.ts';
import { Manifest, type OwnedEntry } from '../folder/manifest.ts';
import { perforceKey } from '../folder/perforce-record.ts';
import { resolveSafePath } from '../folder/safe-path.ts';
import { FileInspector, findFileIfAllowed, isAssetFile, type RenderedStory, type TargetFile } from '../folder/target-file.ts';
import type { TargetDeps } from './target-deps.ts';
import { type TargetRow, targetKeyPrefix } from './target-row.ts';

export class StoredTarget {
  readonly id: string;
  readonly exporter: Exporter;
  readonly manifest: Manifest;
  readonly #deps: TargetDeps;
  #row: TargetRow;
  #foundPlugin: FoundPlugin | null | undefined;

  constructor(deps: TargetDeps, id: string, row: TargetRow) {
    this.id = id;
    this.exporter = getExporter(row.engine);
    this.manifest = new Manifest(deps.store, id);
    this.#deps = deps;
    this.#row = row;
  }

  get row(): TargetRow {
    return this.#row;
  }

  get folder(): TargetFolder {
    const { folder, real } = this.#row;
    return { disk: this.#deps.disk, exporter: this.exporter, folder, root: real, manifest: this.manifest };
  }

  get integrationContext(): IntegrationContext {
    const { disk, store, archive, apiAddress } = this.#deps;
    const { real, settings } = this.#row;
    const { perforce } = settings;
    return { id: this.id, disk, exporter: this.exporter, root: real, store, archive, apiAddress: apiAddress(), perforce };
  }

  /** Whether a delivery was interrupted and has not been recovered yet. */
  get hasJournal(): boolean {
    return this.#deps.store.get(journalKey(this.id)) != null;
  }

  /** The plug-in for which the story was last checked; undefined before the first check. */
  get foundPlugin(): FoundPlugin | null | undefined {
    return this.#foundPlugin;
  }

  /** Finds the plug-in in the game project. A folder that cannot be read has none. */
  async findPlugin(): Promise<FoundPlugin | null> {
    return (await this.exporter.plugin?.find(this.#deps.disk, this.#row.real).catch(() => null)) ?? null;
  }

  /** The same, for a check of the story whose findings are shown. */
  async updateFoundPlugin(): Promise<FoundPlugin | null> {
    this.#foundPlugin = await this.findPlugin();
    return this.#foundPlugin;
  }

  /** The absolute path of a file of the game project. */
  pathTo(path: string): string {
    return join(this.#row.real, path);
  }

  update(change: Partial<TargetRow>): void {
    this.#row = { ...this.#row, ...change };
    this.#deps.store.put([{ id: targetKeyPrefix + this.id, value: this.#row }]);
  }

  /** Deletes all stored data of the target except the export history. */
  remove(): void {
    this.manifest.remove(this.manifest.paths(), [
      targetKeyPrefix + this.id,
      journalKey(this.id),
      perforceKey(this.id),
      ...integrationKeysOf(this.id),
    ]);
  }

  logError(error: unknown): void {
    this.#deps.log(`Target ${this.id}: ${describeError(error)}`);
  }
}

/** The game project of a target, with everything that its operations need. */
interface TargetFolder {
  readonly disk: Disk;
  readonly exporter: Exporter;
  readonly folder: string;
  readonly root: string;
  readonly manifest: Manifest;
}

/** Throws a Problem if the game project is missing, such as on a disk that is not connected: nothing may be created where it was. */
export async function assertProjectPresent({ disk, exporter, folder }: TargetFolder): Promise<void> {
  if (!(await isProjectPresent(disk, exporter, folder))) throw missingProjectProblem(folder, exporter);
}

/** Whether anything differs from the last delivery, so that a run is needed. */
export async function hasFolderChanged(
  project: TargetFolder,
  paths: readonly string[],
  otherStoryFiles: readonly string[],
): Promise<boolean> {
  const { disk, exporter, folder, root } = project;
  if (!(await isProjectPresent(disk, exporter, folder))) return true;
  const inspector = new FileInspector(project, { trustsStamps: true });
  if (await haveWrittenFilesChanged(project, inspector, new Set())) return true;
  return (await findOtherStoryFiles(disk, root, exporter, paths)).join('\n') !== otherStoryFiles.join('\n');
}

/**
 * Whether anything differs from a report of changed files, so that a run would report others or none. `stamps` of those that still had the
 * reported hash are stored, so that they are not read again.
 */
export async function haveReportedFilesChanged(
  project: TargetFolder,
  reported: readonly FileVersion[],
  stamps: Map<string, string>,
): Promise<boolean> {
  const { disk, exporter, folder } = project;
  if (!(await isProjectPresent(disk, exporter, folder))) return true;
  const inspector = new FileInspector(project, { trustsStamps: true });
  const changed = await mapConcurrently(inspectedAtOnce, reported, async ({ path, sha256 }) => {
    const at = await inspector.resolvePath(path);
    const stamp = (await disk.stat(at))?.stamp;
    if (stamp === undefined || stamp === stamps.get(path)) return stamp === undefined && sha256 !== null;
    const found = await disk.statAndHash(at);
    if (found && found.sha256 === sha256) stamps.set(path, found.stamp);
    return (found?.sha256 ?? null) !== sha256;
  });
  return changed.includes(true) || haveWrittenFilesChanged(project, inspector, new Set(reported.map(({ path }) => path)));
}

/** Whether these files were written or found with these hashes, and have not been touched since. */
export async function areUnchanged(
  project: TargetFolder,
  files: readonly { readonly path: string; readonly sha256: string }[],
): Promise<boolean> {
  const inspector = new FileInspector(project, { trustsStamps: true });
  await inspector.resolveFolders(files);
  const unchanged = await inspector.findAllUnchanged(files);
  return files.every(({ path, sha256 }) => unchanged.get(path)?.sha256 === sha256);
}

/** The number of files that are inspected at the same time. */
const inspectedAtOnce = 16;

/** Whether a file of the manifest is not as it was last written. */
async function haveWrittenFilesChanged(
  { manifest }: TargetFolder,
  inspector: FileInspector,
  exceptions: ReadonlySet<string>,
): Promise<boolean> {
  const owned = manifest.ownedEntries().filter(([path]) => !exceptions.has(path));
  const files = owned.map(([path]) => ({ path }));
  await inspector.resolveFolders(files);
  const unchanged = await inspector.findAllUnchanged(files);
  const compared = owned.filter(([path]) => !unchanged.has(path));
  const touched: [path: string, entry: OwnedEntry][] = [];
  const found = await mapConcurrently(inspectedAtOnce, compared, async ([path, entry]) => {
    const file = await inspector.findIfAllowed(path);
    if (file?.sha256 === entry.sha256 && file.stamp !== entry.stamp) touched.push([path, { ...entry, stamp: file.stamp }]);
    return file?.sha256 !== entry.sha256;
  });
  // These files have been touched but not changed. With the new stamps, they need not be read again.
  manifest.put(touched);
  return found.includes(true);
}

/**
 * Stores what the user chose to do with these versions of files. Throws, and stores nothing, if another program has changed one of them since.
 * Returns a function that withdraws a permission to overwrite if it was not used, so that the files are again compared with the last export.
 */
export async function storeForeignFileChoice(
  folder: TargetFolder,
  choice: 'restore' | 'keep',
  versions: readonly FileVersion[],
): Promise<() => void> {
  if (choice === 'restore') return allowOverwrite(folder, versions);
  await findUnchangedFiles(folder, versions);
  folder.manifest.put(versions.map(({ path }) => [path, { kept: true }]));
  return () => undefined;
}

/** Allows the next delivery to overwrite the files that the user kept earlier, as long as they do not change. Returns the same as `storeForeignFileChoice`. */
export async function allowOverwriteOfKeptFiles(folder: TargetFolder): Promise<() => void> {
  const kept = folder.manifest.keptPaths();
  const found = await findFiles(folder, kept);
  return allowOverwriteOf(folder, kept, found);
}

/**
 * Allows the next delivery to overwrite these versions of files. Throws, and allows nothing, if another program has changed one of them
 * since.
 */
async function allowOverwrite(folder: TargetFolder, seen: readonly FileVersion[]): Promise<() => void> {
  const found = await findUnchangedFiles(folder, seen);
  const paths = seen.map(({ path }) => path);
  return allowOverwriteOf(folder, paths, found);
}

/** Throws if another program has changed one of the files since. */
export async function findUnchangedFiles(folder: TargetFolder, seen: readonly FileVersion[]): Promise<readonly (HashedFileStat | null)[]> {
  const found = await findFiles(
    folder,
    seen.map(({ path }) => path),
  );
  const changed = seen.find(({ sha256 }, index) => (found[index]?.sha256 ?? null) !== sha256);
  if (changed) throw fileChangedAgainProblem(changed.path);
  return found;
}

/** Throws a Problem if one of the files is there and cannot be read. */
function findFiles({ disk, root, exporter }: TargetFolder, paths: readonly string[]): Promise<readonly (HashedFileStat | null)[]> {
  return mapConcurrently(inspectedAtOnce, paths, (path) => findFileIfAllowed(disk, root, exporter, path)).catch((error: unknown) => {
    throw toGameFolderProblem(error, root);
  });
}

function allowOverwriteOf({ manifest }: TargetFolder, paths: readonly string[], found: readonly (HashedFileStat | null)[]): () => void {
  const before = paths.map((path) => [path, manifest.get(path)] as const);
  const files = paths.map((path, index) => [path, found[index]] as const);
  manifest.put(
    files.flatMap(([path, file]) =>
      file ? [[path, { sha256: file.sha256, size: file.size, stamp: file.stamp, isAdopted: true as const }] as const] : [],
    ),
  );
  manifest.remove(files.flatMap(([path, file]) => (file ? [] : [path])));
  const allowed = new Map(paths.map((path) => [path, manifest.get(path)]));
  // If a delivery failed midway, it may have overwritten some of them, and their entries describe Taleport's version.
  return () => {
    const unused = before.filter(([path]) => manifest.get(path) === allowed.get(path));
    manifest.put(unused.flatMap(([path, entry]) => (entry ? [[path, entry] as const] : [])));
    manifest.remove(unused.flatMap(([path, entry]) => (entry ? [] : [path])));
  };
}

/** Longer files, in bytes, are not compared line by line. */
const maxComparedBytes = 2_000_000;

/** The options of a run for this target. */
export function deliveryRunOptionsFor(
  deps: TargetDeps,
  { id, exporter, manifest, row: { hash, folder, settings } }: StoredTarget,
  rest: Pick<DeliveryRunOptions, 'render' | 'onWriting' | 'copyTexts' | 'fileWriter' | 'isOwnExport'>,
): DeliveryRunOptions {
  const { disk, store, timer, isClaimedByOther, locate } = deps;
  return {
    id,
    exporter,
    folder,
    disk,
    store,
    timer,
    manifest,
    perforce: settings.perforce,
    ...rest,
    isClaimed: (path) => isClaimedByOther(id, path),
    locate: (file) => locate(hash, file),
  };
}

/** Updates the editor integration. A failure is reported, and the export is complete nevertheless. */
export async function updateIntegration(
  { log }: TargetDeps,
  target: StoredTarget,
  story: StorySource | undefined,
): Promise<readonly Finding[]> {
  const { integrationFile } = target.row.settings;
  if (integrationFile === null) return [];
  try {
    return await applyIntegration(target.integrationContext, integrationFile, story);
  } catch (error) {
    if (!(error instanceof Problem)) log(`Target ${target.id}: ${describeError(error)}`);
    return [integrationFailedFinding(integrationFile, error)];
  }
}

/** Finishes or reverts an interrupted delivery, and puts back files that a killed process had moved away. */
export async function recoverTargetFolder({ store, timer }: TargetDeps, { id, folder: place }: StoredTarget): Promise<void> {
  if (await isProjectPresent(place.disk, place.exporter, place.root)) await recoverDelivery({ ...place, id, store, timer });
}

/** Compares a file in the folder with the one that would be exported. */
export async function compareFile(
  { disk, root, exporter }: TargetFolder,
  files: readonly TargetFile[],
  path: string,
): Promise<FileComparison> {
  const exported = files.find((file) => file.path === path);
  const at = await resolveSafePath(disk, root, exporter, path);
  const existing = await disk.stat(at);
  if (!exported && !existing) throw fileNotFoundProblem(path);
  const isShort = (existing?.size ?? 0) <= maxComparedBytes;
  if (exported && isAssetFile(exported)) return compareSizes(existing?.size ?? null, exported.size);
  const text = exported && 'chunks' in exported ? readFullText(exported) : null;
  if (!isShort || (text === null && !path.toLowerCase().endsWith(exporter.story.extension)))
    return compareSizes(existing?.size ?? null, text === null ? null : Buffer.byteLength(text));
  return compareTexts(existing ? await disk.readText(at) : null, text);
}

export async function renderTargetStory(deps: TargetDeps, target: StoredTarget): Promise<RenderedStory> {
  const { hash, engine, settings } = target.row;
  return deps.render(hash, engine, settings, await target.findPlugin());
}

/** Renders the story, and releases it when `use` has ended. */
export async function withRenderedFiles<T>(
  deps: TargetDeps,
  target: StoredTarget,
  use: (files: readonly TargetFile[]) => T | Promise<T>,
): Promise<T> {
  const { files, release } = await renderTargetStory(deps, target);
  try {
    return await use(files);
  } finally {
    release?.();
  }
}

/** The main story file, for an editor integration that uses it. */
export const renderStorySource = (deps: TargetDeps, target: StoredTarget): Promise<StorySource | undefined> =>
  withRenderedFiles(deps, target, (files) => storySourceFrom(target.exporter, files));

/** The main story file that a delivery has just written or found in the folder. */
export function deliveredStorySource({ disk }: TargetDeps, target: StoredTarget, { texts }: CompletedDelivery): StorySource | undefined {
  const mainPath = mainStoryPath(target.exporter);
  const [path, fingerprint] = texts.find(([each]) => each === mainPath) ?? [];
  if (path === undefined || !fingerprint) return undefined;
  return { sha256: fingerprint.sha256, readText: () => disk.readText(target.pathTo(path)) };
}
