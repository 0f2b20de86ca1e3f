/** The plug-ins that Play and the problems can be for: each known version of each engine's plug-in. */
import type { ExporterDescription, ExporterId } from '../../shared/contracts/exporters.ts';
import { engineVersionName } from '../../shared/contracts/plugin-versions.ts';
import type { ScriptProfile } from '../../shared/script/script-profile.ts';
import { t } from '../messages/translate.ts';
import { listExporters, useExporters } from './exporters-store.ts';

export interface PluginChoice {
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
export const pluginChoiceKey = (engine: ExporterId, pluginVersion: string | null): string =>
  pluginVersion === null ? engine : `${engine}/${pluginVersion}`;

export const listPluginChoices = (): PluginChoice[] => pluginsOf(listExporters());

export const usePluginChoices = (): PluginChoice[] => pluginsOf(useExporters());

/** Undefined until the exporters have arrived. */
export const findPluginChoice = (key: string): PluginChoice | undefined => listPluginChoices().find((plugin) => plugin.key === key);

const pluginsOf = (exporters: readonly ExporterDescription[]): PluginChoice[] =>
  exporters
    .filter(({ hasProject }) => hasProject)
    .flatMap(({ id, label, pluginVersions }): PluginChoice[] =>
      pluginVersions.length === 0
        ? [{ key: pluginChoiceKey(id, null), engine: id, pluginVersion: null, label, scriptProfile: null }]
        : pluginVersions.map((version) => ({
            key: pluginChoiceKey(id, version.id),
            engine: id,
            pluginVersion: version.id,
            label: t(engineVersionName(label, version)),
            scriptProfile: version.scriptProfile,
          })),
    );
