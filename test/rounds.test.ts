import { describe, expect, test } from 'vitest';
import { expectEnough, probabilityOfAtMost } from './rounds.ts';
import { readSeed } from './seed.ts';

describe('a share of accepted cases', () => {
  test('is compared by the binomial distribution', () => {
    expect(probabilityOfAtMost(0, 10, 0.5)).toBeCloseTo(1 / 1024, 12);
    expect(probabilityOfAtMost(1, 3, 0.5)).toBeCloseTo(0.5, 12);
    expect(probabilityOfAtMost(10, 10, 0.3)).toBeCloseTo(1, 12);
    expect(probabilityOfAtMost(0, 0, 0.3)).toBe(1);
    // As many as the full figures draw.
    expect(probabilityOfAtMost(51_000 * 0.3, 51_000, 0.3)).toBeCloseTo(0.5, 1);
  });

  test('is too small where chance cannot explain it, and never in a sample that shows nothing', () => {
    expect(() => expectEnough(0, 10, 0.4)).not.toThrow();
    expect(() => expectEnough(50, 200, 0.3)).not.toThrow();
    expect(() => expectEnough(20, 200, 0.3)).toThrow('20 of 200 random cases were accepted');
    expect(() => expectEnough(0, 100, 0.4)).toThrow('0 of 100');
  });
});

describe('the seed', () => {
  test('is constant unless TALEPORT_SEED replaces it', () => {
    expect(readSeed(undefined)).toBe(readSeed(''));
    expect(readSeed('73')).toBe(73);
  });

  test.each(['0', '-1', '1.5', 'x', '2147483648'])('cannot be %s', (text) => {
    expect(() => readSeed(text)).toThrow(`TALEPORT_SEED is "${text}"`);
  });
});
