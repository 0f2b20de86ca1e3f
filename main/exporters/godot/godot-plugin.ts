/** What is known of the versions of arcweave-godot-plugin for C#, and how a game project shows which one it has. */
import type { FoundPlugin, PluginVersion } from '../../../shared/contracts/exporters.ts';
import type { ScriptHazard, ScriptProfile } from '../../../shared/script/script-profile.ts';
import { engineScriptProfile } from '../engine-script-profile.ts';
import { findFolders, findInFile, findPluginFiles } from '../plugin-search.ts';
import type { EnginePlugin } from '../plugin-version.ts';

/**
 * `reset` assigns a Godot Variant, with which the operators cannot calculate until the next element. Numbers are shown as .NET 8 and later do, and texts
 * lose a part of their markup.
 */
const version22Profile: ScriptProfile = {
  ...engineScriptProfile,
  numbers: { ...engineScriptProfile.numbers, shownDigits: { double: 'shortest', single: 'shortest' } },
  resetVariables: 'inertUntilNextElement',
  textMarkup: 'partlyLost',
};

/** What came with 2.1 and 2.2. */
const laterHazards: readonly ScriptHazard[] = ['calculationWithText', 'rootOfNegative', 'divisionByZero'];

const version20Profile: ScriptProfile = {
  ...version22Profile,
  missingOperators: ['%', '%='],
  missingFunctions: ['resetVisits'],
  fatalHazards: version22Profile.fatalHazards.filter((each) => !laterHazards.includes(each)),
};

/** Version 2 of the grammar, with the variables of boards and components. */
const scopedProfile: ScriptProfile = {
  ...version22Profile,
  grammar: 2,
  hasScopedVariables: true,
  rightSide: 'whenNeeded',
  logicValue: 'boolean',
  textAfterElseIf: 'continuesParagraph',
  fatalHazards: version22Profile.fatalHazards.filter((each) => each !== 'resetAllWithoutVariables'),
};

const repository = 'arcweave/arcweave-godot-plugin';

const versions: readonly PluginVersion[] = [
  {
    id: '2.0.4',
    number: '2.0.4',
    state: 'released',
    published: '2024–2025',
    source: { repository, evidence: 'read' },
    readsAllLanguages: false,
    stopsAtAssetLists: true,
    scriptProfile: version20Profile,
  },
  {
    id: '2.2.0',
    number: '2.2.0',
    state: 'released',
    published: '2026-02',
    source: { repository, evidence: 'recorded' },
    readsAllLanguages: false,
    stopsAtAssetLists: true,
    scriptProfile: version22Profile,
  },
  {
    id: 'main',
    number: null,
    state: 'unreleased',
    published: 'since 2026-02',
    source: { repository, evidence: 'read' },
    readsAllLanguages: false,
    scriptProfile: scopedProfile,
  },
];

/** Some projects write the name of the folder in another case. */
const pluginFolder = /^arcweave$/i;

async function findGodotPlugin(...[disk, root]: Parameters<EnginePlugin['find']>): Promise<FoundPlugin | null> {
  for (const folder of await findFolders(disk, root, ['addons'], pluginFolder)) {
    const config = `${folder}/plugin.cfg`;
    const number = await findInFile(disk, root, config, /^[^\S\n\r\u2028\u2029]*version\s*=\s*"v?(\d[^"]*)"/m);
    const [marker] = await findPluginFiles(disk, root, [`${folder}/Interpreter`], (name) => name === 'IHasVariables.cs');
    if (marker !== undefined) return { number, versionId: 'main', source: marker };
    if (number !== null) return { number, versionId: null, source: config };
  }
  return null;
}

export const godotPlugin: EnginePlugin = { versions, find: findGodotPlugin };
