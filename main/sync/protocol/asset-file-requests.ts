/**
 * Adds the file of an asset to its requests: by name if the remote has stored it, otherwise uploaded with the request that creates the
 * asset.
 */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { SyncOperation } from '../plan/sync-operation.ts';
import type { RemoteFileState, RemoteFiles } from './remote-files.ts';
import type { PreparedRequest, SyncRequest } from './sync-request.ts';

/** A create with the asset's file. It waits if the file is being uploaded. */
export function attachFile(ready: PreparedRequest, file: RemoteFileState): PreparedRequest {
  if (ready.type !== 'ready' || file.type === 'none') return ready;
  if (file.type === 'pending') return { type: 'waiting' };
  const { request } = ready;
  if (file.type === 'stored') return { type: 'ready', request: { ...request, body: { ...request.body, file: file.fileName } } };
  // The form has no field for the volume, so a later change sets it.
  const { volume: _later, ...body } = request.body ?? {};
  const expected = request.expected.map((change) => ({ ...change, ...(change.after && { after: { ...change.after, volume: null } }) }));
  return { type: 'ready', request: { ...request, route: 'uploadAndCreateAsset', body, expected, uploadFile: file.file } };
}

/** [G1] the remote assigns the name of an asset that it creates from an uploaded file; a read shows it. */
export const isEffectUnknown = ({ uploadFile }: SyncRequest): boolean => uploadFile !== undefined;

/** Changes the file of a remote asset to one that has been uploaded. */
export function buildFileReplacement(
  operation: SyncOperation,
  localRecord: AnyRecord,
  remoteRecord: AnyRecord,
  hash: string,
  files: RemoteFiles | undefined,
): PreparedRequest {
  const fileName = files?.replacements.get(operation.id);
  if (fileName === undefined) return { type: 'waiting' };
  const path = `/${encodeURIComponent(hash)}/asset/${encodeURIComponent(operation.id)}`;
  const expected = [{ before: remoteRecord, after: { ...remoteRecord, file: localRecord.file, type: localRecord.type } }];
  return {
    type: 'ready',
    request: { operation, route: 'changeAsset', method: 'PATCH', path, body: { type: localRecord.type, file: fileName }, expected },
  };
}

/** One operation for each asset whose local file was replaced and has been uploaded. */
export const fileReplacementOperations = (files: RemoteFiles | undefined): SyncOperation[] =>
  [...(files?.replacements.keys() ?? [])].map((id) => ({ type: 'change', kind: 'asset', id, part: 'file', fields: ['file'] }));

export const isFileReplacement = (op: SyncOperation): boolean => op.type === 'change' && op.kind === 'asset' && op.part === 'file';
