/** Calls about the stored files of assets. */

import { z } from 'zod';
import { mediaTypes, type StoredFile } from '../stored-file.ts';
import { defineCall, hashSchema, pathSchema } from './define-call.ts';

export const assetCalls = {
  /** Stores a file of a project, to which a following command refers with an asset. `job` names its progress events. */
  'asset.store': defineCall(
    z.strictObject({
      hash: hashSchema,
      path: pathSchema,
      name: z.string().optional(),
      type: z.enum(mediaTypes).optional(),
      job: z.string().optional(),
    }),
  ).returns<StoredFile>(),
  /** The path of a stored file, for the shells, which serve it to their pages; null if it is not stored. */
  'asset.locate': defineCall(z.strictObject({ hash: hashSchema, file: z.string() })).returns<{
    path: string;
    mime: string;
    name: string;
  } | null>(),
  /** The thumbnail of a stored image as a data URL. The window creates it, because it can draw. */
  'asset.thumbnail': defineCall(z.strictObject({ hash: hashSchema, file: z.string() })).returns<string | null>(),
  'asset.saveThumbnail': defineCall(z.strictObject({ hash: hashSchema, file: z.string(), image: z.string().max(200_000) })).returns<null>(),
};
