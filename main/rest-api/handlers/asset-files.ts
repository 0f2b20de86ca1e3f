/** The endpoints whose body is a file: uploads and downloads of assets. */

import { message } from '../../../shared/messages/message.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import type { Project } from '../../../shared/model/project.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import type { FileStore } from '../../assets/file-store.ts';
import { assertFilesFit, uploadLimitsFor } from '../../assets/upload-limits.ts';
import { createFileResponse } from '../../platform/file-response.ts';
import type { ApiRequest, RestApiDeps } from '../api-request.ts';
import { jsonResponse } from '../http/responses.ts';
import { toStoredAssetId } from '../serializers/assets.ts';
import { createAssetFromUpload, storeUploadedFile } from './asset-upload.ts';

export async function downloadAsset({ request, params, hash }: ApiRequest, { engine, fileStore }: RestApiDeps): Promise<Response> {
  await engine.openProject(hash);
  const project = engine.getProject(hash);
  return assetDownloadResponse(request, { project, hash, fileStore, assetId: toStoredAssetId(project, params.assetId ?? '') });
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
    project: () => engine.getProject(hash),
    create: (command, beside) => {
      // Other uploads may have been stored while this one was received.
      assertFilesFit([command], engine.getProject(hash), caller.workspace, (file) => fileStore.find(hash, file));
      return engine.execute(hash, command, 'api', [beside]);
    },
  });
  return jsonResponse({ version, newVersion, versionTime, id: ids[0] }, 201);
}

const uploadContext = ({ hash, caller }: ApiRequest, { fileStore, engine }: RestApiDeps) => ({
  fileStore,
  hash,
  limits: uploadLimitsFor(engine.getProject(hash), caller.workspace),
});

/** Throws a 404 for a folder, and for a file that is missing (G13). */
export async function assetDownloadResponse(
  request: Request,
  { project, hash, assetId, fileStore }: { project: Project; hash: string; assetId: string; fileStore: FileStore },
): Promise<Response> {
  const asset = project.find('asset', assetId);
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
