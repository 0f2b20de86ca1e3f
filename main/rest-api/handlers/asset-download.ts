/** The download of an asset's file ([Assets] GET file): the stored bytes under the asset's current name. */

import type { Project } from '../../../shared/model/project.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import type { FileStore } from '../../assets/file-store.ts';
import { createFileResponse } from '../../platform/file-response.ts';

/** Throws a 404 for a folder, and for a file that is not stored (G13). */
export async function assetDownloadResponse(
  request: Request,
  { project, hash, assetId, fileStore }: { project: Project; hash: string; assetId: string; fileStore: FileStore },
): Promise<Response> {
  const asset = project.find('asset', assetId);
  if (!asset) throw notFoundProblem('asset', assetId);
  const stored = asset.file === null ? undefined : fileStore.find(hash, asset.file);
  const path = asset.file === null ? undefined : fileStore.findPath(hash, asset.file);
  const response =
    stored &&
    path !== undefined &&
    (await createFileResponse(request, { path, mime: stored.mime, name: asset.name, disposition: 'attachment' }));
  if (!response) throw notFoundProblem('stored file of the asset', assetId);
  return response;
}
