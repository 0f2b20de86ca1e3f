/** The endpoints whose body is a file: uploads and downloads of assets. */
import { limitsFor, mustFit } from '../assets/space-left.ts';
import { jsonAnswer } from './answers.ts';
import { storedAssetId } from './asset-root.ts';
import { downloadOf } from './downloads.ts';
import type { Asked, ServiceDeps } from './service-deps.ts';
import { uploadAsset, uploadFile } from './uploads.ts';

export function sendDownload({ request, params, hash }: Asked, { engine, vault }: ServiceDeps): Promise<Response> {
  const project = engine.project(hash);
  return downloadOf(request, { project, hash, vault, assetId: storedAssetId(project, params.assetId ?? '') });
}

export async function receiveUpload(asked: Asked, deps: ServiceDeps): Promise<Response> {
  return jsonAnswer(await uploadFile(asked.request, placeOf(asked, deps)));
}

export async function receiveAndCreate(asked: Asked, deps: ServiceDeps): Promise<Response> {
  const { engine, vault } = deps;
  const { hash, caller } = asked;
  const { ids, version, newVersion, versionTime } = await uploadAsset(asked.request, {
    ...placeOf(asked, deps),
    project: () => engine.project(hash),
    create: (command, beside) => {
      // Others may have come in while this one was on its way.
      mustFit([command], engine.project(hash), caller.workspace, (file) => vault.find(hash, file));
      return engine.send(hash, command, 'api', [beside]);
    },
  });
  return jsonAnswer({ version, newVersion, versionTime, id: ids[0] }, 201);
}

const placeOf = ({ hash, caller }: Asked, { vault, engine }: ServiceDeps) => ({
  vault,
  hash,
  limits: limitsFor(engine.project(hash), caller.workspace),
});
