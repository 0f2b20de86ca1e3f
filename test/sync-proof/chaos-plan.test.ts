/** The seed of the chaos test decides everything that does not depend on the machine. */
import { expect, test } from 'vitest';
import { type ChaosPlan, createChaosPlan } from './chaos-plan.ts';

const take = (numbers: () => number): number[] => Array.from({ length: 20 }, numbers);
const parts = ({ rounds, faults, answers }: ChaosPlan): Readonly<Record<string, unknown>> => ({
  edits: rounds.map(({ edits, editMeanwhile, lastEdit }) => [...edits, editMeanwhile, lastEdit]),
  kills: rounds.map(({ victim }) => victim),
  'faults of one': take(faults.one),
  'faults of two': take(faults.two),
  'answers of one': take(answers.one),
  'answers of two': take(answers.two),
});

test('one seed gives one plan', () => {
  expect(parts(createChaosPlan(20_261_123, 60))).toEqual(parts(createChaosPlan(20_261_123, 60)));
});

test('two seeds, even neighbours, give other edits, kills, faults and answers from the first round on', () => {
  const first = parts(createChaosPlan(20_261_123, 60));
  for (const seed of [20_261_124, 20_261_125, 7, 8]) {
    const second = parts(createChaosPlan(seed, 60));
    for (const part of Object.keys(first)) expect(second[part], `${part} of seed ${seed}`).not.toEqual(first[part]);
  }
});

test('the parts of a plan have random numbers of their own', () => {
  const { faults, answers } = createChaosPlan(1, 0);
  const drawn = [faults.one, faults.two, answers.one, answers.two].map((numbers) => take(numbers).join());
  expect(new Set(drawn).size).toBe(drawn.length);
});

test('a run creates, moves and changes elements, and kills both clients', () => {
  const { rounds } = createChaosPlan(20_261_123, 60);
  const edits = rounds.flatMap((round) => [...round.edits, round.editMeanwhile, round.lastEdit]);
  expect(new Set(edits.map(({ type }) => type))).toEqual(new Set(['create', 'move', 'title', 'theme']));
  expect(new Set(rounds.map(({ victim }) => victim))).toEqual(new Set([null, 'one', 'two']));
});
