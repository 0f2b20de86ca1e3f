/** The uploads whose records are not created yet, with what the queue needs of each. Every change is published for the window. */
import { createStore } from 'zustand/vanilla';
import type { MediaType, StoredFile } from '../../../shared/contracts/stored-file.ts';
import { explainFileRejection } from '../../../shared/messages/file-rejection.ts';
import type { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { problemMessages, problemText } from '../../ui/problem-message.tsx';
import type { FileWithFolders } from './dropped-files.ts';
import type { AssetPosition, AssetPurpose, UploadProgress } from './upload-commands.ts';

export interface UploadRequest {
  readonly hash: string;
  readonly files: readonly FileWithFolders[];
  readonly position: AssetPosition;
  readonly purpose: AssetPurpose;
  /** The required media type; by default all are accepted. */
  readonly type?: MediaType;
}

/** The files of one drop, or those of them that are retried together. */
export interface DropGroup {
  readonly request: Omit<UploadRequest, 'files'>;
  /** The ids of the uploads without records, in the order of the drop. */
  pendingIds: readonly string[];
  progress: UploadProgress;
  /** Resolves when the batches so far have been created, because each continues where the previous one ended. */
  lastBatch: Promise<void>;
}

export const createDropGroup = (request: DropGroup['request'], progress: UploadProgress): DropGroup => ({
  request,
  pendingIds: [],
  progress,
  lastBatch: Promise.resolve(),
});

export interface UploadItem {
  readonly source: FileWithFolders;
  group: DropGroup;
  upload: Upload;
  readonly abort: AbortController;
  stored?: StoredFile;
}

export class UploadList {
  readonly store = createStore<UploadsState>(() => ({ list: [], done: 0 }));
  readonly #items = new Map<string, UploadItem>();

  get(id: string): UploadItem | undefined {
    return this.#items.get(id);
  }

  /** In the order in which the files were dropped. */
  entries(): IterableIterator<[id: string, item: UploadItem]> {
    return this.#items.entries();
  }

  add(added: Iterable<readonly [id: string, item: UploadItem]>): void {
    if (this.#items.size === 0) this.store.setState({ done: 0 });
    for (const [id, item] of added) this.#items.set(id, item);
    this.#publish();
  }

  update(ids: readonly string[], fields: Partial<Upload>): void {
    for (const id of ids) {
      const item = this.#items.get(id);
      if (item) item.upload = { ...item.upload, ...fields };
    }
    this.#publish();
  }

  remove(ids: Iterable<string>): void {
    for (const id of ids) this.#items.delete(id);
    this.#publish();
  }

  /** Removes uploads whose records were created. */
  complete(ids: readonly string[]): void {
    for (const id of ids) this.#items.delete(id);
    this.#publish(ids.length);
  }

  /** Shows why uploads failed. Cancelled ones are removed instead. */
  reject(ids: readonly string[], problem: Problem): void {
    if (problem.code === 'cancelled') {
      this.remove(ids);
      return;
    }
    this.update(ids, { state: 'rejected', reason: rejectionReason(problem) });
  }

  #publish(newlyDone = 0): void {
    this.store.setState(({ done }) => ({ list: [...this.#items.values()].map(({ upload }) => upload), done: done + newlyDone }));
  }
}

export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly state: 'waiting' | 'sending' | 'stored' | 'rejected';
  /** The sent fraction, 0 to 1. */
  readonly progress: number;
  /** Why it was rejected, in sentences; null if it was not. */
  readonly reason: string | null;
}

export interface UploadsState {
  /** The uploads that are not complete, in the order in which they were dropped. */
  readonly list: readonly Upload[];
  /** The number of uploads completed since the list was last empty. */
  readonly done: number;
}

/** The share of an upload that sending the file is. The rest is the creation of its record. */
const sentShare = 0.95;

/** The completed fraction of all uploads, 0 to 1. Rejected ones do not count. */
export function totalUploadProgress({ list, done }: UploadsState): number {
  const open = list.filter(({ state }) => state !== 'rejected');
  const total = done + open.length;
  return total === 0 ? 1 : (done + open.reduce((sum, { progress }) => sum + progress * sentShare, 0)) / total;
}

/** Why a file was rejected. */
function rejectionReason(problem: Problem): string {
  const fault = problem.faultsByPath.file;
  const sentence = fault && explainFileRejection(fault);
  if (sentence) return t(sentence);
  return problemMessages(problem).join(' ') || problemText(problem);
}
