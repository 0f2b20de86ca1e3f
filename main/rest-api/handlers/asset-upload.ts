/** Uploads of asset files ([Assets], G1, G13): a form whose file is streamed to the file store. */

import type { Readable } from 'node:stream';
import type { KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { type MediaType, mediaTypes } from '../../../shared/contracts/stored-file.ts';
import { isOneOf } from '../../../shared/json.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import { invalidInputProblem, Problem } from '../../../shared/problem.ts';
import type { FileStore } from '../../assets/file-store.ts';
import type { PendingFile } from '../../assets/pending-files.ts';
import type { UploadLimits } from '../../assets/receive-upload.ts';
import { type MultipartFormOptions, type ParsedMultipartForm, readMultipartForm } from '../http/multipart-form.ts';
import { toStoredAssetId } from '../serializers/assets.ts';

interface UploadContext {
  readonly fileStore: FileStore;
  readonly hash: string;
  readonly limits: UploadLimits;
}

/** [Assets] the two-step flow: stores the file without creating an asset. */
export async function storeUploadedFile(request: Request, deps: UploadContext): Promise<{ filename: string; name: string; size: string }> {
  const { pendingFile } = await readUploadForm(request, deps, {});
  const { file, name, size } = pendingFile.stored;
  deps.fileStore.commit(deps.hash, [pendingFile]);
  return { filename: file, name, size };
}

/** [G1] the single flow: stores the file and creates an asset from it, or does neither. */
export async function createAssetFromUpload<T>(
  request: Request,
  deps: UploadContext & {
    readonly project: () => Project;
    readonly create: (command: SingleCommand, extraRows: KeyValueWrites) => T;
  },
): Promise<T> {
  const { fileStore, hash, project, create } = deps;
  const { pendingFile, fields } = await readUploadForm(request, deps, { name: validateName, parentId: acceptAny, index: validateIndex });
  try {
    const { file, name, type } = pendingFile.stored;
    const { parentId: parent = '', index: place = '-' } = fields;
    const parentId = parent === '' || parent === 'null' ? null : toStoredAssetId(project(), parent);
    const at = place === '-' ? place : Number(place);
    const reply = create(
      { do: 'create', kind: 'asset', fields: { name, type, file, parentId }, at },
      fileStore.rowsToCommit(hash, [pendingFile]),
    );
    fileStore.confirmCommitted(hash, [pendingFile]);
    return reply;
  } catch (error) {
    fileStore.discard([pendingFile]);
    throw error;
  }
}

const acceptAny = (): undefined => undefined;
const validateName = (value: string): Message | undefined => (value.trim() === '' ? message('fault.notEmpty') : undefined);
const validateIndex = (value: string): Message | undefined =>
  value === '-' || (/^\d+$/.test(value) && Number.isSafeInteger(Number(value))) ? undefined : message('fault.form.index');
const isMediaType = (value: string | undefined): value is MediaType => isOneOf(mediaTypes, value);
const validateType = (value: string): Message | undefined =>
  isMediaType(value) ? undefined : message('fault.oneOf', { values: mediaTypes.join(', ') });

async function readUploadForm(
  request: Request,
  { fileStore, hash, limits }: UploadContext,
  more: MultipartFormOptions<unknown>['fieldValidators'],
): Promise<{ pendingFile: PendingFile; fields: ParsedMultipartForm['fields'] }> {
  const reservation = fileStore.reserve(hash);
  const onFile = async (bytes: Readable, filename: string, ended: Promise<ParsedMultipartForm>) => {
    let form: ParsedMultipartForm | undefined;
    const readDescription = async () => {
      form = await ended;
      const { name, type: requestedType } = form.fields;
      return { name: name?.trim() ? name : filename, type: isMediaType(requestedType) ? requestedType : undefined };
    };
    const [stored] = await Promise.allSettled([
      fileStore.storePending(hash, { name: filename, bytes, readDescription, reservation, limits }),
    ]);
    const faults = form?.errors ?? {};
    const isSound = Object.keys(faults).length === 0;
    if (stored.status === 'rejected') throw isSound ? stored.reason : mergeFileErrors(stored.reason, faults);
    if (form && isSound) return { pendingFile: stored.value, fields: form.fields };
    fileStore.discard([stored.value]);
    throw invalidInputProblem(faults);
  };
  try {
    return await readMultipartForm(request, {
      fieldValidators: { type: validateType, ...more },
      requiredFields: ['type'],
      onFile,
      abortSignal: reservation.expired,
    });
  } finally {
    reservation.release();
  }
}

/** Combines the errors of the file with those of the fields. */
function mergeFileErrors(error: unknown, faults: ParsedMultipartForm['errors']): unknown {
  const isOfFile = error instanceof Problem && error.json.status === 400 && error.faults.length > 0;
  return isOfFile ? invalidInputProblem({ ...error.faultsByPath, ...faults }) : error;
}
