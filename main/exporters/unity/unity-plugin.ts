/** What is known of the versions of arcweave-unity-plugin, and how a game project shows which one it has. */
import { posix } from 'node:path';
import type { FoundPlugin, PluginVersion } from '../../../shared/contracts/exporters.ts';
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';
import { engineScriptProfile } from '../engine-script-profile.ts';
import { findFolders, findInFile, findPluginFiles } from '../plugin-search.ts';
import type { EnginePlugin } from '../plugin-version.ts';

/** Every version lists the options of an element by saving all variables as texts and loading them by their declared types. */
const baseProfile: ScriptProfile = { ...engineScriptProfile, variablesBetweenElements: 'parsed' };

/**
 * Float variables have single precision, with which the operators cannot calculate. Unity loses their values when it serializes the project asset, which
 * it does on entering Play mode and in builds.
 */
const version1Profile: ScriptProfile = { ...baseProfile, floatVariables: 'uninitialized' };

/**
 * Version 2 of the grammar. Float variables start with single precision: results may differ in the eighth digit, and `round`, `sqrt` and `roll` throw on
 * such a value. Conditions and labels run without an element.
 */
const version2Profile: ScriptProfile = {
  ...baseProfile,
  grammar: 2,
  hasScopedVariables: true,
  rightSide: 'whenNeeded',
  logicValue: 'boolean',
  floatVariables: 'single',
  textAfterElseIf: 'continuesParagraph',
  fatalHazards: baseProfile.fatalHazards.filter((each) => each !== 'resetAllWithoutVariables'),
};

/** Version 1 of the grammar with the variables of boards and components; float variables have double precision and survive serialization. */
const scopedProfile: ScriptProfile = { ...baseProfile, hasScopedVariables: true };

const repository = 'arcweave/arcweave-unity-plugin';

const versions: readonly PluginVersion[] = [
  {
    id: 'v1',
    number: '2.0',
    state: 'released',
    published: '2024–2025',
    source: { repository, evidence: 'recorded' },
    readsAllLanguages: false,
    scriptProfile: version1Profile,
  },
  {
    id: 'v2-withdrawn',
    number: null,
    state: 'withdrawn',
    published: '2026-03, withdrawn 2026-05',
    source: { repository, evidence: 'recorded' },
    readsAllLanguages: false,
    scriptProfile: version2Profile,
  },
  {
    id: 'main',
    number: null,
    state: 'unreleased',
    published: 'since 2026-05',
    source: { repository, evidence: 'read' },
    readsAllLanguages: false,
    scriptProfile: scopedProfile,
  },
];

/** Where the files of exported assets are: Unity loads them by their names from a folder with this name. */
export const unityAssetFolder = 'Assets/Arcweave/Resources';

/** Files that the unreleased sources added. */
const unreleasedMarkers: ReadonlySet<string> = new Set(['IHasVariables.cs', 'ArcweavePlugin.asmdef']);
const wantedFiles: ReadonlySet<string> = new Set([...unreleasedMarkers, 'Changelog.md', 'CHANGELOG.md', 'package.json']);

/** A folder of the package or of its sources; not the one of the exported story alone, which has none of the files. */
async function findUnityPlugin(...[disk, root]: Parameters<EnginePlugin['find']>): Promise<FoundPlugin | null> {
  // Teams keep what others wrote in a folder of their own below Assets.
  const teamFolders = await findFolders(disk, root, ['Assets'], /plugins?|third|vendor|external|packages/i);
  const parents = ['Packages', 'Assets', ...teamFolders, 'Library/PackageCache'];
  const folders = await findFolders(disk, root, parents, /arcweave/i);
  const files = await findPluginFiles(disk, root, folders, (name) => wantedFiles.has(name), unityAssetFolder);
  const named = (test: (name: string) => boolean): string | undefined => files.find((path) => test(posix.basename(path)));
  const marker = named((name) => unreleasedMarkers.has(name));
  const versionId = marker === undefined ? null : 'main';
  const packageFile = named((name) => name === 'package.json');
  const packageNumber = packageFile === undefined ? null : await findInFile(disk, root, packageFile, /"version"\s*:\s*"v?(\d[^"]*)"/);
  if (packageFile !== undefined && packageNumber !== null) return { number: packageNumber, versionId, source: packageFile };
  const changelog = named((name) => name.toLowerCase() === 'changelog.md');
  const heading =
    changelog === undefined ? null : await findInFile(disk, root, changelog, /^##\s+\[?(?:v|version )?(\d[\w.]*|unreleased)/im);
  if (changelog !== undefined && heading !== null)
    return /^\d/.test(heading) ? { number: heading, versionId, source: changelog } : { number: null, versionId: 'main', source: changelog };
  return marker === undefined ? null : { number: null, versionId, source: marker };
}

export const unityPlugin: EnginePlugin = { versions, find: findUnityPlugin };
