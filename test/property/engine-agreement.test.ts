/** [Exports] Whatever the check calls safe for an engine does the same there as in Taleport. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkStory } from '../../main/exporters/checks/check-story.ts';
import { getExporter } from '../../main/exporters/exporters.ts';
import { startPlay } from '../../shared/play/play.ts';
import { toPlainValue } from '../../shared/play/script-value.ts';
import type { ScriptProfile } from '../../shared/script/script-profile.ts';
import { taleportScriptProfile } from '../../shared/script/taleport-script-profile.ts';
import { gameEngines } from '../exporter-ids.ts';
import { en, StoryBuilder } from '../main/exporters/build-project.ts';
import { cases, expectEnough } from '../rounds.ts';
import { createTestEnvironment } from '../test-environment.ts';

const variables = { i: 7, n: -3, f: 2.5, s: 'abc', b: true, c: false } as const;
const typeOf = { i: 'integer', n: 'integer', f: 'float', s: 'string', b: 'boolean', c: 'boolean' } as const;

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('i', 'n', 'f', 's', 'b', 'c', '0', '2', '2.5', '3000000000', '"x"', '"a\\\\nb"', 'true', 'visits()'),
    fc
      .tuple(tie('expression'), fc.constantFrom('+', '-', '*', '/', '%', '==', '!=', 'is not', '<', '>=', 'and', 'or'), tie('expression'))
      .map((parts) => parts.join(' ')),
    fc.tuple(fc.constantFrom('not ', '!', '-', '+'), tie('expression')).map((parts) => parts.join('')),
    tie('expression').map((inner) => `(${inner})`),
    fc.tuple(fc.constantFrom('abs', 'round', 'sqr', 'sqrt'), tie('expression')).map(([name, inner]) => `${name}(${inner})`),
    // Not of calculations: whether one results in 0 sides, only running it shows.
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

/** What is shown, and the variables after it; null where a script fails. Dice are always the same. */
function outcome(story: StoryBuilder, element: string, profile: ScriptProfile): string | null {
  const { html, memory, diagnostics } = startPlay(story.project(), element, { ...createTestEnvironment(), random: () => 0.5 }, { profile });
  if (diagnostics.length > 0) return null;
  const values = [...memory.values].map(([id, value]) => [id, toPlainValue(value)]).sort();
  return JSON.stringify([html, values]);
}

test('[Exports] a script of which the check says nothing for an engine does the same there as in Taleport', { timeout: 60_000 }, () => {
  let safe = 0;
  let unsafe = 0;
  fc.assert(
    fc.property(fc.array(statement, { minLength: 1, maxLength: 3 }), fc.constantFrom(...gameEngines), (statements, engine) => {
      const story = new StoryBuilder({});
      const element = story.element(
        story.board('Board'),
        statements.map((each) => `<pre><code>${each.replaceAll('<', '&lt;')}</code></pre>`).join(''),
        { title: en('<p>Title</p>') },
      );
      story.start(element);
      for (const [name, value] of Object.entries(variables))
        story.add('variable', { name, type: typeOf[name as keyof typeof typeOf], value });
      const ours = outcome(story, element, taleportScriptProfile);
      // What fails in Taleport is seen there.
      if (ours === null) return;
      if (checkStory(story.project(), engine).length > 0) {
        unsafe++;
        return;
      }
      safe++;
      expect(outcome(story, element, getExporter(engine).scriptProfile ?? expect.fail())).toBe(ours);
    }),
    { numRuns: cases(4000) },
  );
  expectEnough(Math.min(safe, unsafe), 300);
});
