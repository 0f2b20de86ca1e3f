/**
 * Uploads files and creates their asset records: three files are sent at a time, the others wait. The files of a drop become records in
 * batches. Independent of the window: everything else is passed in.
 *
 *   waiting → sending → stored → record created, removed from the list
 *                    ↘ rejected → (retry) waiting
 */
import type { MediaType, StoredFile } from '../../../shared/contracts/stored-file.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import type { FileWithFolders } from './dropped-files.ts';
import { createUploadCommands, initialUploadProgress, withoutDeletedFolders } from './upload-commands.ts';
import { createDropGroup, type DropGroup, type UploadItem, UploadList, type UploadRequest } from './upload-list.ts';

interface UploadDeps extends UploadBatchesDeps {
  readonly store: (
    hash: string,
    file: File,
    options: { type?: MediaType; job: string; signal: AbortSignal; progress: (part: number) => void },
  ) => Promise<StoredFile>;
}

const maxConcurrent = 3;

export function createUploadQueue(deps: UploadDeps) {
  const list = new UploadList();
  const batches = new UploadBatches(list, deps);
  let sendingCount = 0;

  function add({ files, ...request }: UploadRequest): void {
    const group = createDropGroup(request, initialUploadProgress);
    const added = files.map((source) => createUpload(deps.newId(), source, group));
    group.pendingIds = added.map(([id]) => id);
    list.add(added);
    startWaiting();
  }

  function startWaiting(): void {
    for (const [id, item] of list.entries()) {
      if (sendingCount >= maxConcurrent) return;
      if (item.upload.state !== 'waiting') continue;
      sendingCount++;
      void send(id, item).finally(() => {
        sendingCount--;
        startWaiting();
      });
    }
  }

  async function send(id: string, item: UploadItem): Promise<void> {
    const { hash, type } = item.group.request;
    list.update([id], { state: 'sending', progress: 0, reason: null });
    try {
      const progress = (part: number) => list.update([id], { progress: part });
      const options = { job: id, signal: item.abort.signal, progress, ...(type ? { type } : {}) };
      item.stored ??= await deps.store(hash, item.source.file, options);
      list.update([id], { state: 'stored', progress: 1 });
    } catch (error) {
      list.reject([id], Problem.from(error));
    }
    batches.finish(item.group);
  }

  /** Removes uploads from the list. The backend deletes stored files that no record uses. */
  function cancel(ids: readonly string[]): void {
    const cancelled = ids.flatMap((id) => list.get(id) ?? []);
    list.remove(ids);
    for (const { abort } of cancelled) abort.abort();
    for (const group of new Set(cancelled.map((item) => item.group))) batches.finish(group);
    startWaiting();
  }

  /** Retries rejected uploads. Those of one drop become batches together. */
  function retry(ids: readonly string[]): void {
    const retriedGroups = new Map<DropGroup, DropGroup>();
    const retried: string[] = [];
    for (const id of ids) {
      const item = list.get(id);
      if (item?.upload.state !== 'rejected') continue;
      const group = retriedGroups.get(item.group) ?? createRetryGroup(item.group);
      retriedGroups.set(item.group, group);
      moveToGroup(id, item, group);
      retried.push(id);
    }
    list.update(retried, { state: 'waiting', progress: 0, reason: null });
    startWaiting();
  }

  function createRetryGroup({ request, progress }: DropGroup): DropGroup {
    const project = deps.project(request.hash);
    return createDropGroup(request, project ? withoutDeletedFolders(project, progress) : progress);
  }

  return { store: list.store, add, cancel, retry };
}

function createUpload(id: string, source: FileWithFolders, group: DropGroup): readonly [id: string, item: UploadItem] {
  const { name, size } = source.file;
  const upload = { id, name, bytes: size, state: 'waiting', progress: 0, reason: null } as const;
  return [id, { source, group, upload, abort: new AbortController() }];
}

function moveToGroup(id: string, item: UploadItem, group: DropGroup): void {
  item.group.pendingIds = item.group.pendingIds.filter((each) => each !== id);
  group.pendingIds = [...group.pendingIds, id];
  item.group = group;
}

interface UploadBatchesDeps {
  readonly send: (hash: string, command: Command) => Promise<unknown>;
  /** The current project; undefined if it is no longer open. */
  readonly project: (hash: string) => Project | undefined;
  readonly newId: () => string;
}

const batchSize = 50;

/** Creates the records of sent files: in batches of fifty, in the order of the drop, so that undo reverts a batch at once. */
class UploadBatches {
  readonly #list: UploadList;
  readonly #deps: UploadBatchesDeps;

  constructor(list: UploadList, deps: UploadBatchesDeps) {
    this.#list = list;
    this.#deps = deps;
  }

  /** Starts to create the records of each batch whose files have all been sent or rejected. */
  finish(group: DropGroup): void {
    const batch = group.pendingIds.slice(0, batchSize);
    const states = batch.map((id) => this.#list.get(id)?.upload.state);
    if (batch.length === 0 || states.some((state) => state === 'waiting' || state === 'sending')) return;
    group.pendingIds = group.pendingIds.slice(batchSize);
    const ids = batch.filter((_, index) => states[index] === 'stored');
    group.lastBatch = group.lastBatch.then(() => this.#createRecords(group, ids));
    this.finish(group);
  }

  async #createRecords(group: DropGroup, ids: readonly string[]): Promise<void> {
    const uploads = ids.flatMap((id) => {
      const item = this.#list.get(id);
      return item?.stored ? [{ folders: item.source.folders, stored: item.stored }] : [];
    });
    if (uploads.length === 0) return;
    const { hash, position, purpose } = group.request;
    const { project: findProject, send, newId } = this.#deps;
    try {
      const project = findProject(hash);
      if (!project) throw new Problem('notFound', message('assets.upload.projectClosed'));
      const { commands, after } = createUploadCommands(project, { uploads, position, purpose, progress: group.progress, newId });
      if (commands.length > 0) await send(hash, { do: 'batch', commands });
      group.progress = after;
      this.#list.complete(ids);
    } catch (error) {
      this.#list.reject(ids, Problem.from(error));
    }
  }
}
