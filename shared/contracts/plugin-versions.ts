/** The versions of an engine's plug-in: which one is meant by a text, and how each is named. */
import { type Message, message, verbatim } from '../messages/message.ts';
import type { LanguageFiles, PluginVersion } from './exporters.ts';

/** The number of a version that has one. */
export const versionNumberOf = ({ number }: PluginVersion): string => number ?? '';

/** Negative if `one` is older. A missing part counts as 0; what is not a number, such as `-beta`, is ignored. */
export function compareVersionNumbers(one: string, two: string): number {
  const [first, second] = [one, two].map((each) => each.split(/[^0-9]+/).map(Number));
  for (let at = 0; at < Math.max(first?.length ?? 0, second?.length ?? 0); at++) {
    const difference = (first?.[at] ?? 0) - (second?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The newest released version, which is assumed where nothing else is known. A plug-in has at least one. */
export function newestReleasedVersion(versions: readonly PluginVersion[]): PluginVersion {
  const newest = versions.findLast(({ state }) => state === 'released');
  if (newest === undefined) throw new Error('No version of the plug-in is released.');
  return newest;
}

/** The version that a text names: its id or number, or the beginning of one of them (2.2 for 2.2.0); undefined if none, or several. */
export function findVersionByName(versions: readonly PluginVersion[], name: string): PluginVersion | undefined {
  const exact = versions.find(({ id, number }) => id === name || number === name);
  if (exact) return exact;
  const beginsWith = (text: string | null): boolean => text?.startsWith(name) === true && /^[.-]/.test(text.slice(name.length));
  // 2.0.3 is one of the versions that the number 2.0 stands for.
  const isPartOf = (number: string | null): boolean => number !== null && name.startsWith(`${number}.`);
  const [match, ...others] = versions.filter(({ id, number }) => beginsWith(id) || beginsWith(number) || isPartOf(number));
  return others.length === 0 ? match : undefined;
}

/** The name of a version as people read it. */
export function versionName({ id, number, state }: PluginVersion): Message {
  const name = number ?? id;
  if (state === 'withdrawn') return message('check.plugin.withdrawn', { name: name.replace(/-withdrawn$/, '') });
  return state === 'unreleased' ? message('check.plugin.unreleased', { name }) : verbatim(name);
}

/** The name of an engine with a version of its plug-in. */
export const engineVersionName = (engine: string, version: PluginVersion): Message =>
  message('check.plugin.engine', { engine, version: versionName(version) });

/**
 * How an exporter writes several languages for a game whose plug-in has this version; undefined if the version is not known, but only assumed. A file with
 * all languages is written only for a plug-in that is known to read it.
 */
export const languageFilesFor = (languageFiles: LanguageFiles, version: PluginVersion | undefined): LanguageFiles =>
  languageFiles === 'oneLanguage' && version?.readsAllLanguages ? 'oneFile' : languageFiles;
