/** A text is parsed in pieces with the result that `JSON.parse` has for the whole: the same values in the same order, or the same error in the same place. */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { JsonSyntaxError, parseJsonInSlices } from '../../../main/platform/parse-json-in-slices.ts';
import { JsonTextError } from '../../../shared/json.ts';
import { cases, expectEnough } from '../../rounds.ts';

const noLimits = { values: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };
const pieceBytes = 48;
const encoder = new TextEncoder();

/** With the order of keys, and with keys that are called `__proto__`. */
const describeValue = (value: unknown): string => JSON.stringify(value);

async function inPieces(bytes: Uint8Array, limits = noLimits): Promise<string> {
  try {
    return describeValue(await parseJsonInSlices(bytes, limits, pieceBytes));
  } catch (error) {
    if (error instanceof JsonSyntaxError) return `Syntax: ${await error.describe()}`;
    if (error instanceof JsonTextError) return error.fault;
    throw error;
  }
}

function atOnce(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return 'encoding';
  }
  try {
    return describeValue(JSON.parse(text));
  } catch (error) {
    return `Syntax: ${error instanceof Error ? error.message : error}`;
  }
}

/** Only one with characters that are escaped: V8 confuses such keys with each other (`[{"\\"":0},{"\\\\":0}]`), depending on what is parsed before them. */
const key = fc.oneof(
  fc.constantFrom('__proto__', '', '1', '0', 'a', 'b', 'constructor', 'a"\\b', '{', '[,'),
  fc.string().filter((text) => JSON.stringify(text) === `"${text}"`),
);
const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('0', '-1.5e+3', 'true', 'false', 'null', '"\\u12aB\\n"', '"\u2028äé😀"', '"\\\\"', '"a,[{]}"'),
);
const space = fc.constantFrom('', '', '', ' ', '\n', '\r\n', '\r', '\t  ');
const joined = (open: string, entries: readonly string[], close: string, [before, after]: readonly [string, string]) =>
  `${open}${before}${entries.join(`${after},${before}`)}${after}${close}`;
const spaces = fc.tuple(space, space);
/** Texts, not values, so that keys occur several times. */
const { value: jsonText } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', maxDepth: 7, withCrossShrink: true },
    scalar,
    fc.tuple(fc.array(tie('value'), { maxLength: 8 }), spaces).map(([values, around]) => joined('[', values, ']', around)),
    fc.tuple(fc.array(fc.tuple(key, tie('value')), { maxLength: 8 }), spaces).map(([entries, around]) =>
      joined(
        '{',
        entries.map(([name, value]) => `${JSON.stringify(name)}${around[0]}:${value}`),
        '}',
        around,
      ),
    ),
  ),
}));

describe('[G33] a text that is parsed in pieces', () => {
  test('has the values of the whole text', async () => {
    let large = 0;
    await fc.assert(
      fc.asyncProperty(jsonText, async (text) => {
        const bytes = encoder.encode(text);
        if (bytes.length > 4 * pieceBytes) large++;
        expect(await inPieces(bytes)).toBe(atOnce(bytes));
      }),
      { numRuns: cases(100) },
    );
    expectEnough(large, cases(100), 0.1);
  });

  test('has the error of the whole text', async () => {
    let invalid = 0;
    const junk = fc.oneof(
      fc.constantFrom(',', '[', ']', '{', '}', ':', '"', '\\', 'x', ' ', '\n', '0', ',,', '{}', '\uFEFF', '"a":', '\u0001'),
      jsonText,
    );
    await fc.assert(
      fc.asyncProperty(jsonText, fc.array(fc.tuple(fc.nat(), fc.nat(3), junk), { minLength: 1, maxLength: 3 }), async (text, edits) => {
        let edited = text;
        for (const [place, removed, inserted] of edits) {
          const at = place % (edited.length + 1);
          edited = edited.slice(0, at) + inserted + edited.slice(at + removed);
        }
        const bytes = encoder.encode(edited);
        if (bytes.length > 4 * pieceBytes && atOnce(bytes).startsWith('Syntax')) invalid++;
        expect(await inPieces(bytes)).toBe(atOnce(bytes));
      }),
      { numRuns: cases(250) },
    );
    expectEnough(invalid, cases(250), 0.06);
  });

  test('is rejected for its encoding first, then for its size, and then for its syntax', async () => {
    const filler = '"123456789",'.repeat(50);
    const invalid = Buffer.from(`[${filler}x,${filler}"end"]`);
    expect(await inPieces(invalid)).toBe(atOnce(invalid));
    expect(await inPieces(invalid, { values: 80, depth: 9 })).toBe('values');
    expect(await inPieces(Buffer.from(`[${filler}x,${filler}[[]]]`), { values: 1000, depth: 2 })).toBe('depth');
    for (const limits of [noLimits, { values: 10, depth: 9 }])
      expect(await inPieces(Buffer.concat([invalid, Buffer.from([0xff])]), limits)).toBe('encoding');
  });

  test('is parsed in pieces of 64 KB, longer by at most one entry', async () => {
    const entry = 'x'.repeat(1000);
    const bytes = encoder.encode(JSON.stringify({ list: Array.from({ length: 500 }, (_, id) => ({ id, entry })) }));
    const parse = vi.spyOn(JSON, 'parse');
    await parseJsonInSlices(bytes, noLimits);
    const lengths = parse.mock.calls.map(([text]) => text.length).filter((length) => length > entry.length);
    parse.mockRestore();
    expect(lengths.length).toBe(Math.ceil(bytes.length / 2 ** 16));
    for (const length of lengths) expect(length).toBeLessThan(2 ** 16 + 2 * entry.length);
  });

  test('is refused for its size before any of its values is created', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const dense = Buffer.from(`[${'{},'.repeat(1000)}{}]`);
    await expect(parseJsonInSlices(dense, { values: 1500, depth: 9 }, pieceBytes)).rejects.toMatchObject({ fault: 'values' });
    const deep = Buffer.from(`[${'0,'.repeat(1000)}[[[[]]]]]`);
    await expect(parseJsonInSlices(deep, { values: 1500, depth: 4 }, pieceBytes)).rejects.toMatchObject({ fault: 'depth' });
    expect(parse).not.toHaveBeenCalled();
    await parseJsonInSlices(deep, { values: 1500, depth: 5 }, pieceBytes);
    expect(parse).toHaveBeenCalled();
    parse.mockRestore();
  });

  test.each(['\n', '\r\n', '\r'])('has the line and column of an error after lines that end with %j', async (lineBreak) => {
    const line = `"äé😀",${lineBreak}`;
    const bytes = encoder.encode(`[${line.repeat(40)}1 2${lineBreak}]`);
    expect(await inPieces(bytes)).toBe(atOnce(bytes));
    expect(atOnce(bytes)).toContain('line 41 column 3');
  });
});
