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
  FileVersion,
  ForeignEdits,
  StoryComparison,
  TakenEdits,
  Target,
  TargetSettings,
  TargetVersion,
} from '../../shared/contracts/targets.ts';
import type { Environment } from '../../shared/environment.ts';
import { joinLines } from '../../shared/messages/join-messages.ts';
import { kindNoun } from '../../shared/messages/kind-messages.ts';
import { message } from '../../shared/messages/message.ts';
import { notFoundProblem, Problem } from '../../shared/problem.ts';
import { findExporter, getExporter } from '../exporters/exporters.ts';
import { type Disk, nodeDisk } from '../platform/disk.ts';
import { JobQueue } from '../platform/job-queue.ts';
import { systemTimer, type Timer } from '../platform/timer.ts';
import { folderInUseProblem, isPathProblem } from './delivery-messages.ts';
import { detectProjects, resolveTargetFolder } from './detect-projects.ts';
import type { EditableStory } from './editable-story.ts';
import { textsUsedByIntegrations } from './editor-integration.ts';
import { textsUsedByHistory } from './export-history.ts';
import type { TargetDeps } from './target-deps.ts';
import type { RenderedStory } from './target-file.ts';
import { defaultSettings, mergeSettings, type TargetRow, targetKeyPrefix, targetRowSchema, type WithUndefined } from './target-row.ts';
import { TargetRunner } from './target-runner.ts';
import { openTextArchive, type TextArchive } from './text-archive.ts';

export interface TargetServiceDeps {
  readonly store: KeyValueStore;
  readonly environment: Environment;
  readonly render: (hash: string, engine: ExporterId, settings: TargetSettings) => RenderedStory | Promise<RenderedStory>;
  /** The version that an export of the story would contain now. Without it, each run renders the export. */
  readonly versionOf?: (hash: string) => number;
  /** The path of a stored file of a project; undefined where it is missing. Without it there are no stored files. */
  readonly locate?: (hash: string, file: string) => string | undefined;
  /** Whether a folder (its real path) belongs to Taleport, so that no target may be in it. */
  readonly isReservedFolder?: (real: string) => boolean;
  /** The archive of earlier exports; in memory without it. */
  readonly archive?: TextArchive;
  /** The story of a project, which the user edits. Without it, nothing can be taken back into a story. */
  readonly openStory?: (hash: string) => EditableStory;
  readonly log: (line: string) => void;
  readonly emit: (event: BackendEvent) => void;
  /** Exports only on request; nothing is watched. */
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
  /** Continues in the folder to which the game project was moved. Throws a Problem where it cannot. */
  relocate(id: string, folder: string): Promise<Target>;
  remove(id: string): Promise<void>;
  run(input: CallInput<'target.run'>): Promise<Delivery[]>;
  /** Throws a Problem where a file is no longer one of the versions in `seen`. */
  resolve(id: string, choice: CallInput<'target.resolve'>['choice'], seen?: readonly FileVersion[]): Promise<Target>;
  compare(id: string, path: string): Promise<FileComparison>;
  listIntegrations(id: string): Promise<EditorIntegrationOffer[]>;
  /** What another program has changed in the exported files, as values that the story can take. */
  listForeignEdits(id: string): Promise<ForeignEdits>;
  /** Takes some of them into the story, as one step that can be undone. Throws a Problem, and takes none, where one of them is outdated. */
  takeForeignEdits(input: CallInput<'target.takeEdits'>): Promise<TakenEdits>;
  compareVersions(id: string, versions: { from: TargetVersion; to: TargetVersion }): Promise<StoryComparison>;
  history(id: string): Promise<ExportHistoryEntry[]>;
  restoreExport(id: string, exportId: string): Promise<Delivery>;
  onProjectChanged(hash: string): void;
  onProjectRemoved(hash: string): void;
  close(): Promise<void>;
}

/** Opens the stored targets, and schedules their comparison with the story. */
export async function openTargetService(deps: TargetServiceDeps): Promise<TargetService> {
  const disk = deps.disk ?? nodeDisk;
  const archive = deps.archive ?? openTextArchive(null);
  const live = new Map<string, TargetRunner>();
  /** Targets get and leave their folders one after the other, so that two never get the same one and none is removed while it moves. */
  const folderChanges = new JobQueue();
  const targetDeps: TargetDeps = {
    ...deps,
    disk,
    isManualOnly: deps.isManualOnly ?? false,
    archive,
    locate: deps.locate ?? (() => undefined),
    openStory:
      deps.openStory ??
      ((hash) => {
        throw notFoundProblem(kindNoun('project'), hash);
      }),
    timer: deps.timer ?? systemTimer,
    isClaimedByOther: (id, path) => [...live.values()].some((other) => other.id !== id && other.ownsPath(path)),
  };
  const get = (id: string): TargetRunner => {
    const found = live.get(id);
    if (!found) throw notFoundProblem(message('problem.noun.target'), id);
    return found;
  };
  const resolveFolder = async (asked: string, wanted: ExporterId | undefined) => {
    const { exporter, folder } = await resolveTargetFolder(disk, asked, wanted);
    const real = await disk.realPath(folder);
    if (deps.isReservedFolder?.(real)) throw new Problem('folder', message('problem.target.dataFolder', { folder }));
    return { exporter, folder, real };
  };
  /** Throws a Problem where one of the other targets exports another story, or for the same engine, to this folder. */
  const assertFolderIsFree = async (
    real: string,
    { engine, hash }: Pick<TargetRow, 'engine' | 'hash'>,
    others: readonly TargetRunner[],
  ) => {
    const taken = await findTargetInFolder(disk, real, others, (row) => row.engine === engine || row.hash !== hash);
    if (taken) throw folderInUseProblem({ id: taken.id, ...taken.row }, getExporter(taken.row.engine), hash);
  };
  const openTarget = (id: string, row: TargetRow): TargetRunner => {
    const target = new TargetRunner(targetDeps, id, row);
    live.set(id, target);
    return target;
  };
  const addTarget = (id: string, row: TargetRow): TargetRunner => {
    deps.store.put([{ id: targetKeyPrefix + id, value: row }]);
    return openTarget(id, row);
  };
  /** After it was closed, for a change that failed: it continues as it was. */
  const reopen = ({ id, row }: TargetRunner): void => openTarget(id, row).start();
  const drop = (id: string): Promise<void> =>
    folderChanges.run(async () => {
      const target = get(id);
      live.delete(id);
      try {
        await target.remove();
      } catch (error) {
        reopen(target);
        throw error;
      }
      deps.emit({ event: 'target.removed', id });
    });

  const rows = deps.store.list(targetKeyPrefix).flatMap(({ id, value }) => {
    const read = targetRowSchema.safeParse(value);
    if (!read.success) deps.log(`Target row ${id} cannot be read: ${read.error.message}`);
    else if (!findExporter(read.data.engine)) deps.log(`Target row ${id} cannot be read: there is no exporter ${read.data.engine}`);
    return read.success && findExporter(read.data.engine) ? [{ id: id.slice(targetKeyPrefix.length), row: read.data }] : [];
  });
  rows.sort((a, b) => a.row.createdAt - b.row.createdAt || (a.id < b.id ? -1 : 1));
  for (const { id, row } of rows) openTarget(id, row);
  await archive.prune(new Set([...textsUsedByHistory(deps.store), ...textsUsedByIntegrations(deps.store)]));
  for (const target of live.values()) target.start();

  return {
    list: (hash) => [...live.values()].map((target) => target.present()).filter((target) => hash === undefined || target.hash === hash),
    detectProjects: (folder) => detectProjects(disk, folder),
    async add({ hash, folder: asked, engine: wanted, settings }) {
      const { exporter, folder, real } = await resolveFolder(asked, wanted);
      const engine = exporter.id;
      const id = deps.environment.newId();
      const target = await folderChanges.run(async () => {
        await assertFolderIsFree(real, { engine, hash }, [...live.values()]);
        const createdAt = deps.environment.now();
        return addTarget(id, {
          hash,
          engine,
          folder,
          real,
          settings: mergeSettings(defaultSettings, settings ?? {}),
          createdAt,
          version: null,
          lastExport: null,
        });
      });
      try {
        if (target.row.settings.on) await target.run({ dryRun: false });
      } catch (problem) {
        // A protected path cannot become a target; one whose story has errors or whose disk is full is added and retries.
        if (!(problem instanceof Problem) || problem.code === 'notFound' || isPathProblem(problem)) {
          await drop(id);
          throw problem;
        }
      }
      target.startWatching();
      return { ...target.present(), files: target.ownedPaths() };
    },
    changeSettings: (id, settings) => get(id).changeSettings(settings),
    relocate: (id, asked) =>
      folderChanges.run(async () => {
        const before = get(id);
        const { folder, real } = await resolveFolder(asked, before.row.engine);
        const others = [...live.values()].filter((other) => other !== before);
        await assertFolderIsFree(real, before.row, others);
        await before.close();
        try {
          const target = addTarget(id, { ...before.row, folder, real });
          target.start();
          return target.present();
        } catch (error) {
          reopen(before);
          throw error;
        }
      }),
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
        const errors = Object.fromEntries(failed.map(({ id: failedId, problem }) => [`target.${failedId}`, problem.text]));
        throw new Problem(first.problem.code, joinLines(failed.map(({ problem }) => problem.text)), { errors });
      }
      return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    },
    resolve: (id, choice, seen) => get(id).resolve(choice, seen),
    compare: async (id, path) => get(id).compare(path),
    listIntegrations: async (id) => get(id).listIntegrations(),
    listForeignEdits: async (id) => get(id).listForeignEdits(),
    takeForeignEdits: async ({ id, ...choice }) => get(id).takeForeignEdits(choice),
    compareVersions: async (id, versions) => get(id).compareVersions(versions),
    history: async (id) => get(id).history(),
    restoreExport: async (id, exportId) => get(id).restoreExport(exportId),
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

/** Finds a target in the same folder, also by another name of it: in another case or encoding, or a link. */
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
