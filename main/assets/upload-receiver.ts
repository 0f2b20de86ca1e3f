/** Receives uploads: their bytes become content of the store, and a pending file is created, which has no row yet. */

import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from '../../shared/contracts/accounts.ts';
import type { MediaType } from '../../shared/contracts/stored-file.ts';
import type { Environment } from '../../shared/environment.ts';
import { english } from '../../shared/messages/english.ts';
import { fileSize, sizeLimit } from '../../shared/messages/file-size.ts';
import { type Message, message, verbatim } from '../../shared/messages/message.ts';
import type { Project } from '../../shared/model/project.ts';
import { invalidFieldProblem, Problem } from '../../shared/problem.ts';
import { type DiskFault, diskFaultOf } from '../platform/disk-error.ts';
import { createMinorGcTrigger } from '../platform/eager-gc.ts';
import { errorCodeOf, errorMessageOf } from '../platform/errors.ts';
import { isUnreadableFileError, SourceError, withSourceErrors } from '../platform/file-bytes.ts';
import { invisibleCharacters, reservedNames, truncateToBytes } from '../platform/file-names.ts';
import type { ContentStore } from './content-store.ts';
import { knownExtensions, type MediaFormat } from './media-formats.ts';
import type { PendingFile, PendingFiles } from './pending-files.ts';
import { probeMedia } from './probe-media.ts';
import type { StoredFileRow } from './stored-file-index.ts';

export interface FileUpload extends UploadInput {
  readonly name: string;
  /** The required type of the bytes; without it, any accepted type. */
  readonly type?: MediaType | undefined;
  /** Called after all bytes have arrived. For forms, whose fields for name and type may follow the file. */
  readonly readDescription?: (() => Promise<{ readonly name: string; readonly type?: MediaType | undefined }>) | undefined;
  readonly reservation?: UploadReservation | undefined;
  /**
   * The stored filename to use (isStoredName), for a project that is still to be created and so has no other file of this name. By default, a new one is
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

  /**
   * `hash` is null for a project that is still to be created. If this throws, nothing is stored. Throws a Problem, `store` for any error of the disk with the
   * projects, and unchanged what `bytes` throws: an error of the system is one of the file that was to be read.
   */
  async receive(hash: string | null, upload: FileUpload): Promise<PendingFile> {
    const { incomingFolder, environment } = this.#deps;
    const draft = upload.existingPath ?? join(incomingFolder, `vault-${environment.newId()}`);
    try {
      if (upload.storedName !== undefined && !isStoredName(upload.storedName))
        throw invalidFieldProblem('file', message('fault.file.noName'));
      const row = await this.#receiveBytes(draft, upload);
      return await this.#storeContent(hash, draft, row);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw isAboutSource(error) ? error.cause : toStorageProblem(error instanceof SourceError ? error.cause : error);
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

/** The limits of a plan ([Limits] Standard Team asset limits); null means no limit. */
export interface UploadLimits {
  readonly fileBytes: number | null;
  /** The remaining bytes for files of the project. */
  readonly projectBytes: number | null;
  /** The maximum width and height of an image. */
  readonly imagePixels: number;
}

export type StoragePlan = Pick<Workspace, 'fileBytes' | 'projectBytes' | 'imagePixels'>;

/** The limits of an upload to the project, whose existing files count ([Limits] existing assets plus the incoming file); undefined for a new one. */
export function uploadLimitsFor(project: Project | undefined, { fileBytes, projectBytes, imagePixels }: StoragePlan): UploadLimits {
  return { fileBytes, imagePixels, projectBytes: projectBytes === null ? null : remainingBytes(projectBytes, bytesByFile(project)) };
}

/** The sizes of the files of all assets except `exceptAssetId`. A file that several assets refer to counts once. */
export function bytesByFile(project: Project | undefined, exceptAssetId?: string): ReadonlyMap<string, number> {
  const files = new Map<string, number>();
  for (const { id, file, bytes } of project?.recordsOfKind('asset') ?? [])
    if (file !== null && id !== exceptAssetId) files.set(file, bytes ?? 0);
  return files;
}

export const remainingBytes = (projectBytes: number, files: ReadonlyMap<string, number>): number =>
  Math.max(0, projectBytes - [...files.values()].reduce((sum, bytes) => sum + bytes, 0));

/** A stored filename in a record, a project file, a story folder or a backup: one of ours, which leads nowhere else. */
export const isStoredName = (name: string): boolean => /^[\w-]{1,64}\.[a-z\d]{1,8}$/.test(name);

interface UploadInput {
  /** Nothing may be open before its first part is asked for, because it is not read if its draft cannot be created: see readFileBytes. */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly limits: UploadLimits;
  readonly cancelled?: (() => boolean) | undefined;
  /** Called with the number of bytes received so far. */
  readonly progress?: ((bytes: number) => void) | undefined;
}

interface UploadResult {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes the bytes to `file`, which must not exist, and flushes them to the disk. With null, only reads them, because they are stored
 * already. Throws a 400 at `file` if they exceed a limit, a Problem `cancelled`, and what `onFirstByte` throws.
 */
async function receiveUpload(file: string | null, upload: UploadInput, onFirstByte: () => void): Promise<UploadResult> {
  const hash = createHash('sha256');
  const handle = file === null ? undefined : await open(file, 'wx', 0o600);
  const reportGarbage = createMinorGcTrigger();
  let bytes = 0;
  try {
    for await (const chunk of withSourceErrors(upload.bytes)) {
      if (chunk.length === 0) continue;
      if (bytes === 0) onFirstByte();
      bytes += chunk.length;
      assertWithinLimits(bytes, upload.limits);
      throwIfCancelled(upload);
      hash.update(chunk);
      await handle?.writeFile(chunk);
      reportGarbage(chunk.length);
      upload.progress?.(bytes);
    }
    throwIfCancelled(upload);
    await handle?.sync();
  } finally {
    await handle?.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** [G9] throws a 400 with errors.file if a limit of the plan is exceeded. */
export function assertWithinLimits(bytes: number, { fileBytes, projectBytes }: Pick<UploadLimits, 'fileBytes' | 'projectBytes'>): void {
  if (fileBytes !== null && bytes > fileBytes) throw overLimitProblem(message('fault.file.tooLarge', { size: sizeLimit(fileBytes) }));
  if (projectBytes !== null && bytes > projectBytes)
    throw overLimitProblem(message('fault.file.noRoom', { size: sizeLimit(projectBytes) }));
}

const overLimitProblem = (fault: Message): Problem =>
  new Problem('limit', message('problem.assets.overLimit', { fault }), { errors: { file: fault } });

function throwIfCancelled({ cancelled }: UploadInput): void {
  if (cancelled?.()) throw new Problem('cancelled', message('problem.assets.uploadCancelled'));
}

export interface UploadReservation {
  /** Aborted when the reservation expires. The reason is the Problem for a 410. */
  readonly expired: AbortSignal;
  /** Must be called at the first byte of the file. Throws the 410 if the reservation has expired. */
  start(): void;
  /** Ends the reservation. Must be called when the upload has ended or failed. */
  release(): void;
}

/** `time` is in microseconds. The monotonic clock determines whether it has passed; the timer only ends the wait for a byte. */
export function createReservation(environment: Environment, time: number): UploadReservation {
  const until = environment.monotonicNow() + time / 1000;
  const controller = new AbortController();
  const expire = () => controller.abort(expiredProblem(time));
  const timer = setTimeout(expire, time / 1000);
  timer.unref();
  return {
    expired: controller.signal,
    start() {
      clearTimeout(timer);
      if (!controller.signal.aborted && environment.monotonicNow() > until) expire();
      controller.signal.throwIfAborted();
    },
    release: () => clearTimeout(timer),
  };
}

const expiredProblem = (time: number): Problem =>
  new Problem('gone', message('problem.assets.uploadTimedOut', { minutes: Math.round(time / 60e6) }));

const isAboutSource = (error: unknown): error is SourceError =>
  error instanceof SourceError && (errorCodeOf(error.cause) === null || isUnreadableFileError(error.cause));

/** Returns a Problem for an error of the disk or of the system, and a Problem unchanged. Throws any other error, because it is a bug. */
function toStorageProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const fault = diskFaultOf(error);
  const isOfSystem = /^E[A-Z0-9]+$/.test(errorCodeOf(error) ?? '');
  const reason = (fault && storageFailures[fault]) ?? (isOfSystem ? verbatim(errorMessageOf(error)) : null);
  if (!reason) throw error;
  return new Problem('store', message('problem.assets.notStored', { reason }), { cause: error });
}

const storageFailures: Readonly<Partial<Record<DiskFault, Message>>> = {
  full: message('problem.disk.full'),
  quotaReached: message('problem.disk.quotaReached'),
  notPermitted: message('problem.disk.notWritable'),
  notPermittedOrInUse: message('problem.disk.notWritable'),
  readOnly: message('problem.disk.readOnly'),
  failing: message('problem.disk.failing'),
  tooManyFiles: message('problem.disk.tooManyFiles'),
};

/** Bytes in UTF-8. File systems allow 255, and exports add prefixes or suffixes. */
const maxNameBytes = 200;

/** Throws a 400 at `file` if nothing remains of the name. */
export function toSafeFileName(uploadedName: string, { extensions }: MediaFormat): string {
  const last = uploadedName.split(/[/\\]/).at(-1) ?? '';
  const cleaned = last
    .replace(invisibleCharacters, '')
    .replace(/[<>:"|?*]/g, '_')
    .normalize('NFC');
  const plain = cleaned.slice(0, findTrimmedEnd(cleaned));
  const dot = plain.lastIndexOf('.');
  const extensionInName = dot >= 0 ? plain.slice(dot + 1).toLowerCase() : '';
  const isAllowed = extensions.includes(extensionInName);
  const stem = trimDotsAndSpaces(isAllowed || knownExtensions.has(extensionInName) ? plain.slice(0, dot) : plain);
  if (stem.replaceAll('_', '') === '') throw invalidFieldProblem('file', message('fault.file.noName'));
  const extension = isAllowed ? extensionInName : extensions[0];
  const base = truncateToBytes(graphemesOf(reservedNames.test(stem) ? `_${stem}` : stem), maxNameBytes - extension.length - 1);
  return `${trimDotsAndSpaces(base)}.${extension}`;
}

/** Windows removes dots and spaces at the end of names, and on other systems a leading dot hides a file. */
const trimDotsAndSpaces = (text: string): string => text.slice(Math.max(0, text.search(/[^\s.]/)), findTrimmedEnd(text));

/**
 * The position at which the trailing dots and spaces begin. Not a regular expression, because its time would grow with the square of the
 * length of such a run.
 */
function findTrimmedEnd(text: string): number {
  let end = text.length;
  while (end > 0 && /[\s.]/.test(text.charAt(end - 1))) end--;
  return end;
}

function* graphemesOf(text: string): Generator<string> {
  for (const { segment } of new Intl.Segmenter().segment(text)) yield segment;
}
