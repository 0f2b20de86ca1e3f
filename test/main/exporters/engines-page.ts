/** The parts of docs/engines.md that follow from the data of the exporters: the known versions of the plug-ins, and what each does with scripts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exporters } from '../../../main/exporters/exporters.ts';
import type { PluginVersion } from '../../../shared/contracts/exporters.ts';
import { versionName } from '../../../shared/contracts/plugin-versions.ts';
import { english } from '../../../shared/messages/english.ts';
import { floatValue, formatScriptValue } from '../../../shared/play/script-value.ts';
import { type ScriptHazard, type ScriptProfile, taleportScriptProfile } from '../../../shared/script/script-profile.ts';
import { root } from '../../root.ts';

export const enginesPage = join(root, 'docs/engines.md');

const known = exporters.flatMap(({ label, plugin }) => (plugin?.versions ?? []).map((version) => ({ label, version })));

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');

const sourceOf = ({ source: { repository, evidence } }: PluginVersion): string =>
  `[${repository}](https://github.com/${repository}), ${evidence === 'recorded' ? 'run, with recorded results' : 'read and not run'}`;

const versionTable = (): string =>
  table(
    ['engine', 'version', '`--plugin-version`', 'published', 'what is known comes from'],
    known.map(({ label, version }) => [label, english.t(versionName(version)), `\`${version.id}\``, version.published, sourceOf(version)]),
  );

type Cell = (profile: ScriptProfile, version: PluginVersion | undefined) => string;

/** What the engine does at an error; Taleport reports it and continues. */
const stops = ({ afterError }: ScriptProfile): string => (afterError === 'stop' ? 'stops' : 'is reported');
const ifFatal =
  (hazard: ScriptHazard, otherwise: string): Cell =>
  (profile) =>
    profile.fatalHazards.includes(hazard) ? stops(profile) : otherwise;
const byGrammar =
  (one: string, two: string): Cell =>
  ({ grammar }) =>
    grammar === 1 ? one : two;

const floats: Readonly<Record<ScriptProfile['floatVariables'], string>> = {
  double: 'double precision',
  single: 'single precision',
  inert: 'counts as 0',
  uninitialized: 'is lost, and stops at the first choices',
};
const between: Readonly<Record<ScriptProfile['variablesBetweenElements'], string>> = {
  unchanged: 'kept as they are',
  parsed: 'parsed as their types, or stop',
  converted: 'converted to their types',
};
const decimals = [0.1 + 0.2, 1 / 3, 100 * 1.1];

const profileRows: readonly (readonly [name: string, cell: Cell])[] = [
  ['grammar', ({ grammar }) => String(grammar)],
  ['`not i > 8` means', byGrammar('`not (i > 8)`', '`(not i) > 8`')],
  ['`show(i > 3)`, `--1`, `not not b`, `i > 3 > 1`, `b == not c`', byGrammar('stop', 'run')],
  ['`hero.hp`, the variable of a component or board', ({ hasScopedVariables }) => (hasScopedVariables ? 'runs' : 'stops')],
  ['`%`, `%=`, `resetVisits()`', ({ missingOperators }) => (missingOperators.includes('%') ? 'stop' : 'run')],
  ['an unknown variable or element; a condition that assigns', stops],
  ['`visits()` in a condition or label', ifFatal('visitsOutsideContent', 'runs')],
  ['`resetAll()`', ifFatal('resetAllWithoutVariables', 'runs')],
  ['an integer above 2147483647 in a script', ifFatal('literalAboveInt32', 'runs')],
  ['`round` of an integer', ifFatal('roundOfInteger', 'runs')],
  ['`roll` of a decimal number', ifFatal('rollOfFloat', 'runs')],
  ['`roll(0)`', ifFatal('rollOfZero', '1')],
  ['`roll(-1)`', ifFatal('rollOfNegative', '1')],
  ['`1 / 0`', ifFatal('divisionByZero', 'infinite')],
  ['`0 / 0`', ifFatal('zeroByZero', 'not a number')],
  ['`sqrt(-1)`', ifFatal('rootOfNegative', 'not a number')],
  ['`s * 2`, a calculation with a text', ifFatal('calculationWithText', 'the text counts as 0')],
  ['`s += 1`, a number appended to a text', ifFatal('numberAppendedToText', 'runs')],
  ['`b == 1`, `"5" == 5`', ifFatal('equalityOfOtherTypes', 'false')],
  ['`i + b`, a boolean after a number', ifFatal('booleanAfterNumber', 'runs')],
  ['a float variable', ({ floatVariables }) => floats[floatVariables]],
  ['variables between two elements', ({ variablesBetweenElements }) => between[variablesBetweenElements]],
  ['a variable after `reset`', ({ resetVariables }) => (resetVariables === 'calculate' ? 'counts' : 'counts as 0 until the next element')],
  ['the right side of `and` and `or`', ({ rightSide }) => (rightSide === 'always' ? 'always runs' : 'when needed')],
  ['`round(2.5)`, `round(0.5)`', ({ rounding }) => (rounding === 'halfToEven' ? '2, 0' : '3, 1')],
  [
    '`0.1 + 0.2`, `1 / 3`, `100 * 1.1` are shown as',
    (profile) => decimals.map((each) => formatScriptValue(floatValue(each), profile)).join(', '),
  ],
  [
    'a text after an `if` of which an `elseif` was chosen',
    ({ textAfterElseIf }) => (textAfterElseIf === 'continuesParagraph' ? 'continues the paragraph' : 'starts a paragraph'),
  ],
  ['escapes in texts', ({ escapes }) => (escapes === 'whenRead' ? 'read once' : 'replaced one after the other when shown')],
  [
    '`&`, `<`, line breaks, underlining and strikethrough in texts',
    ({ textMarkup }) => (textMarkup === 'shown' ? 'shown' : '`&` as `&amp;`, the others are lost'),
  ],
  ['an attribute with a list of assets', (_, version) => (version?.stopsAtAssetLists ? 'is exported empty' : 'is read or ignored')],
  ['a file with all languages', (_, version) => (version === undefined || version.readsAllLanguages ? 'is read' : 'is not read')],
];

function profileTable(): string {
  const columns: readonly { readonly name: string; readonly profile: ScriptProfile; readonly version: PluginVersion | undefined }[] = [
    { name: 'Taleport', profile: taleportScriptProfile, version: undefined },
    ...known.map(({ label, version }) => ({
      name: `${label} ${english.t(versionName(version))}`,
      profile: version.scriptProfile,
      version,
    })),
  ];
  return table(
    ['', ...columns.map(({ name }) => name)],
    profileRows.map(([name, cell]) => [name, ...columns.map(({ profile, version }) => cell(profile, version))]),
  );
}

const parts: Readonly<Record<string, () => string>> = { versions: versionTable, profiles: profileTable };

/** The page with its generated parts as they follow from the data. */
export function renderEnginesPage(): string {
  return Object.entries(parts).reduce(
    (text, [name, render]) =>
      text.replace(
        new RegExp(`(<!-- generated: ${name} -->\n)[^]*?(\n<!-- end -->)`),
        (_, start: string, end: string) => `${start}${render()}${end}`,
      ),
    readFileSync(enginesPage, 'utf8'),
  );
}
