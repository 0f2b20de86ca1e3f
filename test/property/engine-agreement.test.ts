/** [Exports] Whatever the check calls safe for an engine has the same result there as in Taleport. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkStory } from '../../main/exporters/checks/check-story.ts';
import { startPlay } from '../../shared/play/play.ts';
import type { PlayMemory } from '../../shared/play/play-memory.ts';
import { type PlainValue, toPlainValue } from '../../shared/play/script-value.ts';
import { type ScriptProfile, taleportScriptProfile } from '../../shared/script/script-profile.ts';
import { gameEngines } from '../exporter-ids.ts';
import { en, StoryBuilder } from '../main/exporters/build-project.ts';
import { pluginProfile, pluginProfiles } from '../main/exporters/plugin-profiles.ts';
import { cases, expectEnough } from '../rounds.ts';
import { createTestEnvironment } from '../test-environment.ts';

const variables = { i: 7, n: -3, f: 2.5, g: 0.1, s: 'abc', b: true, c: false } as const;
const typeOf = { i: 'integer', n: 'integer', f: 'float', g: 'float', s: 'string', b: 'boolean', c: 'boolean' } as const;

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('i', 'n', 'f', 'g', 's', 'b', 'c', '0', '2', '2.5', '3000000000', '"x"', '"a\\\\nb"', 'true', 'visits()'),
    fc
      .tuple(tie('expression'), fc.constantFrom('+', '-', '*', '/', '%', '==', '!=', 'is not', '<', '>=', 'and', 'or'), tie('expression'))
      .map((parts) => parts.join(' ')),
    fc.tuple(fc.constantFrom('not ', '!', '-', '+'), tie('expression')).map((parts) => parts.join('')),
    tie('expression').map((inner) => `(${inner})`),
    fc.tuple(fc.constantFrom('abs', 'round', 'sqr', 'sqrt'), tie('expression')).map(([name, inner]) => `${name}(${inner})`),
    // Not a calculation: only running it would show whether it results in 0 sides.
    fc
      .tuple(fc.constantFrom('', '-', '+'), fc.constantFrom('i', 'n', 'f', 's', 'b', '0', '2', '2.5', 'visits()'))
      .map((parts) => `roll(${parts.join('')})`),
    fc.tuple(fc.constantFrom('max', 'min'), tie('expression'), tie('expression')).map(([name, one, two]) => `${name}(${one}, ${two})`),
  ),
}));
const statement = fc.oneof(
  fc
    .tuple(fc.constantFrom(...Object.keys(variables)), fc.constantFrom('=', '+=', '-=', '*=', '/=', '%='), expression)
    .map((parts) => parts.join(' ')),
  fc.array(expression, { minLength: 1, maxLength: 2 }).map((list) => `show(${list.join(', ')})`),
  fc
    .tuple(expression, fc.constantFrom(...Object.keys(variables)))
    .map(([condition, name]) => `if ${condition}\nshow(${name})\nelse\nshow("no")\nendif`),
  fc.constantFrom('reset(i)', 'resetAll()', 'resetAll(s)', 'resetVisits()'),
);

const interpreters = [...gameEngines.flatMap(pluginProfiles)];

/** The numbers of a text with six digits: far digits are reported only where a sample shows them (docs/engines.md). */
const withFewDigits = (text: string): string =>
  text.replace(/-?\d+(?:\.\d+)?(?:E[+-]\d+)?/g, (number) => String(Number(Number(number).toPrecision(6))));

/** What the variables contain, their numbers as above and with at most five decimals. */
function valuesOf({ values }: PlayMemory): unknown[] {
  const shorten = (value: PlainValue): PlainValue =>
    typeof value === 'number' && Number.isFinite(value) ? Number(Number(value.toPrecision(6)).toFixed(5)) + 0 : value;
  return [...values].map(([id, value]) => [id, shorten(toPlainValue(value))]).sort();
}

/** What is shown, and the variables after it; null where a script fails. Dice are always the same. */
function outcome(story: StoryBuilder, element: string, profile: ScriptProfile): string | null {
  const { html, memory, diagnostics } = startPlay(story.project(), element, { ...createTestEnvironment(), random: () => 0.5 }, { profile });
  if (diagnostics.length > 0) return null;
  return JSON.stringify([withFewDigits(html), valuesOf(memory)]);
}

/** The variables, without those that the game loses before it starts: each is an error of its own, and scripts that use one have an unknown name. */
function addVariables(story: StoryBuilder, values: Readonly<Record<string, PlainValue>>, { floatVariables }: ScriptProfile): void {
  for (const [name, value] of Object.entries(values)) {
    // The names are those of `variables`.
    const type = typeOf[name as keyof typeof typeOf];
    if (type !== 'float' || floatVariables !== 'uninitialized') story.add('variable', { name, type, value });
  }
}

test('[Exports] a script of which the check says nothing for an engine does the same there as in Taleport', () => {
  const safeIn = new Map<ScriptProfile, number>();
  let unsafe = 0;
  fc.assert(
    fc.property(
      fc.array(statement, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...interpreters),
      (statements, { engine, pluginVersion, profile }) => {
        const story = new StoryBuilder({});
        const element = story.element(
          story.board('Board'),
          statements.map((each) => `<pre><code>${each.replaceAll('<', '&lt;')}</code></pre>`).join(''),
          { title: en('<p>Title</p>') },
        );
        story.start(element);
        addVariables(story, variables, profile);
        const ours = outcome(story, element, taleportScriptProfile);
        // An error in Taleport is reported there.
        if (ours === null) return;
        if (checkStory(story.project(), engine, { pluginVersion }).length > 0) {
          unsafe++;
          return;
        }
        safeIn.set(profile, (safeIn.get(profile) ?? 0) + 1);
        expect(outcome(story, element, profile)).toBe(ours);
      },
    ),
    { numRuns: cases(1250) },
  );
  expectEnough(unsafe, cases(1250), 0.08);
  for (const { profile } of interpreters) expectEnough(safeIn.get(profile) ?? 0, cases(1250), 0.02);
});

/** No sum of two overflows: an integer that overflows in Taleport is a decimal number in Unreal once it is rounded (docs/engines.md). */
const integer = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }));
const hazard = fc
  .record({
    divisor: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 1_000_000 })),
    left: fc.constantFrom('i', 'visits()', 'i + n', 'visits() * 3', '(i - 1)', '12'),
    equals: fc.constantFrom('== 0', '!= 0', 'is 0', 'is not 0'),
    number: fc.integer({ min: 2_147_483_648, max: 90_000_000_000 }),
    form: fc.nat(11),
  })
  .map(
    ({ divisor, left, equals, number, form }) =>
      [
        `(${left}) % ${divisor} ${equals}`,
        `0 == ${left.startsWith('visits') ? 'i' : left} % ${divisor}`,
        `visits() % ${divisor}`,
        `visits() % ${divisor} + i`,
        `round(${left})`,
        `round(i % ${divisor})`,
        `abs(${number} - i)`,
        `max(${number}, f)`,
        '- -i',
        'i > 3 > b',
        `visits() * ${number}`,
        `round(visits()) + round(i + n)`,
      ].at(form) ?? '1',
  );
const hazardousStory = fc.record({
  i: integer,
  n: integer,
  content: fc.array(
    fc
      .tuple(fc.constantFrom('show(', 'f = (', 'if ('), hazard)
      .map(([start, value]) => `${start}${value})${start === 'if (' ? '\nshow(1)\nendif' : ''}`),
    { maxLength: 2 },
  ),
  label: hazard,
  condition: hazard,
});

test('[Exports] a fix for an engine gives the same in it as in Taleport, and in Taleport the same as before', () => {
  const fixedFor = new Map<string, number>();
  fc.assert(
    fc.property(hazardousStory, fc.constantFrom(...gameEngines), ({ i, n, content, label, condition }, engine) => {
      const story = new StoryBuilder({});
      const board = story.board('Board');
      const html = (scripts: readonly string[]) =>
        scripts.map((each) => `<pre><code>${each.replaceAll('>', '&gt;')}</code></pre>`).join('');
      const element = story.element(board, `<p>Text</p>${html(content)}`, { title: en('<p>A “title” &amp; more</p>') });
      const { branch, conditions } = story.branch(board, [condition]);
      story.connect(element, branch, { label: en(html([`show(${label})`])) });
      for (const [index, id] of conditions.entries()) story.connect(id, story.element(board, `<p>End ${index}</p>`));
      story.start(element);
      addVariables(story, { ...variables, i, n }, pluginProfile(engine));
      const before = played(story, element, taleportScriptProfile);
      if (before === null) return;
      const fixes = checkStory(story.project(), engine).flatMap(({ fix }) => (fix?.command.do === 'change' ? [fix.command] : []));
      for (const { id, fields } of fixes) story.change(id, fields);
      const findings = checkStory(story.project(), engine);
      for (const { id } of fixes) expect(findings.filter((finding) => finding.id === id && finding.fix)).toEqual([]);
      expect(played(story, element, taleportScriptProfile)).toBe(before);
      if (fixes.length === 0 || findings.length > 0) return;
      expect(played(story, element, pluginProfile(engine))).toBe(before);
      fixedFor.set(engine, (fixedFor.get(engine) ?? 0) + 1);
    }),
    { numRuns: cases(375) },
  );
  for (const engine of gameEngines) expectEnough(fixedFor.get(engine) ?? 0, cases(375), 0.04);
});

/** What is shown, with the choices and where they lead, and the variables after it; null where a script fails. */
function played(story: StoryBuilder, element: string, profile: ScriptProfile): string | null {
  const { html, choices, memory, diagnostics } = startPlay(
    story.project(),
    element,
    { ...createTestEnvironment(), random: () => 0.5 },
    { profile },
  );
  if (diagnostics.length > 0) return null;
  return JSON.stringify([
    withFewDigits(html),
    choices.map(({ connectionId, targetElementId, ...choice }) => [
      connectionId,
      targetElementId,
      { ...choice, label: choice.label && withFewDigits(choice.label) },
    ]),
    valuesOf(memory),
  ]);
}
