/** The endpoints whose body is a file: uploads and downloads of assets. */

import type { Readable } from 'node:stream';
import { type MediaType, mediaTypes } from '../../../shared/contracts/stored-file.ts';
import { isOneOf } from '../../../shared/json.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { CommandResult, SingleCommand } from '../../../shared/model/commands.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type FieldErrors, joinFaults, notFoundProblem, Problem } from '../../../shared/problem.ts';
import type { FileStore } from '../../assets/file-store.ts';
import type { PendingFile } from '../../assets/pending-files.ts';
import { type UploadLimits, uploadLimitsFor } from '../../assets/upload-receiver.ts';
import { type Engine, executePrepared } from '../../engine/engine.ts';
import { createFileResponse } from '../../platform/file-response.ts';
import type { ApiRequest, RestApiDeps } from '../api-request.ts';
import { type MultipartFormOptions, type ParsedMultipartForm, readMultipartForm } from '../http/request-body.ts';
import { jsonResponse } from '../http/responses.ts';
import { toStoredAssetId } from '../serializers/replies.ts';
import { assertFilesFit } from './write-handler.ts';

export async function downloadAsset({ request, params, hash }: ApiRequest, { engine, fileStore }: RestApiDeps): Promise<Response> {
  await engine.openProject(hash);
  const project = engine.getProject(hash);
  return assetDownloadResponse(request, { project, hash, fileStore, assetId: params.assetId ?? '' });
}

export async function uploadAsset(apiRequest: ApiRequest, deps: RestApiDeps): Promise<Response> {
  await deps.engine.openProject(apiRequest.hash);
  return jsonResponse(await storeUploadedFile(apiRequest.request, uploadContext(apiRequest, deps)));
}

export async function uploadAndCreateAsset(apiRequest: ApiRequest, deps: RestApiDeps): Promise<Response> {
  const { engine, fileStore } = deps;
  const { hash, caller } = apiRequest;
  await engine.openProject(hash);
  const { ids, version, newVersion, versionTime } = await createAssetFromUpload(apiRequest.request, {
    ...uploadContext(apiRequest, deps),
    // Other uploads may have been stored while this one was received.
    assertRoom: (command, project) => assertFilesFit([command], project, caller.workspace, (file) => fileStore.find(hash, file)),
  });
  return jsonResponse({ version, newVersion, versionTime, id: ids[0] }, 201);
}

const uploadContext = ({ hash, caller }: ApiRequest, { fileStore, engine }: RestApiDeps) => ({
  fileStore,
  engine,
  hash,
  limits: uploadLimitsFor(engine.getProject(hash), caller.workspace),
});

/** Throws a 404 for a folder, and for a file that is missing (G13). */
export async function assetDownloadResponse(
  request: Request,
  { project, hash, assetId, fileStore }: { project: Project; hash: string; assetId: string; fileStore: FileStore },
): Promise<Response> {
  const asset = project.find('asset', toStoredAssetId(project, assetId));
  if (!asset) throw notFoundProblem(kindNoun('asset'), assetId);
  const stored = asset.file === null ? undefined : fileStore.find(hash, asset.file);
  const path = asset.file === null ? undefined : fileStore.findPath(hash, asset.file);
  const response =
    stored &&
    path !== undefined &&
    (await createFileResponse(request, { path, mime: stored.mime, name: asset.name, disposition: 'attachment' }));
  if (!response) throw notFoundProblem(message('problem.noun.assetFile'), assetId);
  return response;
}

interface UploadContext {
  readonly fileStore: FileStore;
  readonly hash: string;
  readonly limits: UploadLimits;
  readonly engine: Engine;
}

/** [Assets] the two-step flow: stores the file without creating an asset. Throws a 404 if the project was deleted while the file was received. */
export async function storeUploadedFile(request: Request, deps: UploadContext): Promise<{ filename: string; name: string; size: string }> {
  const { pendingFile } = await readUploadForm(request, deps, {});
  const { file, name, size } = pendingFile.stored;
  try {
    deps.engine.getVersion(deps.hash);
  } catch (error) {
    deps.fileStore.discard([pendingFile]);
    throw error;
  }
  deps.fileStore.commit(deps.hash, [pendingFile]);
  return { filename: file, name, size };
}

/** [G1] the single flow: stores the file and creates an asset from it, or does neither. */
export async function createAssetFromUpload(
  request: Request,
  deps: UploadContext & {
    /** Throws a Problem if the plan has no room for the asset. */
    readonly assertRoom: (command: SingleCommand, project: Project) => void;
  },
): Promise<CommandResult> {
  const { engine, fileStore, hash, assertRoom } = deps;
  const { pendingFile, fields } = await readUploadForm(request, deps, { name: validateName, parentId: acceptAny, index: validateIndex });
  try {
    const { file, name, type } = pendingFile.stored;
    const { parentId: parent = '', index: place = '-' } = fields;
    const at = place === '-' ? place : Number(place);
    const prepare = (project: Project) => {
      const parentId = parent === '' || parent === 'null' ? null : toStoredAssetId(project, parent);
      const command: SingleCommand = { do: 'create', kind: 'asset', fields: { name, type, file, parentId }, at };
      assertRoom(command, project);
      return { command, extraRows: [fileStore.rowsToCommit(hash, [pendingFile])] };
    };
    return await executePrepared(engine, hash, 'api', prepare, () => fileStore.confirmCommitted(hash, [pendingFile]));
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
    throw invalidUploadProblem(faults);
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
  return isOfFile ? invalidUploadProblem({ ...error.faultsByPath, ...faults }) : error;
}

/** [Errors 2] faults of an upload are at `file`, too. */
function invalidUploadProblem(faults: FieldErrors): Problem {
  const all = joinFaults(faults);
  return new Problem('invalid', message('problem.invalidInput', { faults: all }), { errors: { ...faults, file: faults.file ?? all } });
}
