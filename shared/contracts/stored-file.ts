/** A file in the vault as its project knows it ([Assets]): what the bytes are was found in the bytes, never in the name. */
import { z } from 'zod';

export const mediaTypes = ['image', 'audio', 'video'] as const;
export type MediaType = (typeof mediaTypes)[number];

export const storedFileSchema = z.strictObject({
  /** The stored filename: what an asset's `file` holds. Made by the vault, safe on every file system. */
  file: z.string().min(1),
  /** The name it came with, made safe, with its extension. */
  name: z.string().min(1),
  type: z.enum(mediaTypes),
  mime: z.string(),
  bytes: z.int().min(0),
  /** For display: `1.2 MB`. */
  size: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  sha256: z.string(),
});
export type StoredFile = z.infer<typeof storedFileSchema>;

/** Whether a project has a stored file of this name: the engine takes an asset's real size and measures from it. */
export type FindStoredFile = (hash: string, file: string) => StoredFile | undefined;
