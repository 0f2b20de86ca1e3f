/**
 * What the plug-ins do around their interpreters: stories of three steps, and what the real plug-ins showed or where they stopped. Whatever stops in a
 * game has an error of the check.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkStory } from '../../../main/exporters/checks/check-story.ts';
import { importStory } from '../../../main/importers/import-story.ts';
import { Project } from '../../../shared/model/project.ts';
import { startPlay, takeChoice } from '../../../shared/play/play.ts';
import type { PlainValue } from '../../../shared/play/script-value.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';
import { hostedExportsFolder } from '../../hosted-exports.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { en, StoryBuilder } from './build-project.ts';
import { pluginProfile, pluginProfiles } from './plugin-profiles.ts';

type VariableType = 'string' | 'integer' | 'float' | 'boolean';
interface RecordedStory {
  readonly name: string;
  readonly scripts: readonly string[];
  readonly results: Readonly<Record<string, readonly string[]>>;
}
interface Recording {
  readonly variables: Readonly<Record<string, readonly [type: VariableType, value: PlainValue]>>;
  readonly stories: readonly RecordedStory[];
}

const file = resolve(hostedExportsFolder, '../scripts/sequences.json');
const recording: Recording | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
const suffix = recording ? '' : ` (left out: no recorded results in ${file}; set TALEPORT_REAL)`;

/** Three elements in a row, each with a title as its text and one script. */
function buildStory({ scripts }: RecordedStory, variables: Recording['variables']) {
  const story = new StoryBuilder({});
  const board = story.board('Board');
  const elements = scripts.map((script, index) => {
    const blocks = script.split('\n').map((line) => `<pre><code>${line.replaceAll('<', '&lt;')}</code></pre>`);
    return story.element(board, `<p>${'ABC'[index]}</p>${blocks.join('')}`, { title: en('<p>Step</p>') });
  });
  for (const [index, element] of elements.entries()) {
    const next = elements[index + 1];
    if (next !== undefined) story.connect(element, next);
  }
  const text = scripts.join(' ');
  for (const [name, [type, value]] of Object.entries(variables))
    if (new RegExp(`\\b${name}\\b`).test(text.replace(/"[^"]*"/g, '')) || (name === 'f' && scripts[1] === 'show("x")'))
      story.add('variable', { name, type, value });
  const [start = ''] = elements;
  story.start(start);
  return { project: story.project(), start };
}

function play(project: Project, start: string, profile: ScriptProfile): string[] {
  const steps: string[] = [];
  // Not a number of which ten times are whole.
  let state = startPlay(project, start, { ...createTestEnvironment(), random: () => 0.123 }, { profile });
  for (;;) {
    if (state.stopped) return [...steps, `STOP ${state.stopped}`];
    steps.push(richTextToPlainText(state.html));
    const [choice] = state.choices;
    if (!choice) return steps;
    state = takeChoice(state, choice.connectionId);
  }
}

/** Before Unity loads the project again, version 1 has its float variables. */
const keepsFloats: Partial<ScriptProfile> = { floatVariables: 'inert' };
const runs = [
  ['unity', 'unity', 'v1', keepsFloats],
  ['unityAfterReload', 'unity', 'v1', {}],
  ['unityV2', 'unity', 'v2-withdrawn', {}],
  ['unityV2AfterReload', 'unity', 'v2-withdrawn', {}],
  ['godot', 'godot', '2.2.0', {}],
] as const;

describe.skipIf(!recording)(`[Exports] recorded stories of three steps${suffix}`, () => {
  const { variables = {}, stories = [] } = recording ?? {};
  test.each(runs)('Play shows what the plug-in showed, and each stop has an error: %s', (result, engine, id, changed) => {
    const profile = { ...pluginProfile(engine, id), ...changed };
    const differences = stories.flatMap((story) => {
      const { project, start } = buildStory(story, variables);
      const expected = (story.results[result] ?? []).map((step) => step.replace(/^(STOP \w+).*/, '$1'));
      const shown = play(project, start, profile);
      const isStopped = shown.at(-1)?.startsWith('STOP') === true;
      const errors = checkStory(project, engine, { pluginVersion: id }).filter(({ severity }) => severity === 'error');
      const isUnreported = isStopped && errors.length === 0;
      return JSON.stringify(shown) === JSON.stringify(expected) && !isUnreported
        ? []
        : [{ name: story.name, shown, expected, isUnreported }];
    });
    expect(differences).toEqual([]);
  });

  test('no version that runs a story to its end has an error for it, but for a float variable that Unity loses', () => {
    const falseErrors = runs.flatMap(([result, engine, id]) =>
      stories.flatMap((story) => {
        const runsThrough = !(story.results[result] ?? []).some((step) => step.startsWith('STOP'));
        const { project } = buildStory(story, variables);
        const errors = checkStory(project, engine, { pluginVersion: id }).filter(({ severity }) => severity === 'error');
        return runsThrough && result !== 'unity' && errors.length > 0 ? [`${result} ${story.name}`] : [];
      }),
    );
    // Its float variable is set before the first saving, and has the declared value for every other story.
    expect(falseErrors).toEqual(['unityAfterReload float-set', 'unityAfterReload float-int']);
  });
});

const variablesFile = resolve(hostedExportsFolder, '../field/component-variable.json');

test.skipIf(!existsSync(variablesFile))(
  `[Exports] variables of components run in the versions that have them, and stop the others${suffix}`,
  async () => {
    const json: unknown = JSON.parse(readFileSync(variablesFile, 'utf8'));
    const { records } = await importStory(json, { environment: createTestEnvironment() });
    const project = new Project(records);
    const start = project.projectRecord.startingElement ?? '';
    const results = ['unity', 'unreal', 'godot'].flatMap(pluginProfiles).map(({ engine, pluginVersion, profile }) => {
      const errors = checkStory(project, engine, { pluginVersion }).filter(({ severity }) => severity === 'error').length;
      return [`${engine} ${pluginVersion}`, errors > 0, play(project, start, profile).join(', ')];
    });
    const runsThrough = 'Go., Started. End.';
    expect(results).toEqual([
      ['unity v1', true, 'STOP content'],
      ['unity v2-withdrawn', false, runsThrough],
      ['unity main', false, runsThrough],
      ['unreal 1.1', true, 'STOP content'],
      ['unreal 2.2.0', false, runsThrough],
      ['godot 2.0.4', true, 'STOP content'],
      ['godot 2.2.0', true, 'STOP content'],
      ['godot main', false, runsThrough],
    ]);
  },
);

const declared: Recording['variables'] = {
  i: ['integer', 7],
  j: ['integer', 2],
  f: ['float', 2.5],
  b: ['boolean', true],
  s: ['string', 'abc'],
};
const outcome = (engine: string, pluginVersion: string, script: string): string => {
  const { project, start } = buildStory({ name: script, scripts: [script, 'show("x")', 'show("y")'], results: {} }, declared);
  const errors = checkStory(project, engine, { pluginVersion }).filter(({ severity }) => severity === 'error');
  const stops = play(project, start, pluginProfile(engine, pluginVersion)).at(-1)?.startsWith('STOP') === true;
  return `${stops ? 'stops' : 'runs'}, ${errors.length > 0 ? 'error' : 'no error'}`;
};

test.each([
  ...['i = i == 7', 'i += s + 1', 'b += b', 'b *= not b', 's += s + s', 's += "1" + 2', 's = s == "abc"', 'f += 1 + s'].map(
    (script) => ['unreal', '2.2.0', script, 'runs, no error'] as const,
  ),
  ...['f = round(f)', 's = s == "abc"', 'b = b == true'].map((script) => ['unity', 'main', script, 'runs, no error'] as const),
  ...['i /= 0', 'i %= false', 'f /= 0', 'i = visits() / 2', 'b /= visits()'].map(
    (script) => ['unity', 'main', script, 'stops, error'] as const,
  ),
  ['godot', '2.2.0', 'i /= false', 'stops, error'],
  // The variable keeps the type, and the comparison stops when the element is entered again.
  ['godot', '2.2.0', 'i = i == 7', 'runs, error'],
  // What the text itself has assigned before counts.
  ['unreal', '2.2.0', 's = 5\ns += "a"', 'runs, no error'],
  ['unreal', '2.2.0', 'i = b\nj = j + i', 'stops, error'],
] as const)(
  '[Exports] a script is judged by the types that variables have when its text begins: %s %s, %j',
  (engine, id, script, expected) => {
    expect(outcome(engine, id, script)).toBe(expected);
  },
);
