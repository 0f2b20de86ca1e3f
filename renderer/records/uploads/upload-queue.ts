/**
 * Uploads files and creates their asset records: three files are sent at a time, the others wait. The files of a drop become records in batches
 * of fifty, in the order of the drop, so that undo reverts a batch at once. Independent of the window: everything else is passed in.
 *
 *   waiting → sending → stored → record created, removed from the list
 *                    ↘ rejected → (retry) waiting
 */

import { createStore } from 'zustand/vanilla';
import type { MediaType, StoredFile } from '../../../shared/contracts/stored-file.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import type { FileWithFolders } from './dropped-files.ts';
import {
  type AssetPosition,
  type AssetPurpose,
  createUploadCommands,
  initialUploadProgress,
  type UploadProgress,
  withoutDeletedFolders,
} from './upload-commands.ts';
import { rejectionReason, type Upload, type UploadsState } from './upload-state.ts';

interface UploadDependencies {
  readonly store: (
    hash: string,
    file: File,
    options: { type?: MediaType; job: string; signal: AbortSignal; progress: (part: number) => void },
  ) => Promise<StoredFile>;
  readonly send: (hash: string, command: Command) => Promise<unknown>;
  /** The current project; undefined if it is no longer open. */
  readonly project: (hash: string) => Project | undefined;
  readonly newId: () => string;
}

interface UploadRequest {
  readonly hash: string;
  readonly files: readonly FileWithFolders[];
  readonly position: AssetPosition;
  readonly purpose: AssetPurpose;
  /** The required media type; by default all are accepted. */
  readonly type?: MediaType;
}

/** The files of one drop, or those of them that are retried together. */
interface DropGroup {
  readonly request: Omit<UploadRequest, 'files'>;
  /** The ids of the uploads without records, in the order of the drop. */
  pendingIds: readonly string[];
  progress: UploadProgress;
  /** Resolves when the batches so far have been created, because each continues where the previous one ended. */
  lastBatch: Promise<void>;
}

interface UploadItem {
  readonly source: FileWithFolders;
  group: DropGroup;
  upload: Upload;
  readonly abort: AbortController;
  stored?: StoredFile;
}

const MAX_CONCURRENT = 3;
const BATCH_SIZE = 50;

export function createUploadQueue(deps: UploadDependencies) {
  const store = createStore<UploadsState>(() => ({ list: [], done: 0 }));
  const items = new Map<string, UploadItem>();
  let sendingCount = 0;

  const publish = (newlyDone = 0) =>
    store.setState(({ done }) => ({ list: [...items.values()].map(({ upload }) => upload), done: done + newlyDone }));
  const setUpload = (id: string, fields: Partial<Upload>) => {
    const item = items.get(id);
    if (!item) return;
    item.upload = { ...item.upload, ...fields };
    publish();
  };
  const remove = (ids: Iterable<string>, newlyDone = 0) => {
    for (const id of ids) items.delete(id);
    publish(newlyDone);
  };
  const newGroup = (request: DropGroup['request'], progress: UploadProgress): DropGroup => ({
    request,
    pendingIds: [],
    progress,
    lastBatch: Promise.resolve(),
  });

  function add({ files, ...request }: UploadRequest): void {
    if (items.size === 0) store.setState({ done: 0 });
    const group = newGroup(request, initialUploadProgress);
    group.pendingIds = files.map((source) => {
      const id = deps.newId();
      const { name, size } = source.file;
      const upload: Upload = { id, name, bytes: size, state: 'waiting', progress: 0, reason: null };
      items.set(id, { source, group, upload, abort: new AbortController() });
      return id;
    });
    publish();
    startWaiting();
  }

  function startWaiting(): void {
    for (const [id, item] of items) {
      if (sendingCount >= MAX_CONCURRENT) return;
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
    setUpload(id, { state: 'sending', progress: 0, reason: null });
    try {
      const progress = (part: number) => setUpload(id, { progress: part });
      const options = { job: id, signal: item.abort.signal, progress, ...(type ? { type } : {}) };
      item.stored ??= await deps.store(hash, item.source.file, options);
      setUpload(id, { state: 'stored', progress: 1 });
    } catch (error) {
      reject([id], Problem.from(error));
    }
    finishBatches(item.group);
  }

  /** Creates the records of each batch whose files have all been sent or rejected. */
  function finishBatches(group: DropGroup): void {
    const batch = group.pendingIds.slice(0, BATCH_SIZE);
    const states = batch.map((id) => items.get(id)?.upload.state);
    if (batch.length === 0 || states.some((state) => state === 'waiting' || state === 'sending')) return;
    group.pendingIds = group.pendingIds.slice(BATCH_SIZE);
    const ids = batch.filter((_, index) => states[index] === 'stored');
    group.lastBatch = group.lastBatch.then(() => createRecords(group, ids));
    finishBatches(group);
  }

  async function createRecords(group: DropGroup, ids: readonly string[]): Promise<void> {
    const uploads = ids.flatMap((id) => {
      const item = items.get(id);
      return item?.stored ? [{ folders: item.source.folders, stored: item.stored }] : [];
    });
    if (uploads.length === 0) return;
    const { hash, position, purpose } = group.request;
    try {
      const project = deps.project(hash);
      if (!project) throw new Problem('notFound', message('assets.upload.projectClosed'));
      const { progress } = group;
      const { commands, after } = createUploadCommands(project, { uploads, position, purpose, progress, newId: deps.newId });
      if (commands.length > 0) await deps.send(hash, { do: 'batch', commands });
      group.progress = after;
      remove(ids, ids.length);
    } catch (error) {
      reject(ids, Problem.from(error));
    }
  }

  function reject(ids: readonly string[], problem: Problem): void {
    if (problem.code === 'cancelled') {
      remove(ids);
      return;
    }
    const reason = rejectionReason(problem);
    for (const id of ids) setUpload(id, { state: 'rejected', reason });
  }

  /** Removes uploads from the list. The backend deletes stored files that no record uses. */
  function cancel(ids: readonly string[]): void {
    const cancelled = ids.flatMap((id) => items.get(id) ?? []);
    remove(ids);
    for (const { abort } of cancelled) abort.abort();
    for (const group of new Set(cancelled.map((item) => item.group))) finishBatches(group);
    startWaiting();
  }

  /** Retries rejected uploads. Those of one drop become batches together. */
  function retry(ids: readonly string[]): void {
    const retriedGroups = new Map<DropGroup, DropGroup>();
    for (const id of ids) {
      const item = items.get(id);
      if (item?.upload.state !== 'rejected') continue;
      const { request, progress } = item.group;
      const project = deps.project(request.hash);
      const group = retriedGroups.get(item.group) ?? newGroup(request, project ? withoutDeletedFolders(project, progress) : progress);
      retriedGroups.set(item.group, group);
      group.pendingIds = [...group.pendingIds, id];
      item.group.pendingIds = item.group.pendingIds.filter((each) => each !== id);
      item.group = group;
      setUpload(id, { state: 'waiting', progress: 0, reason: null });
    }
    startWaiting();
  }

  return { store, add, cancel, retry };
}
