/** The script profiles of the engines' plug-ins, for tests that play or parse as one of them. */
import { expect } from 'vitest';
import { getExporter } from '../../../main/exporters/exporters.ts';
import { newestReleasedVersion } from '../../../shared/contracts/plugin-versions.ts';
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';

/** That of a version; without an id, that of the newest released one. */
export function pluginProfile(engine: string, id?: string): ScriptProfile {
  const versions = getExporter(engine).plugin?.versions ?? [];
  const version = id === undefined ? newestReleasedVersion(versions) : versions.find((each) => each.id === id);
  return version?.scriptProfile ?? expect.fail(`${engine} has no version ${id}`);
}

/** The engine, the id and the profile of each version of its plug-in, oldest first. */
export const pluginProfiles = (engine: string): { engine: string; pluginVersion: string; profile: ScriptProfile }[] =>
  (getExporter(engine).plugin?.versions ?? []).map(({ id, scriptProfile }) => ({ engine, pluginVersion: id, profile: scriptProfile }));
