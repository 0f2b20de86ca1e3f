/** Where updates are published, and the keys that sign them. A program that is not packed has none, unless a file for trying them is named. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import ownFeed from './update-feed.json' with { type: 'json' };

const updateFeedSchema = z.object({
  url: z.url(),
  /** For packages that the user installs by hand. */
  downloadPage: z.url(),
  /** SPKI in DER, as base64; empty: nothing can be verified, so nothing is looked for. */
  publicKeys: z.array(z.string().min(1)),
});
export type UpdateFeed = z.infer<typeof updateFeedSchema>;

/** The feed of the releases. */
export const releaseFeed: UpdateFeed = ownFeed;

/** Of a file like update-feed.json, which TALEPORT_UPDATE_FEED names in development. */
export const readDevelopmentFeed = (file: string): UpdateFeed => updateFeedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
