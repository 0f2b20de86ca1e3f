/**
 * Files on their way into the vault: three at a time, the rest wait. Each drop becomes asset records in batches of fifty, in the
 * order of the drop, so that undo takes it back as one step. Knows nothing of the screen; what it needs is handed in.
 *
 *   waiting → sending → arrived → (batch) → gone from the list
 *                    ↘ refused ⇄ waiting (again)
 */

import { createStore } from 'zustand/vanilla';
import type { MediaType, StoredFile } from '../../../shared/contracts/stored-file.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { problemMessages, problemText } from '../../ui/problem-messages.ts';
import type { FileWithFolders } from './dropped-files.ts';
import {
  type AssetPosition,
  type AssetPurpose,
  createUploadCommands,
  initialUploadProgress,
  type UploadProgress,
  withoutDeletedFolders,
} from './upload-commands.ts';

export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly state: 'waiting' | 'sending' | 'arrived' | 'refused';
  /** How much of it has gone, 0 to 1. */
  readonly progress: number;
  /** Why it was refused, as sentences. */
  readonly reason: string | null;
}

export interface UploadsState {
  /** Those that are not done yet, in the order in which they were dropped. */
  readonly list: readonly Upload[];
  /** Since the list was last empty. */
  readonly done: number;
}

export interface UploadDependencies {
  readonly store: (
    hash: string,
    file: File,
    options: { type?: MediaType; job: string; signal: AbortSignal; progress: (part: number) => void },
  ) => Promise<StoredFile>;
  readonly send: (hash: string, command: Command) => Promise<unknown>;
  /** The project as it is now; undefined when it is not open any more. */
  readonly project: (hash: string) => Project | undefined;
  readonly newId: () => string;
}

export interface UploadRequest {
  readonly hash: string;
  readonly walked: readonly FileWithFolders[];
  readonly place: AssetPosition;
  readonly purpose: AssetPurpose;
  /** What the files have to be. */
  readonly type?: MediaType;
}

/** One drop, or the part of one that is tried again. */
interface DropGroup {
  readonly request: Omit<UploadRequest, 'walked'>;
  /** Ids in the order of the drop. */
  pendingIds: readonly string[];
  progress: UploadProgress;
  /** Its batches go one after the other. */
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
  let sending = 0;

  const show = (done = 0) =>
    store.setState((before) => ({ list: [...items.values()].map(({ upload }) => upload), done: before.done + done }));
  const set = (id: string, fields: Partial<Upload>) => {
    const item = items.get(id);
    if (!item) return;
    item.upload = { ...item.upload, ...fields };
    show();
  };
  const drop = (ids: Iterable<string>, done = 0) => {
    for (const id of ids) items.delete(id);
    show(done);
  };
  const newGroup = (request: DropGroup['request'], progressed: UploadProgress): DropGroup => ({
    request,
    pendingIds: [],
    progress: progressed,
    lastBatch: Promise.resolve(),
  });

  function add({ walked, ...adding }: UploadRequest): void {
    if (items.size === 0) store.setState({ done: 0 });
    const group = newGroup(adding, initialUploadProgress);
    group.pendingIds = walked.map((each) => {
      const id = deps.newId();
      const upload: Upload = { id, name: each.file.name, bytes: each.file.size, state: 'waiting', progress: 0, reason: null };
      items.set(id, { source: each, group, upload, abort: new AbortController() });
      return id;
    });
    show();
    pump();
  }

  function pump(): void {
    for (const [id, item] of items) {
      if (sending >= MAX_CONCURRENT) return;
      if (item.upload.state !== 'waiting') continue;
      sending++;
      void bring(id, item).finally(() => {
        sending--;
        pump();
      });
    }
  }

  async function bring(id: string, item: UploadItem): Promise<void> {
    const { hash, type } = item.group.request;
    set(id, { state: 'sending', progress: 0, reason: null });
    try {
      const progress = (part: number) => set(id, { progress: part });
      item.stored ??= await deps.store(hash, item.source.file, {
        job: id,
        signal: item.abort.signal,
        progress,
        ...(type ? { type } : {}),
      });
      set(id, { state: 'arrived', progress: 1 });
    } catch (error) {
      refuse([id], Problem.from(error));
    }
    settle(item.group);
  }

  /** Makes records of what has arrived as soon as a whole batch of the drop is through. */
  function settle(group: DropGroup): void {
    const batch = group.pendingIds.slice(0, BATCH_SIZE);
    const states = batch.map((id) => items.get(id)?.upload.state);
    if (batch.length === 0 || states.some((state) => state === 'waiting' || state === 'sending')) return;
    group.pendingIds = group.pendingIds.slice(BATCH_SIZE);
    const ids = batch.filter((_, index) => states[index] === 'arrived');
    group.lastBatch = group.lastBatch.then(() => record(group, ids));
    settle(group);
  }

  async function record(group: DropGroup, ids: readonly string[]): Promise<void> {
    const uploads = ids.flatMap((id) => {
      const item = items.get(id);
      return item?.stored ? [{ folders: item.source.folders, stored: item.stored }] : [];
    });
    if (uploads.length === 0) return;
    const { hash, place, purpose } = group.request;
    try {
      const project = deps.project(hash);
      if (!project) throw new Problem('notFound', message('assets.upload.projectClosed'));
      const { commands, after } = createUploadCommands(project, { uploads, place, purpose, progress: group.progress, newId: deps.newId });
      if (commands.length > 0) await deps.send(hash, { do: 'batch', commands });
      group.progress = after;
      drop(ids, ids.length);
    } catch (error) {
      refuse(ids, Problem.from(error));
    }
  }

  function refuse(ids: readonly string[], problem: Problem): void {
    if (problem.code === 'cancelled') {
      drop(ids);
      return;
    }
    const reason = rejectionReason(problem);
    for (const id of ids) set(id, { state: 'refused', reason });
  }

  /** Takes files off the list; one that has arrived already stays in the vault, where it is swept up. */
  function cancel(ids: readonly string[]): void {
    const gone = ids.flatMap((id) => items.get(id) ?? []);
    drop(ids);
    for (const { abort } of gone) abort.abort();
    for (const group of new Set(gone.map((item) => item.group))) settle(group);
    pump();
  }

  /** Tries again what was refused, what came in one drop together. */
  function retry(ids: readonly string[]): void {
    const groups = new Map<DropGroup, DropGroup>();
    for (const id of ids) {
      const item = items.get(id);
      if (item?.upload.state !== 'refused') continue;
      const { request, progress: progressed } = item.group;
      const project = deps.project(request.hash);
      const next = groups.get(item.group) ?? newGroup(request, project ? withoutDeletedFolders(project, progressed) : progressed);
      groups.set(item.group, next);
      next.pendingIds = [...next.pendingIds, id];
      item.group.pendingIds = item.group.pendingIds.filter((each) => each !== id);
      item.group = next;
      set(id, { state: 'waiting', progress: 0, reason: null });
    }
    pump();
  }

  return { store, add, cancel, retry };
}

/** What the vault says about a file has the file as its subject. */
function rejectionReason(problem: Problem): string {
  const { errors } = problem.json;
  const own = Array.isArray(errors) ? undefined : errors.file;
  if (own === undefined) return problemMessages(problem).join(' ') || problemText(problem);
  return /^[A-Z]/.test(own) ? own : t('assets.upload.fault', { fault: `${own}${/[.!?]$/.test(own) ? '' : '.'}` });
}

/** How much of everything is done, 0 to 1. */
export function totalUploadProgress({ list, done }: UploadsState): number {
  const under = list.filter(({ state }) => state !== 'refused');
  const all = done + under.length;
  return all === 0 ? 1 : (done + under.reduce((sum, { progress: part }) => sum + part * 0.95, 0)) / all;
}
