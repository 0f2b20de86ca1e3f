/** Where updates are published, and the keys that sign them. A program that is not packed has none, unless a file for trying them is named. */
import { readFileSync } from 'node:fs';
import ownFeed from './update-feed.json' with { type: 'json' };

export interface UpdateFeed {
  readonly url: string;
  /** For packages that the user installs by hand. */
  readonly downloadPage: string;
  /** SPKI in DER, as base64; empty: nothing can be verified, so there are no checks. */
  readonly publicKeys: readonly string[];
}

/** The feed of the releases. */
export const releaseFeed: UpdateFeed = ownFeed;

/** Reads a file like update-feed.json, which TALEPORT_UPDATE_FEED names in development. Missing fields have their values of a release. */
export const readDevelopmentFeed = (file: string): UpdateFeed => ({ ...releaseFeed, ...JSON.parse(readFileSync(file, 'utf8')) });
