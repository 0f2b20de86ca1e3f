/**
 * One run of a target: checks that the game project exists, finishes an interrupted delivery, renders the story, compares it with the disk
 * and applies the differences. An error is returned as an outcome and not thrown: the target shows it and retries.
 */
import { join } from 'node:path';
import { blocksExport, type Finding } from '../../../shared/contracts/findings.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { Delivery, ForeignFile } from '../../../shared/contracts/targets.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { AssetFile } from '../../exporters/asset-files.ts';
import type { Exporter } from '../../exporters/exporter.ts';
import { findOtherStoryFiles, otherStoryFileFinding } from '../../exporters/story-files.ts';
import type { Disk } from '../../platform/disk.ts';
import type { Fingerprint } from '../../platform/fingerprint.ts';
import { openInPerforce } from '../../platform/perforce.ts';
import type { Timer } from '../../platform/timer.ts';
import {
  busyFolderProblem,
  foreignFilesProblem,
  missingProjectProblem,
  perforceFinding,
  readOnlyProblem,
  storyErrorsProblem,
  toDeliveryProblem,
} from '../delivery-messages.ts';
import type { TextFileContent } from '../history/export-history.ts';
import { type AppliedChanges, applyPlan, type DeliveryContext, recoverDelivery, stagingFolderFor } from './apply-plan.ts';
import { createDeliveryPlan, type DeliveryPlan, type OwnExportRecognizer, type PlanContext } from './delivery-plan.ts';
import { isProjectPresent } from './detect-projects.ts';
import type { IncrementalFileWriter } from './incremental-file-writer.ts';
import { isOwned, type Manifest, type OwnedEntry } from './manifest.ts';
import { reportToPerforce, storePerforceRecord } from './perforce-record.ts';
import type { StagingFolder } from './staging-folder.ts';
import { isAssetFile, type RenderedStory, type StoredFileLocator } from './target-file.ts';

export interface DeliveryRunOptions {
  readonly id: string;
  readonly exporter: Exporter;
  /** The path of the game project as the user entered it. */
  readonly folder: string;
  readonly disk: Disk;
  readonly store: KeyValueStore;
  readonly timer: Timer;
  readonly manifest: Manifest;
  readonly isClaimed: (path: string) => boolean;
  readonly locate: StoredFileLocator;
  readonly fileWriter: IncrementalFileWriter;
  readonly isOwnExport: OwnExportRecognizer;
  /** Whether Perforce opens read-only files, and is told of new and removed ones. */
  readonly perforce: boolean;
  /** Renders the story. Slow for a large one, so it is called once in a run, as late as possible. */
  readonly render: () => RenderedStory | Promise<RenderedStory>;
  readonly onWriting: () => void;
  /** Called before any file is changed, with the texts that the last delivery did not write and the files that contain them. */
  readonly copyTexts: (texts: readonly TextFileContent[]) => Promise<void>;
}

export type DeliveryOutcome =
  | {
      readonly type: 'done';
      readonly version: number;
      readonly written: readonly string[];
      readonly removed: readonly string[];
      readonly skipped: readonly string[];
      readonly otherStoryFiles: readonly string[];
      readonly findings: readonly Finding[];
      /** All paths of the export, which must be watched. */
      readonly paths: readonly string[];
      /** The exported files in the folder. `copies` includes assets whose stored files are missing. */
      readonly texts: readonly (readonly [path: string, print: Fingerprint])[];
      readonly copies: readonly AssetFile[];
      /** False if the file system lacks hard links, so that a save of another program can be lost; null if nothing was written. */
      readonly swapsFiles: boolean | null;
    }
  | { readonly type: 'foreign'; readonly foreign: readonly ForeignFile[]; readonly findings: readonly Finding[] }
  | { readonly type: 'blocked'; readonly problem: Problem; readonly findings: readonly Finding[] };

export type CompletedDelivery = Extract<DeliveryOutcome, { type: 'done' }>;

/**
 * The result of a run: the paths written and removed, including those of the run directly before it. Throws the Problem of a failed run.
 */
export function toDelivery(id: string, outcome: DeliveryOutcome, before: DeliveryOutcome | null): Delivery {
  if (outcome.type === 'blocked') throw outcome.problem;
  if (outcome.type === 'foreign') throw foreignFilesProblem(outcome.foreign);
  const both = (pick: (done: CompletedDelivery) => readonly string[]): string[] => [
    ...new Set([...(before?.type === 'done' ? pick(before) : []), ...pick(outcome)]),
  ];
  return { id, written: both(({ written }) => written), removed: both(({ removed }) => removed) };
}

export async function runDelivery(options: DeliveryRunOptions, mode: { readonly dryRun: boolean }): Promise<DeliveryOutcome> {
  const { disk, exporter, folder } = options;
  try {
    if (!(await isProjectPresent(disk, exporter, folder)))
      return { type: 'blocked', problem: missingProjectProblem(folder, exporter), findings: [] };
    const context: DeliveryContext & PlanContext = { ...options, root: await disk.realPath(folder) };
    const changed = new ChangedPaths();
    // Another program may change a file between the comparison and the rename. Then both are repeated.
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await runOnce(context, options, changed, { dryRun: mode.dryRun, trustStamps: attempt === 1 });
      if (outcome !== 'retry') return outcome;
      if (attempt === 5) throw busyFolderProblem(folder);
    }
  } catch (error) {
    const isPresent = await isProjectPresent(disk, exporter, folder).catch(() => true);
    return { type: 'blocked', problem: toDeliveryProblem(error, folder, exporter, isPresent), findings: [] };
  }
}

/** What a run has written and removed in all of its attempts, including an interrupted delivery that it has finished. */
class ChangedPaths {
  readonly #written = new Set<string>();
  readonly #removed = new Set<string>();

  add({ written, removed }: Pick<AppliedChanges, 'written' | 'removed'>): void {
    for (const path of removed) {
      this.#removed.add(path);
      this.#written.delete(path);
    }
    for (const path of written) {
      this.#written.add(path);
      this.#removed.delete(path);
    }
  }

  list(): { readonly written: readonly string[]; readonly removed: readonly string[] } {
    return { written: [...this.#written], removed: [...this.#removed] };
  }
}

async function runOnce(
  context: DeliveryContext & PlanContext,
  options: DeliveryRunOptions,
  changed: ChangedPaths,
  { dryRun, trustStamps }: { readonly dryRun: boolean; readonly trustStamps: boolean },
): Promise<DeliveryOutcome | 'retry'> {
  if (!dryRun) changed.add(await recoverDelivery(context));
  const rendered = await options.render();
  const staging = dryRun ? null : stagingFolderFor(context);
  try {
    return await planAndApply(context, options, rendered, { trustStamps, staging, changed });
  } finally {
    rendered.release?.();
    // A finished delivery has already discarded it. If it fails here, the next run does it.
    await staging?.discard().catch(() => undefined);
  }
}

async function planAndApply(
  context: DeliveryContext & PlanContext,
  options: DeliveryRunOptions,
  { version, files, findings, release }: RenderedStory,
  settings: { readonly trustStamps: boolean; readonly staging: StagingFolder | null; readonly changed: ChangedPaths },
): Promise<DeliveryOutcome | 'retry'> {
  if (findings.some(blocksExport)) {
    const hasExport = context.manifest.ownedEntries().length > 0;
    return { type: 'blocked', problem: storyErrorsProblem(findings, context.exporter, { hasExport }), findings };
  }
  const plan = await createDeliveryPlan(context, files, settings);
  release?.();
  const allFindings = [...findings, ...plan.missingAssets];
  if (plan.foreign.length > 0) return { type: 'foreign', foreign: plan.foreign, findings: allFindings };
  const paths = files.map(({ path }) => path);
  const otherStoryFiles = await findOtherStoryFiles(context.disk, context.root, context.exporter, paths);
  const seen = {
    ...({ type: 'done', version, otherStoryFiles, paths, texts: plan.texts, copies: files.filter(isAssetFile) } as const),
    skipped: plan.skipped,
    findings: [...allFindings, ...otherStoryFiles.map((path) => otherStoryFileFinding(context.exporter, path))],
  };
  if (!settings.staging) return { ...seen, written: pathsOf(plan.writes), removed: pathsOf(plan.removals), swapsFiles: null };
  if (plan.writes.length + plan.removals.length > 0) options.onWriting();
  if (context.perforce) await openReadOnlyFiles(context, plan);
  await options.copyTexts(newTexts(plan, context, settings.staging));
  if (context.perforce) {
    const added = pathsOf(plan.writes.filter(({ expectedSha256 }) => expectedSha256 === null));
    storePerforceRecord(context, { added, removed: pathsOf(plan.removals).filter((path) => !plan.readOnly.removed.includes(path)) });
  }
  const { isComplete, swapsFiles, ...applied } = await applyPlan(context, plan, settings.staging);
  settings.changed.add(applied);
  // The files are in place, so a failure is only reported.
  const failed = context.perforce ? await reportToPerforce(context) : null;
  const recorded = failed === null ? [] : [perforceFinding(failed)];
  if (!isComplete) return 'retry';
  const fresh = plan.matching.filter(([path, ours]) => !isSameEntry(context.manifest.get(path), ours));
  context.manifest.put(fresh);
  context.manifest.remove(plan.untracked);
  return { ...seen, findings: [...seen.findings, ...recorded], ...settings.changed.list(), swapsFiles };
}

async function openReadOnlyFiles({ disk, root }: PlanContext, { readOnly }: DeliveryPlan): Promise<void> {
  const [first] = await openInPerforce(disk, root, readOnly);
  if (first !== undefined) throw readOnlyProblem(first);
}

function newTexts(plan: DeliveryPlan, { manifest, root }: PlanContext, staging: StagingFolder): TextFileContent[] {
  const staged = new Map(plan.writes.flatMap(({ path, source }) => ('staged' in source ? [[path, staging.pathFor(source.staged)]] : [])));
  return plan.texts.flatMap(([path, { sha256 }]) => {
    const entry = manifest.get(path);
    return isOwned(entry) && entry.sha256 === sha256 ? [] : [{ sha256, file: staged.get(path) ?? join(root, path) }];
  });
}

const pathsOf = (changes: readonly { readonly path: string }[]): string[] => changes.map(({ path }) => path);

const isSameEntry = (entry: ReturnType<Manifest['get']>, { sha256, stamp }: OwnedEntry): boolean =>
  isOwned(entry) && entry.sha256 === sha256 && entry.stamp === stamp;
