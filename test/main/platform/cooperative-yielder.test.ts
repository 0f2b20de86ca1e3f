/** Long work pauses between its steps, and between making a value and using it. */
import { afterEach, expect, test, vi } from 'vitest';
import { CooperativeYielder } from '../../../main/platform/cooperative-yielder.ts';
import { endSlicesAtOnce } from '../../short-slices.ts';

afterEach(() => vi.unstubAllGlobals());

test('where each step is long, each value is made and used in turns of its own', async () => {
  endSlicesAtOnce();
  let turn = 0;
  let isOver = false;
  const countTurns = (): void => {
    turn += 1;
    if (!isOver) setImmediate(countTurns);
  };
  countTurns();
  const work: [what: string, turn: number][] = [];
  function* steps() {
    for (const what of ['first', undefined, 'second']) {
      work.push([`${what} made`, turn]);
      yield what;
    }
  }
  for await (const what of new CooperativeYielder().iterate(steps())) work.push([`${what} used`, turn]);
  isOver = true;
  expect(work.map(([what]) => what)).toEqual(['first made', 'first used', 'undefined made', 'second made', 'second used']);
  expect(new Set(work.map(([, each]) => each)).size).toBe(work.length);
});
