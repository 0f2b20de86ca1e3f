/** JSON from outside is checked against limits before it takes memory. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonTextError, parseJsonOrUndefined, parseStoredJson, parseUntrustedJson, stringifyInSteps } from '../../shared/json.ts';
import { runSteps } from '../../shared/lists.ts';

const limits = { values: 10, depth: 3 };

describe('parsing JSON from outside', () => {
  test('has the result of JSON.parse within the limits', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        expect(parseUntrustedJson(text, { values: 10_000, depth: 20 })).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    ['depth', '[[[[]]]]'],
    ['depth', '[[[['],
    ['depth', '{"a":{"b":[{}]}}'],
    ['values', '[1,2,3,4,5,6,7,8,9,10,11]'],
    ['values', '[],,,,,,,,,,,'],
  ])('a text beyond the limit of %s is rejected: %s', (fault, text) => {
    expect(() => parseUntrustedJson(text, limits)).toThrow(expect.objectContaining({ fault }));
    expect(parseJsonOrUndefined(text, limits)).toBeUndefined();
  });

  test('brackets and commas inside of strings do not count', () => {
    const text = JSON.stringify(['[[[[{{{{,,,,,,,,,,,,', 'a"[[[[', '\\']);
    expect(parseUntrustedJson(text, limits)).toEqual(JSON.parse(text));
  });

  test.each([65_531, 65_532, 65_533, 65_534, 65_535])('nor where a long text is counted in pieces: %i', (length) => {
    const text = JSON.stringify(['x'.repeat(length), '\\"[[[[,,,,,,,,,,,,', `${'x'.repeat(length - 20)}"\\[[[[,,,,,,,,,,,,`, '"']);
    expect(parseUntrustedJson(text, limits)).toEqual(JSON.parse(text));
    expect(() => parseUntrustedJson(`${text.slice(0, -1)},[[[]]]]`, limits)).toThrow(expect.objectContaining({ fault: 'depth' }));
  });

  test('what is not JSON is a syntax error', () => {
    expect(() => parseUntrustedJson('[1,')).toThrow(SyntaxError);
    expect(parseJsonOrUndefined('')).toBeUndefined();
  });

  test('a stored value of any length is parsed, but not one that nobody stores', () => {
    const long = JSON.stringify({ text: '['.repeat(400_000), list: Array.from({ length: 50_000 }, (_, at) => ({ at })) });
    expect(parseStoredJson(long)).toEqual(JSON.parse(long));
    expect(() => parseStoredJson('['.repeat(400_000))).toThrow(JsonTextError);
    expect(() => parseStoredJson('['.repeat(100))).toThrow(SyntaxError);
  });
});

describe('writing JSON in steps', () => {
  test('has the result of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(runSteps(stringifyInSteps(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  test('writes a long text in several steps, and never halves a character', () => {
    const long = ['"\n😀\ud83d<', 'é'].join('x'.repeat(3)).repeat(400_000);
    const value = { css: `a${long}`, none: undefined, list: [1, undefined, [long], {}], inner: { none: undefined, long, '"': 2 } };
    const steps = [...stringifyInSteps(value)];
    expect(steps.length).toBeGreaterThan(5);
    expect(runSteps(stringifyInSteps(value)) === JSON.stringify(value)).toBe(true);
  });
});
