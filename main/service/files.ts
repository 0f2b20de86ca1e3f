/** Uploads and downloads of asset files. */
import { Problem } from '../../shared/problem.ts';
import type { Asked, ServiceDeps } from './service-deps.ts';

const later = (_asked: Asked, _deps: ServiceDeps): never => {
  throw new Problem('unsupported', 'This is being built.');
};
export const sendDownload = later;
export const receiveUpload = later;
export const receiveAndCreate = later;
