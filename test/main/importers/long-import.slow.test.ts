/** A long import yields to other work, reports its progress, and can be cancelled. */
import { expect, test } from 'vitest';
import { importStory } from '../../../main/importers/import-story.ts';
import { nextTurn } from '../../next-turn.ts';
import { findProjectErrors } from '../../project-errors.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { importProblem, uuid } from './small-story.ts';

/** A board of elements in a chain with a second way each. */
function longStory(length: number): unknown {
  const elements = Object.fromEntries(
    Array.from({ length }, (_, at) => [
      uuid(at),
      {
        title: `<p>${at}</p>`,
        content: '<p>You stand <strong>before</strong> a door.</p>',
        outputs: [uuid(1e6 + at), uuid(2e6 + at)],
        components: [],
      },
    ]),
  );
  const connections = Object.fromEntries(
    [1, 7].flatMap((step, way) =>
      Array.from({ length }, (_, at) => [
        uuid((way + 1) * 1e6 + at),
        { sourceid: uuid(at), targetid: uuid((at + step) % length), label: '<p>On</p>' },
      ]),
    ),
  );
  const board = { name: 'Long', elements: Object.keys(elements), connections: Object.keys(connections) };
  return { name: 'Long', startingElement: uuid(0), boards: { [uuid(9e6)]: board }, elements, connections };
}

test('[Limits] 20,000 elements with 40,000 connections are imported in slices, with progress', async () => {
  const steps: [number, number][] = [];
  let turns = 0;
  const yieldNow = () => nextTurn().then(() => void turns++);
  const { records } = await importStory(longStory(20_000), {
    environment: createTestEnvironment(),
    yieldNow,
    progress: (done, total) => steps.push([done, total]),
  });
  expect(findProjectErrors(records)).toEqual([]);
  expect(turns).toBeGreaterThan(100);
  expect(steps.at(-1)).toEqual([60_001, 60_001]);
  expect(steps.every(([done], at) => done >= (steps[at - 1]?.[0] ?? 0))).toBe(true);
});

test('a cancelled import is a Problem, soon', async () => {
  let progressCount = 0;
  const problem = await importProblem(longStory(2_000), { cancelled: () => ++progressCount > 5 });
  expect(problem.code).toBe('cancelled');
  expect(progressCount).toBe(6);
});
