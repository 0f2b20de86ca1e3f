/** The stored row of a target: its settings and its last export. Rows of every released version can be read. */

import { z } from 'zod';
import { exporterIdSchema } from '../../../shared/contracts/exporters.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { type TargetSettings, targetSettingsSchema } from '../../../shared/contracts/targets.ts';
import { definedFields } from '../../../shared/json.ts';
import { message } from '../../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../../shared/problem.ts';
import type { Exporter } from '../../exporters/exporter.ts';
import { assertKnownPluginVersion } from '../../exporters/plugin-version.ts';

/** Rows of earlier versions name a script profile; the only one besides that of the published plug-in was Unity's with version 2 of the grammar. */
function withPluginVersion(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null || !('otherScriptProfile' in settings)) return settings;
  const { otherScriptProfile, ...others } = settings;
  return { pluginVersion: otherScriptProfile === 'v2' ? 'v2-withdrawn' : null, ...others };
}

export const targetRowSchema = z.strictObject({
  hash: z.string(),
  engine: exporterIdSchema,
  folder: z.string(),
  /** The path without links: the same for all names of one folder. */
  real: z.string(),
  /** Rows of earlier versions lack some settings. */
  settings: z.preprocess(
    withPluginVersion,
    targetSettingsSchema.extend({
      fileEach: targetSettingsSchema.shape.fileEach.default(false),
      boardIds: targetSettingsSchema.shape.boardIds.default([]),
      assets: targetSettingsSchema.shape.assets.default(true),
      holdOnGameStops: targetSettingsSchema.shape.holdOnGameStops.default(false),
      pluginVersion: targetSettingsSchema.shape.pluginVersion.default(null),
      compact: targetSettingsSchema.shape.compact.default(false),
      keepReleasedLayout: targetSettingsSchema.shape.keepReleasedLayout.default(false),
      polling: targetSettingsSchema.shape.polling.default(false),
      perforce: targetSettingsSchema.shape.perforce.default(false),
      integrationFile: targetSettingsSchema.shape.integrationFile.default(null),
    }),
  ),
  /** Microseconds. Targets are listed in this order. */
  createdAt: z.number(),
  version: z.number().nullable(),
  lastExport: z.string().nullable(),
  /** The earlier export that the folder contains, of a target that was paused for it. Rows of earlier versions lack it. */
  restoredExport: z.strictObject({ exportedAt: z.string(), version: z.number() }).nullable().default(null),
});
export type TargetRow = z.infer<typeof targetRowSchema>;

export const targetKeyPrefix = 'target/';

export const defaultSettings: TargetSettings = {
  locales: 'main',
  fallbackContents: true,
  fileEach: false,
  boardIds: [],
  on: true,
  assets: true,
  holdOnGameStops: false,
  pluginVersion: null,
  compact: false,
  keepReleasedLayout: false,
  polling: false,
  perforce: false,
  integrationFile: null,
};

/** Changes the given settings; the others keep their values. */
export function mergeSettings(before: TargetSettings, named: Partial<WithUndefined<TargetSettings>>): TargetSettings {
  return { ...before, ...definedFields(named) };
}

/** Throws a Problem for a version of the plug-in that the exporter does not know, unless it was already stored. */
export function assertPluginVersionExists(exporter: Exporter, { pluginVersion: next }: TargetSettings, before: TargetSettings): void {
  if (next !== before.pluginVersion) assertKnownPluginVersion(exporter, next, 'pluginVersion');
}

/** Throws a Problem if the layout of a release is to be kept in a format that is not JSON, which contains none. */
export function assertLayoutCanBeKept(exporter: Exporter, { keepReleasedLayout: next }: TargetSettings, before: TargetSettings): void {
  if (next && !before.keepReleasedLayout && exporter.readRecords !== null)
    throw invalidFieldProblem('keepReleasedLayout', message('targets.fault.noLayout', { engine: exporter.label }));
}

export type WithUndefined<T> = { [K in keyof T]: T[K] | undefined };

/**
 * Prepares targets in data that were restored from a backup: turns all off until the user has checked their folders, which may be newer than the backup, belong to the original data folder,
 * or not exist on this computer. Deliveries that were running when the backup was made are not completed.
 */
export function pauseRestoredTargets(store: KeyValueStore): void {
  pauseTargets(store, () => true);
  store.remove(store.list('journal/').map(({ id }) => id));
}

/** Turns targets off until the user turns them on. Must be called before they are opened. Returns the rows of those that were on. */
export function pauseTargets(store: KeyValueStore, isChosen: (id: string) => boolean): TargetRow[] {
  const chosen = store.list(targetKeyPrefix).flatMap(({ id, value }) => {
    const { data: row } = targetRowSchema.safeParse(value);
    return row?.settings.on && isChosen(id.slice(targetKeyPrefix.length)) ? [{ id, row }] : [];
  });
  store.put(chosen.map(({ id, row }) => ({ id, value: { ...row, settings: { ...row.settings, on: false } } })));
  return chosen.map(({ row }) => row);
}
