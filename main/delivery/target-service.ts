/**
 * The targets of all projects: adds, lists and removes them, and notifies them of changes of the story. What one target does is in target-runner.ts.
 * To be closed before the engine, because closing writes changes that are still pending.
 */

import type { ExporterId } from '../../shared/contracts/exporters.ts';
import type { CallInput, CallOutput } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import type {
  Delivery,
  DetectedGameProject,
  EditorIntegrationOffer,
  ExportHistoryEntry,
  FileComparison,
  Target,
  TargetSettings,
} from '../../shared/contracts/targets.ts';
import type { Environment } from '../../shared/environment.ts';
import { notFoundProblem, Problem } from '../../shared/problem.ts';
import { findExporter, getExporter } from '../exporters/exporters.ts';
import { type Disk, nodeDisk } from '../platform/disk.ts';
import { JobQueue } from '../platform/job-queue.ts';
import { systemTimer, type Timer } from './debounce.ts';
import { folderInUseProblem, isPathProblem } from './delivery-messages.ts';
import { detectProjects, resolveTargetFolder } from './detect-projects.ts';
import { textsUsedByIntegrations } from './editor-integration.ts';
import { textsUsedByHistory } from './export-history.ts';
import type { TargetDeps } from './target-deps.ts';
import type { RenderedStory } from './target-file.ts';
import { defaultSettings, mergeSettings, targetKeyPrefix, targetRowSchema, type WithUndefined } from './target-row.ts';
import { TargetRunner } from './target-runner.ts';
import { openTextArchive, type TextArchive } from './text-archive.ts';

export interface TargetServiceDeps {
  readonly store: KeyValueStore;
  readonly environment: Environment;
  readonly render: (hash: string, engine: ExporterId, settings: TargetSettings) => RenderedStory | Promise<RenderedStory>;
  /** The version that an export of the story would hold now. Without it each round asks for the export. */
  readonly versionOf?: (hash: string) => number;
  /** Where the bytes of a project's stored file lie; undefined where they are gone. Without it there are none. */
  readonly locate?: (hash: string, file: string) => string | undefined;
  /** Where past exports are kept; in memory without it. */
  readonly archive?: TextArchive;
  readonly log: (line: string) => void;
  readonly emit: (event: BackendEvent) => void;
  /** Nothing is watched or written by itself; only what is asked for in a call is done. */
  readonly isManualOnly?: boolean;
  /** Real ones unless a test brings its own. */
  readonly timer?: Timer;
  readonly disk?: Disk;
}

export interface TargetService {
  list(hash?: string): Target[];
  detectProjects(folder: string): Promise<DetectedGameProject[]>;
  add(input: CallInput<'target.add'>): Promise<CallOutput<'target.add'>>;
  changeSettings(id: string, settings: Partial<WithUndefined<TargetSettings>>): Promise<Target>;
  remove(id: string): Promise<void>;
  run(input: CallInput<'target.run'>): Promise<Delivery[]>;
  resolve(id: string, choice: CallInput<'target.resolve'>['choice']): Promise<Target>;
  compare(id: string, path: string): Promise<FileComparison>;
  listIntegrations(id: string): Promise<EditorIntegrationOffer[]>;
  history(id: string): Promise<ExportHistoryEntry[]>;
  restoreExport(id: string, past: string): Promise<Delivery>;
  onProjectChanged(hash: string): void;
  onProjectRemoved(hash: string): void;
  close(): Promise<void>;
}

/** The targets of earlier runs, already on their way to be checked against the story. */
export async function openTargetService(deps: TargetServiceDeps): Promise<TargetService> {
  const disk = deps.disk ?? nodeDisk;
  const archive = deps.archive ?? openTextArchive(null);
  const live = new Map<string, TargetRunner>();
  const adding = new JobQueue();
  const targetDeps: TargetDeps = {
    ...deps,
    disk,
    isManualOnly: deps.isManualOnly ?? false,
    archive,
    locate: deps.locate ?? (() => undefined),
    timer: deps.timer ?? systemTimer,
    isClaimedByOther: (id, path) => [...live.values()].some((other) => other.id !== id && other.ownsPath(path)),
  };
  const get = (id: string): TargetRunner => {
    const found = live.get(id);
    if (!found) throw notFoundProblem('target', id);
    return found;
  };
  const drop = async (id: string): Promise<void> => {
    const target = get(id);
    live.delete(id);
    await target.remove();
    deps.emit({ event: 'target.removed', id });
  };

  const rows = deps.store.list(targetKeyPrefix).flatMap(({ id, value }) => {
    const read = targetRowSchema.safeParse(value);
    if (!read.success) deps.log(`Target row ${id} cannot be read: ${read.error.message}`);
    else if (!findExporter(read.data.engine)) deps.log(`Target row ${id} cannot be read: there is no exporter ${read.data.engine}`);
    return read.success && findExporter(read.data.engine) ? [{ id: id.slice(targetKeyPrefix.length), row: read.data }] : [];
  });
  rows.sort((a, b) => a.row.createdAt - b.row.createdAt || (a.id < b.id ? -1 : 1));
  for (const { id, row } of rows) live.set(id, new TargetRunner(targetDeps, id, row));
  await archive.prune(new Set([...textsUsedByHistory(deps.store), ...textsUsedByIntegrations(deps.store)]));
  for (const target of live.values()) target.start();

  return {
    list: (hash) => [...live.values()].map((target) => target.present()).filter((target) => hash === undefined || target.hash === hash),
    detectProjects: (folder) => detectProjects(disk, folder),
    async add({ hash, folder: asked, engine: wanted, settings }) {
      const { exporter, folder } = await resolveTargetFolder(disk, asked, wanted);
      const engine = exporter.id;
      const real = await disk.realPath(folder);
      const id = deps.environment.newId();
      // Two that are added at the same moment must know of each other.
      const target = await adding.run(async () => {
        const taken = await findTargetInFolder(disk, real, [...live.values()], (row) => row.engine === engine || row.hash !== hash);
        if (taken) throw folderInUseProblem({ id: taken.id, ...taken.row }, getExporter(taken.row.engine), hash);
        const createdAt = deps.environment.now();
        const row = {
          hash,
          engine,
          folder,
          real,
          settings: mergeSettings(defaultSettings, settings ?? {}),
          createdAt,
          version: null,
          lastExport: null,
        };
        deps.store.put([{ id: targetKeyPrefix + id, value: row }]);
        const made = new TargetRunner(targetDeps, id, row);
        live.set(id, made);
        return made;
      });
      try {
        if (target.row.settings.on) await target.run({ dryRun: false });
      } catch (problem) {
        // A path that may never be written to makes no target; a story with errors or a full disk makes one that waits.
        if (!(problem instanceof Problem) || problem.code === 'notFound' || isPathProblem(problem)) {
          await drop(id);
          throw problem;
        }
      }
      target.startWatching();
      return { ...target.present(), files: target.ownedPaths() };
    },
    changeSettings: (id, settings) => get(id).changeSettings(settings),
    remove: drop,
    async run({ id, dryRun }) {
      const chosen = id === undefined ? [...live.values()].filter(({ row }) => row.settings.on) : [get(id)];
      const results = await Promise.allSettled(chosen.map((target) => target.run({ dryRun: dryRun ?? false })));
      const failed = results.flatMap((result, index) =>
        result.status === 'rejected' ? [{ id: chosen[index]?.id ?? '', problem: Problem.from(result.reason) }] : [],
      );
      const [first] = failed;
      if (failed.length === 1 && first) throw first.problem;
      if (first) {
        const errors = Object.fromEntries(failed.map((one) => [`target.${one.id}`, one.problem.message]));
        throw new Problem(first.problem.code, failed.map(({ problem }) => problem.message).join('\n'), { errors });
      }
      return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    },
    resolve: (id, choice) => get(id).resolve(choice),
    compare: async (id, path) => get(id).compare(path),
    listIntegrations: async (id) => get(id).listIntegrations(),
    history: async (id) => get(id).history(),
    restoreExport: async (id, past) => get(id).restoreExport(past),
    onProjectChanged(hash) {
      for (const target of live.values()) if (target.row.hash === hash) target.onStoryChanged();
    },
    onProjectRemoved(hash) {
      const gone = [...live.values()].filter(({ row }) => row.hash === hash);
      for (const { id } of gone) void drop(id).catch((error: unknown) => deps.log(`Target ${id} was not removed: ${String(error)}`));
    },
    async close() {
      await Promise.all([...live.values()].map((target) => target.close()));
    },
  };
}

/** The same folder, whatever it is called: another case, another way to write an accent, a link. */
async function findTargetInFolder(
  disk: Disk,
  real: string,
  targets: readonly TargetRunner[],
  counts: (row: TargetRunner['row']) => boolean,
): Promise<TargetRunner | undefined> {
  const identity = await disk.identity(real);
  for (const target of targets) {
    if (!counts(target.row)) continue;
    if (target.row.real === real || (await disk.identity(target.row.real).catch(() => null)) === identity) return target;
  }
  return undefined;
}
