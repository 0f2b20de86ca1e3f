/** Which version of an engine's plug-in a story is checked for: the one that was set, the one that was found in the game project, or the newest released. */
import type { FoundPlugin, LanguageFiles, PluginVersion } from '../../shared/contracts/exporters.ts';
import { compareVersionNumbers, languageFilesFor, newestReleasedVersion, versionNumberOf } from '../../shared/contracts/plugin-versions.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import type { Disk } from '../platform/disk.ts';

/** The plug-in of an engine. */
export interface EnginePlugin {
  /** Oldest first. At least one is released. */
  readonly versions: readonly PluginVersion[];
  /** Finds the plug-in in a game project. Only reads; null if there is none that tells its version. */
  find(disk: Disk, root: string): Promise<FoundPlugin | null>;
}

/** The part of an exporter that decides over versions. */
interface PluginOwner {
  readonly plugin: EnginePlugin | null;
}

/** The version of the plug-in in a game, and how it is known. */
export interface ResolvedPlugin {
  readonly version: PluginVersion;
  readonly basis: 'set' | 'found' | 'assumed';
  /** The number of a plug-in that is newer than all known versions. */
  readonly newerNumber: string | null;
}

/** What is known of the plug-in in a game. */
export interface PluginKnowledge {
  /** The id of the version that the user has set. An id that no longer exists counts as none. */
  readonly pluginVersion?: string | null | undefined;
  readonly foundPlugin?: FoundPlugin | null | undefined;
}

/** null if no plug-in of the engine is known. */
export function resolvePlugin({ plugin }: PluginOwner, knowledge: PluginKnowledge): ResolvedPlugin | null {
  if (plugin === null) return null;
  const { versions } = plugin;
  const set = versions.find(({ id }) => id === knowledge.pluginVersion);
  if (set) return { version: set, basis: 'set', newerNumber: null };
  const found = knowledge.foundPlugin ? knownVersionOf(versions, knowledge.foundPlugin) : null;
  return found ?? { version: newestReleasedVersion(versions), basis: 'assumed', newerNumber: null };
}

/** The version that files prove, or else the newest known one that is not newer than the number; the oldest one for an older number. */
function knownVersionOf(versions: readonly PluginVersion[], { number, versionId }: FoundPlugin): ResolvedPlugin | null {
  const proven = versions.find(({ id }) => id === versionId) ?? null;
  const numbered = versions.filter((version) => version.number !== null);
  const newest = numbered.at(-1);
  // 2.0.3 is one of those that 2.0 stands for.
  const isNewer =
    number !== null &&
    newest !== undefined &&
    compareVersionNumbers(number, versionNumberOf(newest)) > 0 &&
    !number.startsWith(`${versionNumberOf(newest)}.`);
  const newerNumber = isNewer ? number : null;
  if (proven) return { version: proven, basis: 'found', newerNumber };
  if (number === null) return null;
  const fitting = numbered.findLast((version) => compareVersionNumbers(number, versionNumberOf(version)) >= 0) ?? numbered[0];
  return fitting ? { version: fitting, basis: 'found', newerNumber } : null;
}

/** The versions before this one, oldest first. */
export const olderVersions = ({ plugin }: PluginOwner, version: PluginVersion): readonly PluginVersion[] =>
  plugin?.versions.slice(0, plugin.versions.indexOf(version)) ?? [];

/** Throws a Problem for the id of a version that the exporter does not know; `field` is the field of the request that contains it. */
export function assertKnownPluginVersion(
  { label, plugin }: PluginOwner & { readonly label: string },
  id: string | null | undefined,
  field: string,
): void {
  if (id == null || plugin?.versions.some((version) => version.id === id)) return;
  throw invalidFieldProblem(
    field,
    message('fault.pluginVersion', { engine: label, versions: plugin?.versions.map((version) => version.id) ?? [] }),
  );
}

/** Whether the plug-in in a game cannot read lists of assets. */
export const stopsAtAssetLists = (exporter: PluginOwner, knowledge: PluginKnowledge): boolean =>
  resolvePlugin(exporter, knowledge)?.version.stopsAtAssetLists ?? false;

/** How several languages are written for the plug-in in a game. */
export function languageFilesOf(
  exporter: PluginOwner & { readonly languageFiles: LanguageFiles },
  knowledge: PluginKnowledge,
): LanguageFiles {
  const game = resolvePlugin(exporter, knowledge);
  return languageFilesFor(exporter.languageFiles, game === null || game.basis === 'assumed' ? undefined : game.version);
}
