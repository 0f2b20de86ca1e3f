/**
 * One round of a target: is the game project there, was something cut short, what does the story give, what is on the
 * disk, bring it there. Whatever goes wrong is an outcome, not an error: the target shows it and tries again.
 */
import type { ExportFormat, Finding } from '../../shared/findings.ts';
import { Problem } from '../../shared/problem.ts';
import type { Shelf } from '../../shared/shelf.ts';
import type { Delivery } from '../../shared/targets.ts';
import { deliver, type Site, settle, stagingOf } from './deliver.ts';
import { isThere } from './detect.ts';
import type { Disk } from './disk.ts';
import type { Drafts } from './drafts.ts';
import { type CopiedFile, isCopy, type LocateFile, type Rendered } from './files.ts';
import type { Print } from './hash.ts';
import { isOurs, type Manifest, type Ours } from './manifest.ts';
import { type Foreign, type Ground, makePlan } from './plan.ts';
import { rivalFinding, rivalsOf } from './rivals.ts';
import type { Timer } from './schedule.ts';
import { faultOf, foreignProblem, goneProblem, storyProblem } from './sentences.ts';
import type { Staging } from './staging.ts';

export interface RoundOf {
  readonly id: string;
  readonly engine: ExportFormat;
  /** The game project as the user named it. */
  readonly folder: string;
  readonly disk: Disk;
  readonly shelf: Shelf;
  readonly timer: Timer;
  readonly manifest: Manifest;
  readonly claimed: (path: string) => boolean;
  readonly locate: LocateFile;
  readonly drafts: Drafts;
  /** Takes a while for a large story: asked once a round, as late as can be. */
  readonly render: () => Rendered | Promise<Rendered>;
  readonly writing: () => void;
}

export type Outcome =
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
      readonly texts: readonly (readonly [path: string, print: Print])[];
      readonly copies: readonly CopiedFile[];
    }
  | { readonly is: 'foreign'; readonly foreign: readonly Foreign[]; readonly findings: readonly Finding[] }
  | { readonly is: 'blocked'; readonly problem: Problem; readonly findings: readonly Finding[] };

export type Done = Extract<Outcome, { is: 'done' }>;

/** What was done, with that of the round right before it; throws where it was not. */
export function deliveryOf(id: string, outcome: Outcome, before: Outcome | null): Delivery {
  if (outcome.is === 'blocked') throw outcome.problem;
  if (outcome.is === 'foreign') throw foreignProblem(outcome.foreign);
  const both = (pick: (done: Done) => readonly string[]): string[] => [
    ...new Set([...(before?.is === 'done' ? pick(before) : []), ...pick(outcome)]),
  ];
  return { id, written: both(({ written }) => written), removed: both(({ removed }) => removed) };
}

export async function runRound(of: RoundOf, how: { readonly dryRun: boolean }): Promise<Outcome> {
  const { disk, engine, folder } = of;
  try {
    if (!(await isThere(disk, engine, folder))) return { is: 'blocked', problem: goneProblem(folder, engine), findings: [] };
    const site: Site & Ground = { ...of, root: await disk.real(folder) };
    // Someone may change a file between our look and our rename: then look again.
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await once(site, of, how.dryRun, attempt === 1);
      if (outcome !== 'again') return outcome;
      if (attempt === 5) throw new Problem('folder', `Another program keeps changing our files in ${folder}.`);
    }
  } catch (error) {
    const there = await isThere(disk, engine, folder).catch(() => true);
    return { is: 'blocked', problem: faultOf(error, folder, engine, there), findings: [] };
  }
}

async function once(site: Site & Ground, of: RoundOf, dryRun: boolean, trusts: boolean): Promise<Outcome | 'again'> {
  if (!dryRun) await settle(site);
  const rendered = await of.render();
  const staging = dryRun ? null : stagingOf(site);
  try {
    return await bring(site, of, rendered, { trusts, staging });
  } finally {
    rendered.release?.();
    // Of a delivery it is gone already. Where this fails, the next round does it.
    await staging?.discard().catch(() => undefined);
  }
}

async function bring(
  site: Site & Ground,
  of: RoundOf,
  { version, files, findings, release }: Rendered,
  how: { readonly trusts: boolean; readonly staging: Staging | null },
): Promise<Outcome | 'again'> {
  if (findings.some(({ severity }) => severity === 'error'))
    return { is: 'blocked', problem: storyProblem(findings, site.engine), findings };
  const plan = await makePlan(site, files, how);
  release?.();
  const told = [...findings, ...plan.lost];
  if (plan.foreign.length > 0) return { is: 'foreign', foreign: plan.foreign, findings: told };
  const paths = files.map(({ path }) => path);
  const rivals = await rivalsOf(site.disk, site.root, site.engine, paths);
  const seen = {
    ...({ is: 'done', version, rivals, paths, texts: plan.texts, copies: files.filter(isCopy) } as const),
    ...{ skipped: plan.skipped, findings: [...told, ...rivals.map(rivalFinding)] },
  };
  if (!how.staging) return { ...seen, written: plan.writes.map(({ path }) => path), removed: plan.removals.map(({ path }) => path) };
  if (plan.writes.length + plan.removals.length > 0) of.writing();
  const { written, removed, whole } = await deliver(site, plan, how.staging);
  if (!whole) return 'again';
  const fresh = plan.adopted.filter(([path, ours]) => !sameEntry(site.manifest.get(path), ours));
  site.manifest.put(fresh);
  site.manifest.drop(plan.released);
  return { ...seen, written, removed };
}

const sameEntry = (entry: ReturnType<Manifest['get']>, { sha256, stamp }: Ours): boolean =>
  isOurs(entry) && entry.sha256 === sha256 && entry.stamp === stamp;
