/** What is stored of a target: where it goes and what it last did. */
import { z } from 'zod';
import { engineOrJson, type TargetSettings, targetSettings } from '../../shared/targets.ts';

export const targetRow = z.strictObject({
  hash: z.string(),
  engine: engineOrJson,
  folder: z.string(),
  /** The folder without links: the same for two names of one folder. */
  real: z.string(),
  settings: targetSettings,
  /** Microseconds; targets are listed in this order. */
  createdAt: z.number(),
  version: z.number().nullable(),
  lastExport: z.string().nullable(),
});
export type TargetRow = z.infer<typeof targetRow>;

export const rowPrefix = 'target/';

/** Only what is named changes. */
export const withSettings = (
  before: TargetSettings,
  { locales, fallbackContents, on }: Partial<Loose<TargetSettings>>,
): TargetSettings => ({
  locales: locales ?? before.locales,
  fallbackContents: fallbackContents ?? before.fallbackContents,
  on: on ?? before.on,
});
export type Loose<T> = { [K in keyof T]: T[K] | undefined };
