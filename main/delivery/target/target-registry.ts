/** The targets and their folders: no folder may contain two stories, or one story twice for the same engine. */
import type { ExporterId } from '../../../shared/contracts/exporters.ts';
import type { CallInput } from '../../../shared/contracts/ipc/call-types.ts';
import { message } from '../../../shared/messages/message.ts';
import { notFoundProblem, Problem } from '../../../shared/problem.ts';
import type { Exporter } from '../../exporters/exporter.ts';
import { findExporter, getExporter } from '../../exporters/exporters.ts';
import { JobQueue } from '../../platform/job-queue.ts';
import { folderInUseProblem } from '../delivery-messages.ts';
import { resolveTargetFolder } from '../folder/detect-projects.ts';
import { textsUsedByIntegrations } from '../folder/editor-integration.ts';
import { textsUsedByHistory } from '../history/export-history.ts';
import type { TargetDeps } from './target-deps.ts';
import {
  assertScriptProfileExists,
  defaultSettings,
  mergeSettings,
  type TargetRow,
  targetKeyPrefix,
  targetRowSchema,
} from './target-row.ts';
import { TargetRunner } from './target-runner.ts';

interface TargetRegistryDeps extends Omit<TargetDeps, 'isClaimedByOther'> {
  /** Whether a folder (its path without links) belongs to Taleport, so that no target may be in it. */
  readonly isReservedFolder: (real: string) => boolean;
}

interface ResolvedFolder {
  readonly exporter: Exporter;
  readonly folder: string;
  readonly real: string;
}

export class TargetRegistry {
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
    await archive.prune(new Set([...textsUsedByHistory(store), ...textsUsedByIntegrations(store)]));
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
  async add({ hash, folder: requestedFolder, engine: requestedEngine, settings }: CallInput<'target.add'>): Promise<TargetRunner> {
    const { exporter, folder, real } = await this.#resolveFolder(requestedFolder, requestedEngine);
    const merged = mergeSettings(defaultSettings, settings ?? {});
    assertScriptProfileExists(exporter, merged, defaultSettings);
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
      });
    });
  }

  /** Moves the target to the folder to which the game project was moved. Throws a Problem if that is not possible. */
  relocate(id: string, requestedFolder: string): Promise<TargetRunner> {
    return this.#folderChanges.run(async () => {
      const before = this.get(id);
      const { folder, real } = await this.#resolveFolder(requestedFolder, before.row.engine);
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

  async #resolveFolder(requestedFolder: string, engine: ExporterId | undefined): Promise<ResolvedFolder> {
    const { disk, isReservedFolder } = this.#deps;
    const { exporter, folder } = await resolveTargetFolder(disk, requestedFolder, engine);
    const real = await disk.realPath(folder);
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
    const { disk } = this.#deps;
    const identity = await disk.identity(real);
    for (const target of targets)
      if (target.row.real === real || (await disk.identity(target.row.real).catch(() => null)) === identity) return target;
    return undefined;
  }

  #addTarget(id: string, row: TargetRow): TargetRunner {
    this.#deps.store.put([{ id: targetKeyPrefix + id, value: row }]);
    return this.#openTarget(id, row);
  }

  #openTarget(id: string, row: TargetRow): TargetRunner {
    const target = new TargetRunner(this.#targetDeps, id, row);
    this.#targets.set(id, target);
    return target;
  }

  /** Opens a target again that was closed for a change which failed. */
  #reopen({ id, row }: TargetRunner): void {
    this.#openTarget(id, row).start();
  }
}
