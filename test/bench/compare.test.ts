import { describe, expect, test } from 'vitest';
import { compareRuns, figuresOf, medianRows, parseFigures } from './compare.ts';
import type { Row } from './measure.ts';

const row = (what: string, ratio: number, number: number, isRate = false): Row => ({
  what,
  ours: `${number}`,
  limit: '',
  ratio,
  aim: '',
  number,
  isRate,
});
const figures = (...rows: Row[]) => parseFigures(JSON.stringify(figuresOf('a machine', rows))).rows;

describe('two runs of the bench', () => {
  test('a figure with a limit is compared by its ratio, whatever the times are', () => {
    const { worse, better } = compareRuns(figures(row('import', 2, 100)), figures(row('import', 2.1, 900)));
    expect([worse, better]).toEqual([[], []]);
    expect(compareRuns(figures(row('import', 2, 100)), figures(row('import', 2.4, 100))).worse).toEqual([{ what: 'import', factor: 1.2 }]);
  });

  test('a figure without a limit is compared by its number', () => {
    const compared = compareRuns(figures(row('routing', Number.NaN, 10)), figures(row('routing', Number.NaN, 5)));
    expect(compared).toEqual({ worse: [], better: [{ what: 'routing', factor: 0.5 }], notCompared: [] });
  });

  test('more of a rate is better', () => {
    const [slow, fast] = [figures(row('commands', 0.5, 100, true)), figures(row('commands', 1, 100, true))];
    expect(compareRuns(fast, slow).worse).toEqual([{ what: 'commands', factor: 2 }]);
    expect(compareRuns(slow, fast).worse).toEqual([]);
  });

  test('what only one of them measured is named', () => {
    const [before, after] = [figures(row('a', 1, 1), row('b', 1, 1)), figures(row('a', Number.NaN, 1), row('c', 1, 1))];
    expect(compareRuns(before, after).notCompared).toEqual(['a', 'c', 'b']);
  });

  test('of several runs the row in the middle is taken as it is', () => {
    const runs = [3, 1, 2].map((ratio) => [row('import', ratio, ratio * 100), row('routing', Number.NaN, 10 - ratio)]);
    expect(medianRows(runs)).toEqual([row('import', 2, 200), row('routing', Number.NaN, 8)]);
  });

  test('a file that the bench did not write is refused', () => {
    expect(() => parseFigures('{"rows": [{}]}')).toThrow();
  });
});
