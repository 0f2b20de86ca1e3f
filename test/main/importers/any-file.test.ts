/** For any file, an import returns a complete project or a Problem that lists paths. It never crashes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importStory } from '../../../main/importers/import-story.ts';
import { createTemplateStory } from '../../../main/importers/templates.ts';
import { projectTemplates } from '../../../shared/contracts/ipc/project-calls.ts';
import { Problem } from '../../../shared/problem.ts';
import { readHostedExports } from '../../hosted-exports.ts';
import { findProjectErrors } from '../../project-errors.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { smallStory } from './small-story.ts';

const stories = [
  smallStory(),
  ...projectTemplates.map((template) => createTemplateStory(template, createTestEnvironment(9))),
  ...readHostedExports().map(({ json }) => json),
].map((json) => JSON.stringify(json));

type Spot = { holder: Record<string, unknown>; key: string };

/** Every place in a JSON value, as an object or list and a key of it. */
function spotsIn(value: unknown, spots: Spot[] = []): Spot[] {
  if (typeof value !== 'object' || value === null) return spots;
  const holder = value as Record<string, unknown>;
  for (const key of Object.keys(holder)) {
    spots.push({ holder, key });
    spotsIn(holder[key], spots);
  }
  return spots;
}

/** Something else at a spot; `other` is the value of another spot, so that references point to the wrong kind and lists are swapped. */
function spoil({ holder, key }: Spot, how: number, other: unknown): void {
  const values = [
    null,
    7,
    -1,
    1e300,
    '',
    'x',
    true,
    [],
    {},
    [null],
    { text: 3 },
    '<p>',
    '00000000-0000-4000-8000-000000000abc',
    '__proto__',
    'constructor',
  ];
  if (how === 0) delete holder[key];
  else if (how === 1) holder[key] = other;
  else if (how === 2) Object.defineProperty(holder, '__proto__', { value: other, enumerable: true, configurable: true, writable: true });
  else if (how === 3) holder[`${key}_`] = other;
  else holder[key] = values[how % values.length];
}

test.each([false, true])('[Import rules] a corrupted file becomes a complete project or a Problem (repair: %s)', async (repair) => {
  let taken = 0;
  let refused = 0;
  const places = fc.array(
    fc.tuple(fc.nat(), fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat({ max: 24 }) }), fc.nat()),
    { minLength: 1, maxLength: 2 },
  );
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: stories.length - 1 }), places, async (which, changes) => {
      const json: unknown = JSON.parse(stories[which] ?? '{}');
      for (const [at, how, from] of changes) {
        const spots = spotsIn(json);
        const spot = spots[at % spots.length];
        const other = spots[from % spots.length];
        if (spot && other) spoil(spot, how, structuredClone(other.holder[other.key]));
      }
      try {
        const { records } = await importStory(json, { environment: createTestEnvironment(2), repair, yieldNow: async () => {} });
        expect(findProjectErrors(records)).toEqual([]);
        taken++;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        expect(['invalid', 'importIntegrity']).toContain(error.code);
        expect(Object.keys(error.json.errors).length).toBeGreaterThan(0);
        refused++;
      }
    }),
    { numRuns: cases(400) },
  );
  expectEnough(taken, taken + refused, repair ? 0.3 : 0.15);
  expectEnough(refused, taken + refused, 0.06);
});

test('[Import rules] any JSON at all is a Problem, not a crash', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (boards, elements) => {
      const read = importStory({ boards, elements }, { environment: createTestEnvironment(), repair: true });
      await expect(read).rejects.toBeInstanceOf(Problem);
    }),
  );
});
