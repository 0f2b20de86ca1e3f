/** Receives uploads: their bytes become content of the store, and a pending file is created, which has no row yet. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaType } from '../../shared/contracts/stored-file.ts';
import type { Environment } from '../../shared/environment.ts';
import { english } from '../../shared/messages/english.ts';
import { fileSize } from '../../shared/messages/file-size.ts';
import type { ContentStore } from './content-store.ts';
import type { PendingFile, PendingFiles } from './pending-files.ts';
import { probeMedia } from './probe-media.ts';
import { assertWithinLimits, receiveUpload, type UploadInput } from './receive-upload.ts';
import { toSafeFileName } from './safe-file-name.ts';
import { toStorageProblem } from './storage-problem.ts';
import type { StoredFileRow } from './stored-file-index.ts';
import type { UploadReservation } from './upload-reservation.ts';

export interface FileUpload extends UploadInput {
  readonly name: string;
  /** The required type of the bytes; without it, any accepted type. */
  readonly type?: MediaType | undefined;
  /** Called after all bytes have arrived. For forms, whose fields for name and type may follow the file. */
  readonly readDescription?: (() => Promise<{ readonly name: string; readonly type?: MediaType | undefined }>) | undefined;
  readonly reservation?: UploadReservation | undefined;
  /**
   * The stored filename to use, for a project that is still to be created and so has no other file of this name. By default, a new one is
   * generated.
   */
  readonly storedName?: string | undefined;
  /** A file in incoming/ that is moved instead of copied. `bytes` reads the same file. */
  readonly existingPath?: string | undefined;
}

interface UploadReceiverDeps {
  readonly incomingFolder: string;
  readonly content: ContentStore;
  readonly pendingFiles: PendingFiles;
  readonly environment: Environment;
}

export class UploadReceiver {
  readonly #deps: UploadReceiverDeps;
  #isClosing = false;

  constructor(deps: UploadReceiverDeps) {
    this.#deps = deps;
  }

  /** `hash` is null for a project that is still to be created. If this throws a Problem, nothing is stored. */
  async receive(hash: string | null, upload: FileUpload): Promise<PendingFile> {
    const { incomingFolder, environment } = this.#deps;
    const draft = upload.existingPath ?? join(incomingFolder, `vault-${environment.newId()}`);
    try {
      const row = await this.#receiveBytes(draft, upload);
      return await this.#storeContent(hash, draft, row);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw toStorageProblem(error);
    } finally {
      upload.reservation?.release();
    }
  }

  /** Cancels running uploads. */
  close(): void {
    this.#isClosing = true;
  }

  /** Writes the bytes to `draft`, unless they are already there. Returns the row that describes them. */
  async #receiveBytes(draft: string, upload: FileUpload): Promise<StoredFileRow> {
    const { environment } = this.#deps;
    const cancelled = () => this.#isClosing || upload.cancelled?.() === true;
    const onFirstByte = () => upload.reservation?.start();
    const { bytes, sha256 } = await receiveUpload(upload.existingPath === undefined ? draft : null, { ...upload, cancelled }, onFirstByte);
    const { name, type } = upload.readDescription ? await upload.readDescription() : upload;
    assertWithinLimits(bytes, upload.limits);
    const { format, width, height, duration } = await probeMedia(draft, type, upload.limits.imagePixels);
    return {
      file: upload.storedName ?? `${environment.newId()}.${format.extensions[0]}`,
      name: toSafeFileName(name, format),
      type: format.type,
      mime: format.mime,
      bytes,
      size: english.t(fileSize(bytes)),
      width,
      height,
      duration,
      sha256,
      storedAt: environment.now(),
    };
  }

  async #storeContent(hash: string | null, draft: string, row: StoredFileRow): Promise<PendingFile> {
    const { content, pendingFiles } = this.#deps;
    pendingFiles.claim(row.sha256);
    try {
      await content.add(row.sha256, draft);
      return pendingFiles.add(hash, row);
    } catch (error) {
      pendingFiles.release(row.sha256);
      content.removeIfUnused(row.sha256);
      throw error;
    }
  }
}
