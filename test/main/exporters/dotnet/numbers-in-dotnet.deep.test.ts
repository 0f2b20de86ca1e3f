/**
 * What the profiles say of numbers and of the types of variables is what .NET does: .NET 10, on which Godot runs, and Mono, on which Unity does. One
 * program of ours (Facts.cs) is compiled by Mono's compiler and run on both.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { provideEngine } from '../../../../scripts/provide-engines.mjs';
import { findCommand } from '../../../../scripts/run-process.mjs';
import { floatValue, formatScriptValue, type ScriptValue, toPlainValue } from '../../../../shared/play/script-value.ts';
import { valueInNextElement } from '../../../../shared/play/stored-variables.ts';
import type { ScriptProfile } from '../../../../shared/script/script-profile.ts';
import { newFolderForFile } from '../../../new-folder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { runCase } from '../interpreter-cases.ts';
import { pluginProfile } from '../plugin-profiles.ts';

const dotNet = await provideEngine('dotNet');
const missingCompiler = (await findCommand('mcs')) ? '' : 'there is no mcs; Debian has it in mono-mcs';
const reason = 'reason' in dotNet ? dotNet.reason : missingCompiler;
const leftOut = reason === '' ? '' : ` (left out: ${reason})`;

const random = createTestEnvironment(17).random;
const randomNumbers = Array.from({ length: 200 }, () => (random() - 0.5) * 10 ** Math.floor(random() * 24 - 9));
const decimals = Array.from({ length: 100 }, () => Math.round((random() - 0.5) * 1e6) / 1000);
const numbers = [
  ...[0, 1, -2.5, 0.1 + 0.2, 1 / 3, 100 * 1.1, 0.0001, 0.000_01, 0.000_012_345, 1e-7, 999_999_999_999_999, 1e15, 1e16, 1.5e21],
  ...[123_456_789_012_345_680, 5e-324, Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NaN],
  ...randomNumbers,
  ...decimals,
];
const halves = [0.5, 1.5, 2.5, -0.5, -2.5, 3.499_999, 1e6 + 0.5];
const texts = ['12', ' 12 ', '+5', '-7', '3.5', '.5', '5.', '1e3', '1E+20', '1,000', '0x10', '3000000000', '-2147483648', '2147483648'];
const words = ['true', 'True', ' TRUE ', 'yes', '1', '0', '', ' ', 'NaN', 'abc'];
const parsers = { 'parse-int': 'integer', 'parse-float': 'float', 'parse-bool': 'boolean' } as const;

const bitsOf = (number: number): string => {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleBE(number);
  return buffer.toString('hex');
};
const requests = [
  ...numbers.flatMap((number) => [`double ${bitsOf(number)}`, `single ${bitsOf(number)}`]),
  ...halves.map((number) => `round ${bitsOf(number)}`),
  ...Object.keys(parsers).flatMap((parser) => [...texts, ...words].map((text) => `${parser} ${text}`)),
];

/** The answers of one run time by their requests. */
type Answers = ReadonlyMap<string, string>;

function readAnswers(output: string): { version: string; answers: Answers } {
  const answers = new Map<string, string>();
  for (const line of output.split(/\r?\n/)) {
    const [, request, answer] = /^fact (.*) = (.*)$/.exec(line) ?? [];
    if (request !== undefined && answer !== undefined) answers.set(request, answer);
  }
  return { version: /^version (.*)$/m.exec(output)?.[1] ?? expect.fail(output), answers };
}

let mono: Answers;
let net: Answers;

const hasOtherExponent = (number: number): boolean => Math.abs(number) >= 1e15 && Math.abs(number) < 1e17;
const shownBy = (of: readonly number[], profile: ScriptProfile): string[] =>
  of.map((number) => formatScriptValue(floatValue(number), profile));
const answersTo = (answers: Answers, operation: string, of: readonly number[]): (string | undefined)[] =>
  of.map((number) => answers.get(`${operation} ${bitsOf(number)}`));

describe.skipIf(reason !== '')(`[Scripts] numbers and types in .NET${leftOut}`, () => {
  beforeAll(() => {
    if (!('folder' in dotNet)) return;
    const folder = newFolderForFile();
    const program = join(folder, 'Facts.exe');
    execFileSync('mcs', ['-langversion:6', `-out:${program}`, join(import.meta.dirname, 'Facts.cs')], { stdio: 'pipe' });
    const argument = requests.join('\n');
    const run = (command: string, args: string[]): string => execFileSync(command, [...args, argument], { encoding: 'utf8' });
    const runner = join(import.meta.dirname, 'run-dotnet.ts');
    const ofNet = readAnswers(run(process.execPath, [runner, dotNet.folder, program, join(folder, 'start.mjs')]));
    const ofMono = readAnswers(run('mono', [program]));
    expect([ofNet.version, ofMono.version]).toEqual([expect.stringMatching(/^10\./), expect.stringMatching(/^4\./)]);
    net = ofNet.answers;
    mono = ofMono.answers;
  });

  test('decimal numbers are shown as the profile of Godot says by .NET, and as those of Unity say by Mono', () => {
    const others = numbers.filter((number) => !hasOtherExponent(number));
    expect(answersTo(net, 'double', others)).toEqual(shownBy(others, pluginProfile('godot')));
    for (const version of ['v1', 'v2-withdrawn', 'main'])
      expect(answersTo(mono, 'double', numbers)).toEqual(shownBy(numbers, pluginProfile('unity', version)));
  });

  test('from 1e15 to 1e17, .NET 10 writes no exponent, where the profile does as older ones did', () => {
    const large = numbers.filter(hasOtherExponent);
    expect(answersTo(net, 'double', large)).toEqual(large.map(String));
    for (const shown of shownBy(large, pluginProfile('godot'))) expect(shown).toMatch(/E\+1[56]$/);
  });

  test('numbers of single precision are shown with seven digits by Mono', () => {
    const inRange = numbers.filter((number) => Math.abs(number) < 1e38 && !(Math.abs(number) < 1e-37 && number !== 0));
    const shown = inRange.map((number) => formatScriptValue({ type: 'inert', shown: Math.fround(number) }, pluginProfile('unity', 'v1')));
    expect(answersTo(mono, 'single', inRange)).toEqual(shown);
  });

  test('halves are rounded to even numbers', () => {
    for (const [answers, profile] of [
      [net, pluginProfile('godot')],
      [mono, pluginProfile('unity')],
    ] as const) {
      const shown = halves.map((number) =>
        runCase({ kind: 'content', script: `<pre><code>f = ${number}</code></pre><pre><code>show(round(f))</code></pre>` }, profile),
      );
      expect(shown.map((each) => ('shows' in each ? each.shows.replace(/<\/?p>/g, '') : each))).toEqual(
        answersTo(answers, 'round', halves),
      );
    }
  });

  test('a text is parsed as the type of a variable, or stops the game, as the profile of Unity says', () => {
    const profile = pluginProfile('unity', 'main');
    const read = (answers: Answers, request: string): string => {
      const answer = answers.get(request) ?? expect.fail(`no answer to ${request}`);
      if (answer.startsWith('throws')) return 'stops';
      return request.startsWith('parse-float') ? String(Number(answer)) : answer.toLowerCase();
    };
    const ours = (value: ScriptValue | null): string => {
      if (value === null) return 'stops';
      const plain = toPlainValue(value);
      // It is parsed with single precision here.
      return String(typeof plain === 'number' ? Math.fround(plain) : plain);
    };
    for (const [parser, type] of Object.entries(parsers))
      for (const text of [...texts, ...words]) {
        const request = `${parser} ${text}`;
        const expected = { request, is: ours(valueInNextElement(text, { type }, profile)) };
        for (const answers of [net, mono]) expect({ request, is: read(answers, request) }).toEqual(expected);
      }
  });
});
