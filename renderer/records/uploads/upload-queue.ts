/**
 * Uploads files and creates their asset records: three files are sent at a time, the others wait. The files of a drop become records in batches
 * (upload-batches.ts). Independent of the window: everything else is passed in.
 *
 *   waiting → sending → stored → record created, removed from the list
 *                    ↘ rejected → (retry) waiting
 */

import type { MediaType, StoredFile } from '../../../shared/contracts/stored-file.ts';
import { Problem } from '../../../shared/problem.ts';
import type { FileWithFolders } from './dropped-files.ts';
import { UploadBatches, type UploadBatchesDeps } from './upload-batches.ts';
import { initialUploadProgress, withoutDeletedFolders } from './upload-commands.ts';
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
    list.update(id, { state: 'sending', progress: 0, reason: null });
    try {
      const progress = (part: number) => list.update(id, { progress: part });
      const options = { job: id, signal: item.abort.signal, progress, ...(type ? { type } : {}) };
      item.stored ??= await deps.store(hash, item.source.file, options);
      list.update(id, { state: 'stored', progress: 1 });
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
    for (const id of ids) {
      const item = list.get(id);
      if (item?.upload.state !== 'rejected') continue;
      const group = retriedGroups.get(item.group) ?? createRetryGroup(item.group);
      retriedGroups.set(item.group, group);
      moveToGroup(id, item, group);
      list.update(id, { state: 'waiting', progress: 0, reason: null });
    }
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
