/** File sync of a remote that accepts files only with the assets that use them (G1): such a create is sent beside the other writes, and ends in a later step. */
import type { AssetFileTracker } from '../../../main/sync/client/files/file-sync.ts';
import type { TransferControl } from '../../../main/sync/protocol/remote-api.ts';
import type { PendingWrite, RemoteFileState, SendResult } from '../../../main/sync/protocol/sync-request.ts';

interface Upload {
  readonly write: PendingWrite;
  readonly send: (control: TransferControl) => Promise<SendResult>;
}

const noControl: TransferControl = { signal: new AbortController().signal, onProgress: () => undefined };

export class SimulatedFiles implements AssetFileTracker {
  readonly replacements = new Map<string, string>();
  readonly hasPending = false;
  revision = 0;
  /** How often the files of the remote were said to have changed. */
  remoteChangeCount = 0;
  readonly #uploads: Upload[] = [];
  readonly #answers: { readonly write: PendingWrite; readonly result: SendResult }[] = [];
  readonly #underWay = new Set<string>();
  readonly #hasFile: (id: string) => boolean;

  constructor(hasFile: (id: string) => boolean) {
    this.#hasFile = hasFile;
  }

  stateOf({ id }: { readonly id: string }): RemoteFileState {
    return this.#hasFile(id) ? { type: 'inRequest', file: `${id}.png` } : { type: 'none' };
  }

  sendBeside(write: PendingWrite, send: Upload['send']): void {
    this.#underWay.add(write.request.operation.id);
    this.#uploads.push({ write, send });
  }

  get hasUploads(): boolean {
    return this.#uploads.length > 0;
  }

  /** Ends the first upload. */
  async transfer(): Promise<void> {
    const [upload] = this.#uploads.splice(0, 1);
    if (!upload) return;
    this.#answers.push({ write: upload.write, result: await upload.send(noControl) });
    this.revision++;
  }

  isUnderWay(id: string): boolean {
    return this.#underWay.has(id);
  }

  isQueued(id: string): boolean {
    return this.#uploads.some(({ write }) => write.request.operation.id === id);
  }

  takeAnswer() {
    const answer = this.#answers.shift();
    if (answer) this.#underWay.delete(answer.write.request.operation.id);
    return answer;
  }

  entriesAfterWrite = () => [];
  invalidate = () => undefined;
  noteRemoteChange(): void {
    this.remoteChangeCount++;
  }
}
