/** Stored files for whoever drives the parts. */
import { Problem } from '../../shared/problem.ts';
import type { AssetHandlers } from './handlers.ts';

const later = (): never => {
  throw new Problem('unsupported', 'This is being built.');
};
export const assetHandlers = (): AssetHandlers => ({
  'asset.store': later,
  'asset.locate': later,
  'asset.thumbnail': later,
  'asset.keepThumbnail': later,
});
