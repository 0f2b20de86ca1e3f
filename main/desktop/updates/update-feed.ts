/**
 * The address of updates, and the keys that sign them. A program that is not packed has none, unless a file for testing them is configured.
 */
import { readFileSync } from 'node:fs';
import ownFeed from './update-feed.json' with { type: 'json' };

export interface UpdateFeed {
  readonly url: string;
  /** The page with packages that the user installs manually. */
  readonly downloadPage: string;
  /** SPKI DER as base64. If it is empty, nothing can be verified, so there are no checks. */
  readonly publicKeys: readonly string[];
}

/** The feed of this program's releases. */
export const releaseFeed: UpdateFeed = ownFeed;

/** Reads a file like update-feed.json, which TALEPORT_UPDATE_FEED names in development. Missing fields have the values of a release. */
export const readDevelopmentFeed = (file: string): UpdateFeed => ({ ...releaseFeed, ...JSON.parse(readFileSync(file, 'utf8')) });
