/** The file of an asset as it is downloaded ([Assets] GET file): what is stored, under the name that the asset has now. */
import { notFound } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';
import type { Vault } from '../assets/vault.ts';
import { fileResponse } from '../file-response.ts';

/** Throws a 404 for what is no file asset, and for a file that is not stored (G13). */
export async function downloadOf(
  request: Request,
  { project, hash, assetId, vault }: { project: Project; hash: string; assetId: string; vault: Vault },
): Promise<Response> {
  const asset = project.find('asset', assetId);
  if (!asset) throw notFound('asset', assetId);
  const stored = asset.file === null ? undefined : vault.find(hash, asset.file);
  const path = asset.file === null ? undefined : vault.pathOf(hash, asset.file);
  const response =
    stored && path !== undefined && (await fileResponse(request, { path, mime: stored.mime, name: asset.name, as: 'attachment' }));
  if (!response) throw notFound('stored file of the asset', assetId);
  return response;
}
