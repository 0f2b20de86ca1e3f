/**
 * One round of a target: is the game project there, was something cut short, what does the story give, what is on the
 * disk, bring it there. Whatever goes wrong is an outcome, not an error: the target shows it and tries again.
 */
import type { Finding } from '../../shared/contracts/findings.ts';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import type { Delivery } from '../../shared/contracts/targets.ts';
import { Problem } from '../../shared/problem.ts';
import type { Exporter } from '../exporters/exporter.ts';
import { findOtherStoryFiles, otherStoryFileFinding } from '../exporters/other-story-files.ts';
import type { Disk } from '../platform/disk.ts';
import type { Fingerprint } from '../platform/fingerprint.ts';
import { applyPlan, type DeliveryContext, recoverDelivery, stagingFolderFor } from './apply-plan.ts';
import type { Timer } from './debounce.ts';
import { foreignFilesProblem, missingProjectProblem, storyErrorsProblem, toDeliveryProblem } from './delivery-messages.ts';
import { createDeliveryPlan, type ForeignFile, type PlanContext } from './delivery-plan.ts';
import { isProjectPresent } from './detect-projects.ts';
import type { IncrementalFileWriter } from './incremental-file-writer.ts';
import { isOwned, type Manifest, type OwnedEntry } from './manifest.ts';
import type { StagingFolder } from './staging-folder.ts';
import { type AssetCopy, isAssetCopy, type RenderedStory, type StoredFileLocator } from './target-file.ts';

export interface DeliveryRunOptions {
  readonly id: string;
  readonly exporter: Exporter;
  /** The game project as the user named it. */
  readonly folder: string;
  readonly disk: Disk;
  readonly store: KeyValueStore;
  readonly timer: Timer;
  readonly manifest: Manifest;
  readonly isClaimed: (path: string) => boolean;
  readonly locate: StoredFileLocator;
  readonly fileWriter: IncrementalFileWriter;
  /** Takes a while for a large story: asked once a round, as late as can be. */
  readonly render: () => RenderedStory | Promise<RenderedStory>;
  readonly onWriting: () => void;
}

export type DeliveryOutcome =
  | {
      readonly is: 'done';
      readonly version: number;
      readonly written: readonly string[];
      readonly removed: readonly string[];
      readonly skipped: readonly string[];
      readonly rivals: readonly string[];
      readonly findings: readonly Finding[];
      /** All paths of the export, for the watch. */
      readonly paths: readonly string[];
      /** What the folder holds of it, the copies also where their bytes are gone. */
      readonly texts: readonly (readonly [path: string, print: Fingerprint])[];
      readonly copies: readonly AssetCopy[];
    }
  | { readonly is: 'foreign'; readonly foreign: readonly ForeignFile[]; readonly findings: readonly Finding[] }
  | { readonly is: 'blocked'; readonly problem: Problem; readonly findings: readonly Finding[] };

export type CompletedDelivery = Extract<DeliveryOutcome, { is: 'done' }>;

/** What was done, with that of the round right before it; throws where it was not. */
export function toDelivery(id: string, outcome: DeliveryOutcome, before: DeliveryOutcome | null): Delivery {
  if (outcome.is === 'blocked') throw outcome.problem;
  if (outcome.is === 'foreign') throw foreignFilesProblem(outcome.foreign);
  const both = (pick: (done: CompletedDelivery) => readonly string[]): string[] => [
    ...new Set([...(before?.is === 'done' ? pick(before) : []), ...pick(outcome)]),
  ];
  return { id, written: both(({ written }) => written), removed: both(({ removed }) => removed) };
}

export async function runDelivery(of: DeliveryRunOptions, how: { readonly dryRun: boolean }): Promise<DeliveryOutcome> {
  const { disk, exporter, folder } = of;
  try {
    if (!(await isProjectPresent(disk, exporter, folder)))
      return { is: 'blocked', problem: missingProjectProblem(folder, exporter), findings: [] };
    const site: DeliveryContext & PlanContext = { ...of, root: await disk.realPath(folder) };
    // Someone may change a file between our look and our rename: then look again.
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await runOnce(site, of, how.dryRun, attempt === 1);
      if (outcome !== 'again') return outcome;
      if (attempt === 5) throw new Problem('folder', `Another program keeps changing our files in ${folder}.`);
    }
  } catch (error) {
    const there = await isProjectPresent(disk, exporter, folder).catch(() => true);
    return { is: 'blocked', problem: toDeliveryProblem(error, folder, exporter, there), findings: [] };
  }
}

async function runOnce(
  site: DeliveryContext & PlanContext,
  of: DeliveryRunOptions,
  dryRun: boolean,
  trustStamps: boolean,
): Promise<DeliveryOutcome | 'again'> {
  if (!dryRun) await recoverDelivery(site);
  const rendered = await of.render();
  const staging = dryRun ? null : stagingFolderFor(site);
  try {
    return await planAndApply(site, of, rendered, { trustStamps, staging });
  } finally {
    rendered.release?.();
    // Of a delivery it is gone already. Where this fails, the next round does it.
    await staging?.discard().catch(() => undefined);
  }
}

async function planAndApply(
  site: DeliveryContext & PlanContext,
  of: DeliveryRunOptions,
  { version, files, findings, release }: RenderedStory,
  how: { readonly trustStamps: boolean; readonly staging: StagingFolder | null },
): Promise<DeliveryOutcome | 'again'> {
  if (findings.some(({ severity }) => severity === 'error'))
    return { is: 'blocked', problem: storyErrorsProblem(findings, site.exporter), findings };
  const plan = await createDeliveryPlan(site, files, how);
  release?.();
  const told = [...findings, ...plan.missingAssets];
  if (plan.foreign.length > 0) return { is: 'foreign', foreign: plan.foreign, findings: told };
  const paths = files.map(({ path }) => path);
  const rivals = await findOtherStoryFiles(site.disk, site.root, site.exporter, paths);
  const seen = {
    ...({ is: 'done', version, rivals, paths, texts: plan.texts, copies: files.filter(isAssetCopy) } as const),
    ...{ skipped: plan.skipped, findings: [...told, ...rivals.map((path) => otherStoryFileFinding(site.exporter, path))] },
  };
  if (!how.staging) return { ...seen, written: plan.writes.map(({ path }) => path), removed: plan.removals.map(({ path }) => path) };
  if (plan.writes.length + plan.removals.length > 0) of.onWriting();
  const { written, removed, isComplete } = await applyPlan(site, plan, how.staging);
  if (!isComplete) return 'again';
  const fresh = plan.matching.filter(([path, ours]) => !isSameEntry(site.manifest.get(path), ours));
  site.manifest.put(fresh);
  site.manifest.remove(plan.untracked);
  return { ...seen, written, removed };
}

const isSameEntry = (entry: ReturnType<Manifest['get']>, { sha256, stamp }: OwnedEntry): boolean =>
  isOwned(entry) && entry.sha256 === sha256 && entry.stamp === stamp;
