/**
 * The targets of all projects: the operations for clients, and how targets follow the stories. One target is in target-runner.ts. Must be
 * closed before the engine, because closing writes pending changes.
 */
import type { ExporterId } from '../../../shared/contracts/exporters.ts';
import type { CallInput, CallOutput } from '../../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type {
  AppliedEdits,
  Delivery,
  DetectedGameProject,
  EditorIntegrationOffer,
  ExportHistoryEntry,
  FileComparison,
  FileVersion,
  ForeignEdits,
  ReleaseComparison,
  StoryComparison,
  Target,
  TargetSettings,
  TargetVersion,
} from '../../../shared/contracts/targets.ts';
import type { WorkMode } from '../../../shared/contracts/work-mode.ts';
import type { Environment } from '../../../shared/environment.ts';
import { joinLines, message } from '../../../shared/messages/message.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import { notFoundProblem, Problem } from '../../../shared/problem.ts';
import type { Exporter } from '../../exporters/exporter.ts';
import { findExporter, getExporter } from '../../exporters/exporters.ts';
import { type CrashGuard, noCrashGuard } from '../../platform/crash-guard.ts';
import { type Disk, nodeDisk } from '../../platform/disk.ts';
import { JobQueue } from '../../platform/job-queue.ts';
import { limitDisk } from '../../platform/time-limited-disk.ts';
import { systemTimer, type Timer } from '../../platform/timer.ts';
import { folderInUseProblem, isPathProblem, toGameFolderProblem } from '../delivery-messages.ts';
import { detectProjects, resolveTargetFolder } from '../folder/detect-projects.ts';
import { assertSuitableFolder, type UnusualFolder } from '../folder/unsuitable-folders.ts';
import { textsInUse } from '../history/export-history.ts';
import type { StoryVariantRecognizer } from '../history/story-variants.ts';
import { openTextArchive, type TextArchive } from '../history/text-archive.ts';
import type { EditableStory, RenderTarget, TargetDeps } from './target-deps.ts';
import {
  assertLayoutCanBeKept,
  assertPluginVersionExists,
  defaultSettings,
  mergeSettings,
  type TargetRow,
  targetKeyPrefix,
  targetRowSchema,
  type WithUndefined,
} from './target-row.ts';
import { TargetRunner } from './target-runner.ts';

interface TargetServiceDeps {
  readonly store: KeyValueStore;
  readonly environment: Environment;
  readonly render: RenderTarget;
  /** The address of the REST service on this computer, with a slash at its end. By default, one that nothing answers. */
  readonly apiAddress?: () => string;
  /** The version of the story that an export would contain. Without it, each run renders the export. */
  readonly versionOf?: (hash: string) => number;
  /** Whether a file is another variant of the story. Without it, only exports of a target itself are recognized as such. */
  readonly isStoryVariant?: StoryVariantRecognizer;
  /** The path of a stored file of a project; undefined if it is missing. Without this function, there are no stored files. */
  readonly locate?: (hash: string, file: string) => string | undefined;
  /** Whether a folder (its path without links) belongs to Taleport, so that no target may be in it. */
  readonly isReservedFolder?: (real: string) => boolean;
  /** Whether a folder (its path without links) is one that the user has to confirm; null if not. */
  readonly findUnusualFolder?: (real: string) => UnusualFolder | null;
  /** The archive of earlier exports; by default, it is in memory. */
  readonly archive?: TextArchive;
  /** The story of a project, for edits. Without it, nothing can be applied to a story. */
  readonly openStory?: (hash: string) => EditableStory | Promise<EditableStory>;
  /** Without it, nothing notices that the process dies during deliveries. */
  readonly crashGuard?: CrashGuard;
  readonly log: (line: string) => void;
  readonly emit: (event: BackendEvent) => void;
  /** `onRequest`: exports are only made on request, and nothing is watched. By default `live`. */
  readonly mode?: WorkMode;
  /** By default, the timer of the system. */
  readonly timer?: Timer;
  readonly disk?: Disk;
}

export interface TargetService {
  list(hash?: string): Target[];
  detectProjects(folder: string): Promise<DetectedGameProject[]>;
  add(input: CallInput<'target.add'>): Promise<CallOutput<'target.add'>>;
  changeSettings(id: string, settings: Partial<WithUndefined<TargetSettings>>): Promise<Target>;
  /** Throws a 404. */
  read(id: string): Target;
  /** Moves the target to the folder to which the game project was moved. Throws a Problem if that is not possible. */
  relocate(id: string, folder: string, options?: { readonly force?: boolean }): Promise<Target>;
  remove(id: string): Promise<void>;
  run(input: CallInput<'target.run'>): Promise<Delivery[]>;
  /** Throws a Problem if a file is no longer one of the versions in `seen`. */
  resolve(id: string, choice: CallInput<'target.resolve'>['choice'], seen?: readonly FileVersion[]): Promise<Target>;
  compare(id: string, path: string): Promise<FileComparison>;
  listIntegrations(id: string): Promise<EditorIntegrationOffer[]>;
  /** What another program has changed in the exported files, as values that can be applied to the story. */
  listForeignEdits(id: string): Promise<ForeignEdits>;
  /**
   * Applies some of these values to the story, as one step that can be undone. Throws a Problem, and applies none, if one of them is
   * outdated.
   */
  applyForeignEdits(input: CallInput<'target.applyEdits'>): Promise<AppliedEdits>;
  compareVersions(id: string, versions: { from: TargetVersion; to: TargetVersion }): Promise<StoryComparison>;
  compareWithRelease(id: string, release: string): Promise<ReleaseComparison>;
  /** Pins an export as a release of the game, or removes the release. Returns the id of the export. */
  setRelease(id: string, name: string, pinned: { export: string | 'newest' | null }): Promise<string | null>;
  history(id: string): Promise<ExportHistoryEntry[]>;
  restoreExport(id: string, exportId: string): Promise<Delivery>;
  onProjectChanged(hash: string): void;
  onProjectRemoved(hash: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the stored targets, and schedules their comparison with the story. */
export async function openTargetService(deps: TargetServiceDeps): Promise<TargetService> {
  const disk = deps.disk ?? nodeDisk;
  const registry = new TargetRegistry({
    ...deps,
    disk,
    mode: deps.mode ?? 'live',
    archive: deps.archive ?? openTextArchive(null),
    locate: deps.locate ?? (() => undefined),
    openStory: deps.openStory ?? rejectStory,
    apiAddress: deps.apiAddress ?? (() => 'http://127.0.0.1:9/'),
    crashGuard: deps.crashGuard ?? noCrashGuard,
    isReservedFolder: deps.isReservedFolder ?? (() => false),
    findUnusualFolder: deps.findUnusualFolder ?? (() => null),
    limitDisk: () => limitDisk(disk),
    timer: deps.timer ?? systemTimer,
  });
  await registry.open();
  const get = (id: string): TargetRunner => registry.get(id);
  const targetsOf = (hash: string): TargetRunner[] => registry.list().filter(({ row }) => row.hash === hash);

  return {
    list: (hash) => (hash === undefined ? registry.list() : targetsOf(hash)).map((target) => target.present()),
    detectProjects: (folder) => detectProjects(disk, folder),
    async add(input) {
      const target = await registry.add(input);
      try {
        const { settings } = target.row;
        // A run would leave out languages that the project does not have.
        if (!settings.on || typeof settings.locales !== 'string') await target.assertSettingsWork(settings);
        if (settings.on) await (input.overwrite ? target.runWithChoice('restore') : target.run({ dryRun: false }));
      } catch (problem) {
        // Neither a protected path nor settings that the export rejects can make a target. A target whose story has errors or whose disk is
        // full is added nevertheless, and retries.
        const isHopeless = !(problem instanceof Problem) || ['notFound', 'invalid'].includes(problem.code) || isPathProblem(problem);
        if (isHopeless) {
          await registry.remove(target.id);
          throw problem;
        }
      }
      target.startWatching();
      return { ...target.present(), files: target.ownedPaths() };
    },
    changeSettings: (id, settings) => get(id).changeSettings(settings),
    read: (id) => get(id).present(),
    relocate: async (id, folder, options) => (await registry.relocate(id, folder, options)).present(),
    remove: (id) => registry.remove(id),
    run: async ({ id, dryRun = false, changedFiles }) =>
      runTargets(id === undefined ? registry.list().filter(({ row }) => row.settings.on) : [get(id)], (target) =>
        changedFiles && !dryRun ? target.runWithChoice(changedFiles) : target.run({ dryRun }),
      ),
    resolve: (id, choice, seen) => get(id).resolve(choice, seen),
    compare: async (id, path) => get(id).compare(path),
    listIntegrations: async (id) => get(id).listIntegrations(),
    listForeignEdits: async (id) => get(id).listForeignEdits(),
    applyForeignEdits: async ({ id, ...chosen }) => get(id).applyForeignEdits(chosen),
    compareVersions: async (id, versions) => get(id).compareVersions(versions),
    compareWithRelease: async (id, release) => get(id).compareWithRelease(release),
    setRelease: async (id, name, pinned) => get(id).setRelease(name, pinned),
    history: async (id) => get(id).history(),
    restoreExport: async (id, exportId) => get(id).restoreExport(exportId),
    onProjectChanged(hash) {
      for (const target of targetsOf(hash)) target.onStoryChanged();
    },
    async onProjectRemoved(hash) {
      await Promise.all(targetsOf(hash).map(({ id }) => registry.remove(id)));
    },
    async close() {
      await Promise.all(registry.list().map((target) => target.close()));
    },
  };
}

/** Runs all targets, even if one fails. Throws one Problem for all that failed. */
async function runTargets(targets: readonly TargetRunner[], run: (target: TargetRunner) => Promise<Delivery>): Promise<Delivery[]> {
  const results = await Promise.allSettled(targets.map(run));
  const failed = results.flatMap((result, index) =>
    result.status === 'rejected' ? [{ id: targets[index]?.id ?? '', problem: Problem.from(result.reason) }] : [],
  );
  const [first] = failed;
  if (failed.length === 1 && first) throw first.problem;
  if (first) {
    const errors = Object.fromEntries(failed.map(({ id, problem }) => [`target.${id}`, problem.text]));
    throw new Problem(first.problem.code, joinLines(failed.map(({ problem }) => problem.text)), { errors });
  }
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** Used if the service has no stories. */
function rejectStory(hash: string): never {
  throw notFoundProblem(kindNoun('project'), hash);
}

interface TargetRegistryDeps extends Omit<TargetDeps, 'isClaimedByOther'> {
  /** Whether a folder (its path without links) belongs to Taleport, so that no target may be in it. */
  readonly isReservedFolder: (real: string) => boolean;
  readonly findUnusualFolder: (real: string) => UnusualFolder | null;
  /** Each target has a disk of its own, so that one whose folder does not respond does not stop the others. */
  readonly limitDisk: () => Disk;
}

interface ResolvedFolder {
  readonly exporter: Exporter;
  readonly folder: string;
  readonly real: string;
}

/** The set of targets and their folders: no folder may contain two stories, or one story twice for the same engine. */
class TargetRegistry {
  readonly #deps: TargetRegistryDeps;
  readonly #targetDeps: TargetDeps;
  readonly #targets = new Map<string, TargetRunner>();
  /**
   * Folders are assigned and released one at a time, so that two targets never get the same one and none is removed while it is being
   * moved.
   */
  readonly #folderChanges = new JobQueue();

  constructor(deps: TargetRegistryDeps) {
    this.#deps = deps;
    this.#targetDeps = { ...deps, isClaimedByOther: (id, path) => this.list().some((other) => other.id !== id && other.ownsPath(path)) };
  }

  /** Opens the stored targets, oldest first, and schedules their comparison with the story. */
  async open(): Promise<void> {
    const { store, archive } = this.#deps;
    for (const { id, row } of this.#readRows()) this.#openTarget(id, row);
    await archive.prune(textsInUse(store));
    for (const target of this.list()) target.start();
  }

  list(): TargetRunner[] {
    return [...this.#targets.values()];
  }

  /** Throws a 404 if there is no such target. */
  get(id: string): TargetRunner {
    const found = this.#targets.get(id);
    if (!found) throw notFoundProblem(message('problem.noun.target'), id);
    return found;
  }

  /** Adds a target, which has not delivered anything and does not watch its folder yet. */
  async add({ hash, folder: requestedFolder, engine: requestedEngine, settings, force }: CallInput<'target.add'>): Promise<TargetRunner> {
    const { exporter, folder, real } = await this.#resolveFolder(requestedFolder, requestedEngine, { force });
    const merged = mergeSettings(defaultSettings, settings ?? {});
    assertPluginVersionExists(exporter, merged, defaultSettings);
    assertLayoutCanBeKept(exporter, merged, defaultSettings);
    const { environment } = this.#deps;
    const id = environment.newId();
    return this.#folderChanges.run(async () => {
      await this.#assertFolderIsFree(real, { engine: exporter.id, hash }, this.list());
      return this.#addTarget(id, {
        hash,
        engine: exporter.id,
        folder,
        real,
        settings: merged,
        createdAt: environment.now(),
        version: null,
        lastExport: null,
        restoredExport: null,
      });
    });
  }

  /** Moves the target to the folder to which the game project was moved. Throws a Problem if that is not possible. */
  relocate(id: string, requestedFolder: string, { force = false } = {}): Promise<TargetRunner> {
    return this.#folderChanges.run(async () => {
      const before = this.get(id);
      const { folder, real } = await this.#resolveFolder(requestedFolder, before.row.engine, { force });
      const others = this.list().filter((other) => other !== before);
      await this.#assertFolderIsFree(real, before.row, others);
      await before.close();
      try {
        const target = this.#addTarget(id, { ...before.row, folder, real });
        target.start();
        return target;
      } catch (error) {
        this.#reopen(before);
        throw error;
      }
    });
  }

  /** Removes the target. If that fails, the target continues unchanged. */
  remove(id: string): Promise<void> {
    return this.#folderChanges.run(async () => {
      const target = this.get(id);
      this.#targets.delete(id);
      try {
        await target.remove();
      } catch (error) {
        this.#reopen(target);
        throw error;
      }
      this.#deps.emit({ event: 'target.removed', id });
    });
  }

  #readRows(): { id: string; row: TargetRow }[] {
    const { store, log } = this.#deps;
    const rows = store.list(targetKeyPrefix).flatMap(({ id, value }) => {
      const read = targetRowSchema.safeParse(value);
      if (!read.success) log(`Target row ${id} cannot be read: ${read.error.message}`);
      else if (!findExporter(read.data.engine)) log(`Target row ${id} cannot be read: there is no exporter ${read.data.engine}`);
      return read.success && findExporter(read.data.engine) ? [{ id: id.slice(targetKeyPrefix.length), row: read.data }] : [];
    });
    return rows.sort((a, b) => a.row.createdAt - b.row.createdAt || (a.id < b.id ? -1 : 1));
  }

  async #resolveFolder(
    requestedFolder: string,
    engine: ExporterId | undefined,
    { force = false }: { readonly force: boolean | undefined },
  ): Promise<ResolvedFolder> {
    const { isReservedFolder, findUnusualFolder } = this.#deps;
    const disk = this.#deps.limitDisk();
    const { exporter, folder, real } = await findFolder(disk, requestedFolder, engine);
    assertSuitableFolder(real, { folder, isConfirmed: force, findUnusual: findUnusualFolder });
    if (isReservedFolder(real)) throw new Problem('folder', message('problem.target.dataFolder', { folder }));
    return { exporter, folder, real };
  }

  /** Throws a Problem if one of the other targets exports another story, or for the same engine, to this folder. */
  async #assertFolderIsFree(
    real: string,
    { engine, hash }: Pick<TargetRow, 'engine' | 'hash'>,
    others: readonly TargetRunner[],
  ): Promise<void> {
    const rivals = others.filter(({ row }) => row.engine === engine || row.hash !== hash);
    const holder = await this.#findTargetInFolder(real, rivals);
    if (holder) throw folderInUseProblem({ id: holder.id, ...holder.row }, getExporter(holder.row.engine), hash);
  }

  /** The target whose folder this is, also under another name: in another case or encoding, or through a link. */
  async #findTargetInFolder(real: string, targets: readonly TargetRunner[]): Promise<TargetRunner | undefined> {
    const same = targets.find(({ row }) => row.real === real);
    if (same) return same;
    // At the same time, and each with the limits of its target: a disk that does not respond delays this once, not once for each of its targets.
    const identities = await Promise.all(targets.map((target) => target.folderIdentity()));
    const identity = await this.#deps.limitDisk().identity(real);
    return targets.find((_, index) => identity !== null && identities[index] === identity);
  }

  #addTarget(id: string, row: TargetRow): TargetRunner {
    this.#deps.store.put([{ id: targetKeyPrefix + id, value: row }]);
    return this.#openTarget(id, row);
  }

  #openTarget(id: string, row: TargetRow): TargetRunner {
    const target = new TargetRunner({ ...this.#targetDeps, disk: this.#deps.limitDisk() }, id, row);
    this.#targets.set(id, target);
    return target;
  }

  /** Opens a target again that was closed for a change which failed. */
  #reopen({ id, row }: TargetRunner): void {
    this.#openTarget(id, row).start();
  }
}

/** Throws a Problem that names the requested folder, also for the errors of its file system. */
async function findFolder(disk: Disk, requestedFolder: string, engine: ExporterId | undefined): Promise<ResolvedFolder> {
  try {
    const { exporter, folder } = await resolveTargetFolder(disk, requestedFolder, engine);
    return { exporter, folder, real: await disk.realPath(folder) };
  } catch (error) {
    throw toGameFolderProblem(error, requestedFolder);
  }
}
