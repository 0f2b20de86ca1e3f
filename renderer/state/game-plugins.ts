/** The plugins that games run stories with: for each engine the published one, and those with another script profile. */
import type { ExporterDescription, ExporterId } from '../../shared/contracts/exporters.ts';
import type { ScriptProfile } from '../../shared/script/script-profile.ts';
import { t } from '../messages/translate.ts';
import { listExporters, useExporters } from './exporters-store.ts';

export interface GamePlugin {
  /** Identifies it among all plugins. */
  readonly key: string;
  readonly engine: ExporterId;
  /** The id of its script profile among those of the exporter; null: the published plugin. */
  readonly otherScriptProfile: string | null;
  readonly label: string;
  /** null: what it does with scripts is not known. */
  readonly scriptProfile: ScriptProfile | null;
}

/** A slash is not allowed in the id of an exporter. */
export const gamePluginKey = (engine: ExporterId, otherScriptProfile: string | null): string =>
  otherScriptProfile === null ? engine : `${engine}/${otherScriptProfile}`;

export const listGamePlugins = (): GamePlugin[] => pluginsOf(listExporters());

export const useGamePlugins = (): GamePlugin[] => pluginsOf(useExporters());

/** Undefined until the exporters have arrived. */
export const findGamePlugin = (key: string): GamePlugin | undefined => listGamePlugins().find((plugin) => plugin.key === key);

const pluginsOf = (exporters: readonly ExporterDescription[]): GamePlugin[] =>
  exporters
    .filter(({ hasProject }) => hasProject)
    .flatMap(({ id, label, scriptProfile, otherScriptProfiles }): GamePlugin[] => [
      { key: gamePluginKey(id, null), engine: id, otherScriptProfile: null, label, scriptProfile },
      ...Object.entries(otherScriptProfiles).map(([other, profile]) => ({
        key: gamePluginKey(id, other),
        engine: id,
        otherScriptProfile: other,
        label: t('targets.options.engineWithScriptVersion', { engine: label, version: profile.grammar }),
        scriptProfile: profile,
      })),
    ]);
