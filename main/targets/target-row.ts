/** What is stored of a target: where it goes and what it last did. */
import { z } from 'zod';
import { engineOrJson, type TargetSettings, targetSettings } from '../../shared/targets.ts';

export const targetRow = z.strictObject({
  hash: z.string(),
  engine: engineOrJson,
  folder: z.string(),
  /** The folder without links: the same for two names of one folder. */
  real: z.string(),
  /** Rows of earlier versions have fewer. */
  settings: targetSettings.extend({
    fileEach: targetSettings.shape.fileEach.default(false),
    boardIds: targetSettings.shape.boardIds.default([]),
    assets: targetSettings.shape.assets.default(true),
    polling: targetSettings.shape.polling.default(false),
    helper: targetSettings.shape.helper.default(null),
  }),
  /** Microseconds; targets are listed in this order. */
  createdAt: z.number(),
  version: z.number().nullable(),
  lastExport: z.string().nullable(),
});
export type TargetRow = z.infer<typeof targetRow>;

export const rowPrefix = 'target/';

export const standardSettings: TargetSettings = {
  locales: 'main',
  fallbackContents: true,
  fileEach: false,
  boardIds: [],
  on: true,
  assets: true,
  polling: false,
  helper: null,
};

/** Only what is named changes. */
export function withSettings(before: TargetSettings, named: Partial<Loose<TargetSettings>>): TargetSettings {
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  return { ...before, ...given };
}
export type Loose<T> = { [K in keyof T]: T[K] | undefined };
