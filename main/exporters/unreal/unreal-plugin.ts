/** What is known of the versions of arcweave-unreal-plugin, and how a game project shows which one it has. */
import { posix } from 'node:path';
import type { FoundPlugin, PluginVersion } from '../../../shared/contracts/exporters.ts';
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';
import { engineScriptProfile } from '../engine-script-profile.ts';
import { findInFile, findPluginFiles } from '../plugin-search.ts';
import type { EnginePlugin } from '../plugin-version.ts';

/**
 * The interpreter in C++: what it parses and what it throws on. Division by zero and the root of a negative number produce infinite and undefined
 * numbers. Its public source calculates wrongly (1+2*3 is 3). The plugin that is shipped may not, so results are those of grammar version 1. After
 * each script, variables are stored as texts, and read by their declared types when the next one runs.
 */
const version1Profile: ScriptProfile = {
  ...engineScriptProfile,
  hasUnreliableResults: true,
  missingOperators: ['%', '%='],
  missingFunctions: ['resetVisits'],
  logicValue: 'boolean',
  resultTypes: { abs: 'argument', sqr: 'argument', extreme: 'float', round: 'float' },
  rounding: 'halfAwayFromZero',
  variablesBetweenElements: 'converted',
  fatalHazards: [
    'literalAboveInt32',
    'rollOfFloat',
    'rollOfZero',
    'extremeOfOther',
    'equalityOfOtherTypes',
    'numberAppendedToText',
    'booleanAfterNumber',
  ],
};

const version2Profile: ScriptProfile = { ...version1Profile, hasScopedVariables: true };

const repository = 'arcweave/arcweave-unreal-plugin';

const versions: readonly PluginVersion[] = [
  {
    id: '1.1',
    number: '1.1',
    state: 'released',
    published: '2024–2026',
    source: { repository, evidence: 'recorded' },
    readsAllLanguages: false,
    scriptProfile: version1Profile,
  },
  {
    id: '2.2.0',
    number: '2.2.0',
    state: 'released',
    published: '2026-10',
    source: { repository, evidence: 'read' },
    readsAllLanguages: true,
    savesDependOnWholeStory: true,
    scriptProfile: version2Profile,
  },
];

/** Its number was 1.1 for long after 1.1. */
const version2Marker = /^ArcweaveRuntimeState|^ArcweaveComponentBoardVariablesTest/;

async function findUnrealPlugin(...[disk, root]: Parameters<EnginePlugin['find']>): Promise<FoundPlugin | null> {
  const files = await findPluginFiles(disk, root, ['Plugins'], (name) => /^arcweave.*\.uplugin$/i.test(name) || version2Marker.test(name));
  const descriptor = files.find((path) => path.toLowerCase().endsWith('.uplugin'));
  const marker = files.find((path) => version2Marker.test(posix.basename(path)));
  const number = descriptor === undefined ? null : await findInFile(disk, root, descriptor, /"VersionName"\s*:\s*"v?(\d[^"]*)"/);
  const isOldNumber = number === null || /^[01](\.|$)/.test(number);
  if (marker !== undefined && isOldNumber) return { number: null, versionId: '2.2.0', source: marker };
  return descriptor === undefined || number === null ? null : { number, versionId: null, source: descriptor };
}

export const unrealPlugin: EnginePlugin = { versions, find: findUnrealPlugin };
