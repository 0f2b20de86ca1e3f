/** The plugins that games run stories with: each known version of each engine's plugin. */
import type { ExporterDescription, ExporterId } from '../../shared/contracts/exporters.ts';
import { engineVersionName } from '../../shared/contracts/plugin-versions.ts';
import type { ScriptProfile } from '../../shared/script/script-profile.ts';
import { t } from '../messages/translate.ts';
import { listExporters, useExporters } from './exporters-store.ts';

export interface GamePlugin {
  /** Identifies it among all plugins. */
  readonly key: string;
  readonly engine: ExporterId;
  /** The id of its version; null: an engine of which no plugin is known. */
  readonly pluginVersion: string | null;
  readonly label: string;
  /** null: what it does with scripts is not known. */
  readonly scriptProfile: ScriptProfile | null;
}

/** A slash is not allowed in the id of an exporter. */
export const gamePluginKey = (engine: ExporterId, pluginVersion: string | null): string =>
  pluginVersion === null ? engine : `${engine}/${pluginVersion}`;

export const listGamePlugins = (): GamePlugin[] => pluginsOf(listExporters());

export const useGamePlugins = (): GamePlugin[] => pluginsOf(useExporters());

/** Undefined until the exporters have arrived. */
export const findGamePlugin = (key: string): GamePlugin | undefined => listGamePlugins().find((plugin) => plugin.key === key);

const pluginsOf = (exporters: readonly ExporterDescription[]): GamePlugin[] =>
  exporters
    .filter(({ hasProject }) => hasProject)
    .flatMap(({ id, label, pluginVersions }): GamePlugin[] =>
      pluginVersions.length === 0
        ? [{ key: gamePluginKey(id, null), engine: id, pluginVersion: null, label, scriptProfile: null }]
        : pluginVersions.map((version) => ({
            key: gamePluginKey(id, version.id),
            engine: id,
            pluginVersion: version.id,
            label: t(engineVersionName(label, version)),
            scriptProfile: version.scriptProfile,
          })),
    );
