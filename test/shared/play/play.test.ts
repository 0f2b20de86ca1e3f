/** Playing a story step by step: visits, choices, branches, jumpers, labels, back, other languages, values set by hand. */

import { describe, expect, test } from 'vitest';
import { t } from '../../../shared/messages/english.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import {
  type PlayState,
  replayStep,
  startPlay,
  stepBack,
  takeChoice,
  withProject,
  withRenamedRecords,
  withVariableValue,
  withVisitCount,
} from '../../../shared/play/play.ts';
import { findVariableById, listVariables, readVariable } from '../../../shared/play/play-memory.ts';
import { walkStoryRandomly } from '../../../shared/play/random-walks.ts';
import { integerValue, toPlainValue } from '../../../shared/play/script-value.ts';
import { findReachableRecords } from '../../../shared/play/story-paths.ts';
import { taleportScriptProfile } from '../../../shared/script/script-profile.ts';
import { readHostedExports } from '../../hosted-exports.ts';
import { asMap } from '../../story-builder.ts';
import { arrow, record } from '../../story-records.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { element, mention, storyOf, variable } from './story.ts';

const branch = (id: string): AnyRecord => record('branch', id, { boardId: 'board', x: 0, y: 0 });
const condition = (id: string, branchId: string, role: 'if' | 'elseIf' | 'else', script: string | null = null): AnyRecord =>
  record('condition', id, { branchId, role, script });
const labelled = (connection: AnyRecord, label: string): AnyRecord => ({ ...connection, label: { en: { text: label } } });
const jumper = (id: string, elementId: string | null): AnyRecord => record('jumper', id, { boardId: 'board', x: 0, y: 0, elementId });
const code = (script: string) => `<pre><code>${script}</code></pre>`;

const play = (records: AnyRecord[], at = 'a') => startPlay(storyOf(...records), at, createTestEnvironment());
const targets = ({ choices }: PlayState) => choices.map(({ targetElementId }) => targetElementId);
const faults = (state: PlayState) =>
  state.diagnostics.map(({ recordId, field, line, column, message }) => `${recordId} ${field} ${line}:${column} ${t(message)}`);

describe('[Exports] choices', () => {
  test('are the outputs in their order; a jumper continues at its element, and an unconnected output is not an option', () => {
    const state = play([
      jumper('j1', 'c'),
      jumper('j2', null),
      arrow('o1', 'a', 'b'),
      arrow('o2', 'a', 'j2', 'jumpers'),
      arrow('o3', 'a', 'j1', 'jumpers'),
      arrow('o4', 'a', 'a'),
    ]);
    expect(state.choices.map(({ connectionId, targetElementId, label }) => [connectionId, targetElementId, label])).toEqual([
      ['o1', 'b', null],
      ['o3', 'c', null],
      ['o4', 'a', null],
    ]);
    expect(takeChoice(state, 'o3').elementId).toBe('c');
    expect(() => takeChoice(state, 'o2')).toThrow();
  });

  const forked = (one: string | null, two: string | null) => [
    variable('x', 'integer', 1),
    branch('f'),
    condition('c3', 'f', 'else'),
    condition('c1', 'f', 'if', one),
    condition('c2', 'f', 'elseIf', two),
    arrow('o', 'a', 'f', 'branches'),
    arrow('o1', 'c1', 'a'),
    arrow('o2', 'c2', 'b'),
    arrow('o3', 'c3', 'c'),
  ];

  test.each([
    ['x == 1', 'x == 1', 'a'],
    ['x == 2', 'x &lt; 2', 'b'],
    ['x == 2', 'x == 3', 'c'],
    [null, 'x == 1', 'a'],
    ['x == 2', '', 'b'],
    [`visits(${mention('b')}) > 0`, 'visits() == 1', 'b'],
  ])('a branch takes the path of the first true condition: if %s, else if %s', (one, two, target) => {
    expect(targets(play(forked(one, two)))).toEqual([target]);
  });

  test('a condition that throws is reported and counts as false', () => {
    const state = play(forked('score=10', 'nobody > 1'));
    expect(targets(state)).toEqual(['c']);
    expect(faults(state)).toEqual([
      'c1 script 1:6 A condition can’t change a variable. To compare values, use ==.',
      'c2 script 1:1 “nobody” isn’t a variable yet.',
    ]);
  });

  test('an unconnected condition is not a choice, and a cycle of branches is reported', () => {
    const state = play([
      branch('f'),
      branch('g'),
      condition('c1', 'f', 'if'),
      condition('c2', 'g', 'if'),
      arrow('o', 'a', 'f', 'branches'),
      arrow('o1', 'c1', 'g', 'branches'),
      arrow('o2', 'c2', 'f', 'branches'),
    ]);
    expect(state.choices).toEqual([]);
    expect(faults(state)).toEqual(['o1 output 1:1 The branches from here form a loop that never reaches an element.']);
    expect(play([branch('f'), condition('c1', 'f', 'if'), arrow('o', 'a', 'f', 'branches')])).toMatchObject({
      choices: [],
      diagnostics: [],
    });
  });

  test('the last label on the path is shown; its scripts run when it is chosen', () => {
    const state = play([
      variable('x', 'integer', 1),
      branch('f'),
      condition('c1', 'f', 'if'),
      labelled(arrow('o', 'a', 'f', 'branches'), `<p>Go</p>${code('x += 1')}`),
      labelled(arrow('o1', 'c1', 'b'), code('show("to ", x)')),
      element('b', code('x *= 10')),
    ]);
    expect(state.choices[0]?.label).toBe('<p>to 2</p>');
    expect(state.memory.values.size).toBe(0);
    expect(takeChoice(state, 'o').memory.values.get('v-x')).toEqual(integerValue(20));
  });
});

describe('[Scripts] steps', () => {
  const loop = [
    variable('x', 'integer', 0),
    element('a', `<p>Visit</p>${code('x += 10')}${code('show(visits(), " of ", x, " ", roll(100))')}`),
    arrow('o', 'a', 'a'),
  ];

  test('an element is counted as visited before its content runs', () => {
    const first = play(loop);
    expect(first.html).toMatch(/^<p>Visit 1 of 10 \d+<\/p>$/);
    const third = takeChoice(takeChoice(first, 'o'), 'o');
    expect(third.html).toMatch(/^<p>Visit 3 of 30 \d+<\/p>$/);
  });

  test('back returns the previous step unchanged, and null at the start', () => {
    const first = play(loop);
    const second = takeChoice(first, 'o');
    expect(stepBack(second)).toBe(first);
    expect(stepBack(first)).toBeNull();
    expect(first.memory.values.get('v-x')).toEqual(integerValue(10));
  });

  test('the same step can be replayed: nothing is counted twice and random numbers repeat', () => {
    const second = takeChoice(play(loop), 'o');
    const again = replayStep(second);
    expect(again.html).toBe(second.html);
    expect(again.memory).toEqual(second.memory);
    expect(again.previous).toBe(second.previous);
  });

  test('[Localized content] in another language, falling back along its bases', () => {
    const locales = [
      { iso: 'en', name: 'English', base: null },
      { iso: 'de', name: 'Deutsch', base: 'en' },
      { iso: 'at', name: 'Wienerisch', base: 'de' },
    ];
    const content = { en: { text: '<p>door</p>' }, de: { text: '<p>Tür</p>' }, at: { text: null } };
    const project = storyOf({ ...element('a'), content });
    const root = project.projectRecord;
    project.apply([{ before: asMap(root), after: asMap({ ...root, locales }) }]);
    const state = startPlay(project, 'a', createTestEnvironment());
    expect(['en', 'de', 'at'].map((iso) => replayStep(state, { locale: iso }).html)).toEqual(['<p>door</p>', '<p>Tür</p>', '<p>Tür</p>']);
  });

  test('a variable or a count of visits set manually changes the options and not the text', () => {
    const state = play([
      variable('x', 'integer', 0),
      branch('f'),
      condition('c1', 'f', 'if', `x > 2 or visits(${mention('c')}) > 1`),
      condition('c2', 'f', 'else'),
      element('a', code('show(x)')),
      arrow('o', 'a', 'f', 'branches'),
      arrow('o1', 'c1', 'b'),
      arrow('o2', 'c2', 'c'),
    ]);
    expect(targets(state)).toEqual(['c']);
    const set = withVariableValue(state, 'v-x', 3);
    expect([targets(set), set.html]).toEqual([['b'], '<p>0</p>']);
    expect(targets(withVariableValue(set, 'v-x', null))).toEqual(['c']);
    expect(targets(withVisitCount(state, 'c', 2))).toEqual(['b']);
    expect(state.memory.values.size).toBe(0);
  });
});

test('[Variables] all variables of the story: the global ones in their order, then those of boards and components', () => {
  const project = storyOf(variable('z', 'integer', 1), variable('b', 'boolean', true));
  expect(listVariables(project).map(({ name, type, initialValue }) => [name, type, initialValue])).toEqual([
    ['z', 'integer', 1],
    ['b', 'boolean', true],
    ['act_1.lamps', 'integer', 3],
    ['hero.hp', 'integer', 12],
  ]);
  const hp = findVariableById(project, 'at-hp');
  expect(
    hp && toPlainValue(readVariable({ values: new Map([['at-hp', integerValue(5)]]), visits: new Map() }, hp, taleportScriptProfile)),
  ).toBe(5);
});

describe('random walks', () => {
  const last = <T>(all: Iterable<T>): T | undefined => [...all].at(-1);

  test('reach what conditions allow, and report endings and errors once', () => {
    const project = storyOf(
      branch('f'),
      condition('c1', 'f', 'if', 'false'),
      condition('c2', 'f', 'else'),
      element('a', code('nobody = 1')),
      element('d'),
      arrow('o', 'a', 'f', 'branches'),
      arrow('o1', 'c1', 'b'),
      arrow('o2', 'c2', 'c'),
    );
    const walked = last(walkStoryRandomly(project, createTestEnvironment(), { startElementId: 'a', maxSteps: 100 }));
    expect([...(walked?.visitCounts.keys() ?? [])].sort()).toEqual(['a', 'c']);
    expect([...(walked?.deadEnds ?? [])]).toEqual(['c']);
    expect(walked).toMatchObject({ steps: 100, walks: 50 });
    expect(walked?.diagnostics.map(({ message }) => t(message))).toEqual(['“nobody” isn’t a variable yet.']);
    expect([...findReachableRecords(project, 'a')].sort()).toEqual(['a', 'b', 'c', 'c1', 'c2', 'f']);
  });

  test('count what a linked board leads to as reachable, like the problems of the story', () => {
    const inside = (id: string) => element(id, null, { boardId: 'inner' });
    const project = storyOf(
      record('board', 'inner', { parentId: 'broot', name: 'Inner' }),
      element('a', null, { linkedBoard: 'inner' }),
      inside('d'),
      inside('e'),
      arrow('o', 'd', 'e'),
      arrow('o1', 'e', 'e'),
    );
    expect([...findReachableRecords(project, 'a')].sort()).toEqual(['a', 'd', 'e', 'inner']);
  });

  test('find an element behind a hundred loops', () => {
    const hidden = [
      variable('x', 'integer', 0),
      branch('f'),
      element('a', code('x += 1')),
      condition('c1', 'f', 'if', 'x > 100'),
      arrow('o1', 'a', 'a'),
      arrow('o2', 'a', 'f', 'branches'),
      arrow('o3', 'c1', 'b'),
    ];
    const walked = last(walkStoryRandomly(storyOf(...hidden), createTestEnvironment(), { startElementId: 'a', maxSteps: 1000 }));
    expect(walked?.visitCounts.has('b')).toBe(true);
  });

  test('run in slices', () => {
    const slices = [
      ...walkStoryRandomly(storyOf(arrow('o', 'a', 'a')), createTestEnvironment(), {
        startElementId: 'a',
        maxSteps: 1000,
        stepsPerSlice: 100,
      }),
    ];
    expect(slices.map(({ steps }) => steps)).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1000]);
  });
});

test.each(readHostedExports().map(({ name, json }) => [name, json]))(
  '[Exports] every reachable element of %s can be played',
  async (_name, json) => {
    const { importStory } = await import('../../../main/importers/import-story.ts');
    const { describeExporters } = await import('../../../main/exporters/exporters.ts');
    const { Project } = await import('../../../shared/model/project.ts');
    const { records } = await importStory(json, { environment: createTestEnvironment(), repair: true });
    const project = new Project(records);
    const startElementId = project.projectRecord.startingElement ?? [...project.recordsOfKind('element')][0]?.id ?? '';
    const walked = [...walkStoryRandomly(project, createTestEnvironment(), { startElementId, maxSteps: 3000 })].at(-1);
    expect(walked?.diagnostics.filter(({ message }) => message.key !== 'script.assignmentInCondition')).toEqual([]);
    expect(walked?.visitCounts.size).toBeGreaterThan(0);
    for (const { scriptProfile } of describeExporters().flatMap(({ pluginVersions }) => pluginVersions)) {
      // A game with a float variable that is lost would end at its first choices.
      const profile = { ...scriptProfile, ...(scriptProfile.floatVariables === 'uninitialized' && { floatVariables: 'inert' as const }) };
      const inGame = [...walkStoryRandomly(project, createTestEnvironment(), { startElementId, maxSteps: 1000, profile })].at(-1);
      expect(inGame?.diagnostics.filter(({ message }) => message.key !== 'script.assignmentInCondition')).toEqual([]);
      expect(inGame?.visitCounts.size).toBeGreaterThan(0);
    }
  },
);

test('goes on where it was, with its visits and values, when a workspace gives the records other ids', () => {
  const records = (a: string, b: string, x: string): AnyRecord[] => [
    record('variable', x, { name: 'x', type: 'integer', value: 1 }),
    element(a, code('x += 1')),
    element(b, `<p>Again</p>${code('x += 1')}`),
    { ...arrow(`${a}-to`, a, b), id: `${a}-to` },
    { ...arrow(`${b}-to`, b, a), id: `${b}-to` },
  ];
  const after = storyOf(...records('a2', 'b2', 'x2'));
  const names = new Map([
    ['a', 'a2'],
    ['b', 'b2'],
    ['x', 'x2'],
  ]);
  let state = play(records('a', 'b', 'x'));
  state = takeChoice(state, state.choices[0]?.connectionId ?? '');
  state = takeChoice(state, state.choices[0]?.connectionId ?? '');
  const renamed = replayStep(withProject(withRenamedRecords(state, names), after));
  const value = renamed.memory.values.get('x2');
  expect([renamed.elementId, value && toPlainValue(value)]).toEqual(['a2', 4]);
  expect(renamed.memory.visits.get('a2')).toBe(2);
  expect(stepBack(renamed)?.elementId).toBe('b2');
});

/** Counts how often all records are read. */
class Walked extends Project {
  walks = 0;
  override records(): ReturnType<Project['records']> {
    this.walks++;
    return super.records();
  }
  override recordsOfKind: Project['recordsOfKind'] = (kind) => {
    this.walks++;
    return super.recordsOfKind(kind);
  };
}

test('[Exports] the variables that an engine cannot load are found once, and again after a change', () => {
  const coins = variable('coins', 'integer', 5);
  const project = new Walked([...storyOf(arrow('to-b', 'a', 'b'), arrow('to-a', 'b', 'a'), coins).records()]);
  const profile = { ...taleportScriptProfile, variablesBetweenElements: 'parsed', floatVariables: 'uninitialized' } as const;
  const enter = () => startPlay(project, 'a', createTestEnvironment(), { profile });
  const first = enter();
  const { walks } = project;
  const later = takeChoice(takeChoice(first, 'to-b'), 'to-a');
  expect([later.stopped, project.walks]).toEqual([null, walks]);
  const manyCoins = variable('coins', 'integer', 3_000_000_000);
  project.apply([{ before: coins, after: manyCoins }]);
  expect(faults(enter())).toEqual([expect.stringContaining('3000000000 can’t be loaded into “coins”')]);
  const value = { type: 'integer', data: -3_000_000_000 } as const;
  const debt = record('attribute', 'at-debt', { cId: 'c-hero', cType: 'components', name: 'Debt', customId: 'debt', value });
  project.apply([{ before: manyCoins, after: coins }, { after: debt }]);
  expect(faults(enter())).toEqual([expect.stringContaining('can’t be loaded into “hero.debt”')]);
  expect(faults(startPlay(project, 'a', createTestEnvironment(), { profile: { ...profile, hasScopedVariables: false } }))).toEqual([]);
  project.apply([{ after: record('variable', 'v-price', { name: 'price', type: 'float', value: 0.5 }) }]);
  expect(faults(enter())).toEqual([expect.stringContaining('loses the value of the decimal variable “price”')]);
});
