/** What scripts do when they are played. The tables are the published interpreters' rules ([Exports], G18), each case in our own words. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { t } from '../../../shared/messages/english.ts';
import { findVariableByName, readVariable } from '../../../shared/play/play-memory.ts';
import { PlayOutput } from '../../../shared/play/play-output.ts';
import { createScriptCache, runContent } from '../../../shared/play/run-content.ts';
import { type PlainValue, type ScriptValue, toPlainValue } from '../../../shared/play/script-value.ts';
import type { ScriptDiagnostic } from '../../../shared/script/script-diagnostic.ts';
import { taleportScriptProfile } from '../../../shared/script/script-profile.ts';
import { mention, storyOf, variable } from './story.ts';

const code = (...scripts: string[]) => scripts.map((script) => `<pre><code>${script.replaceAll('<', '&lt;')}</code></pre>`).join('');

const variables = [
  variable('x', 'integer', 14),
  variable('y', 'integer', 15),
  variable('z', 'integer', 0),
  variable('w', 'string', 'Some words'),
  variable('$c5', 'integer', 0),
  variable('_a', 'boolean', false),
];

function play(html: string, { visits = {}, dice = [0.5] }: { visits?: Record<string, number>; dice?: number[] } = {}) {
  const project = storyOf(...variables);
  const memory = { values: new Map<string, ScriptValue>(), visits: new Map(Object.entries(visits)) };
  const output = new PlayOutput();
  const faults: string[] = [];
  let die = 0;
  const profile = taleportScriptProfile;
  const evaluation = { project, profile, memory, elementId: 'a', field: 'content' as const, random: () => dice[die++ % dice.length] ?? 0 };
  const report = ({ message, block, line, column }: ScriptDiagnostic) => void faults.push(`${block}/${line}:${column} ${t(message)}`);
  runContent(html, { evaluation, scriptCache: createScriptCache(profile), output, report });
  const value = (name: string) => {
    const [scope, own] = name.includes('.') ? name.split('.') : [null, name];
    const found = findVariableByName(project, scope ?? null, own ?? '');
    return found && toPlainValue(readVariable(memory, found, profile));
  };
  return { html: output.toHtml(), faults, value, visits: memory.visits };
}

describe('[Scripts] assignments and expressions', () => {
  test.each<[string, PlainValue]>([
    ['x=5', 5],
    ['x=-5', -5],
    ['x=5.23', 5.23],
    ['x="test"', 'test'],
    ['x=true', true],
    ['x = y', 15],
    ['x = 10 % 3 * 2', 2],
    ['x = 10 % (3 * 2)', 4],
    ['x = 5 + 6 % 3', 5],
    ['x %= 6', 2],
    ['x = 10 % 7 % 2', 1],
    ['x = 3 / 4 * 5', 3.75],
    ['x = 3 + 4 * 5', 23],
    ['x = 3 / 4 / 5', 0.15],
    ['x = 0.1 + 0.2', 0.1 + 0.2],
    ['x = 0.1 + 0.2 == 0.3', false],
    ['x = -z', 0],
    ['x = -w', 'Some words'],
    ['x = 5 > "3"', true],
    ['x = "a" < "b"', false],
    ['x = not -1', true],
    ['x = 100000 * 100000', -2147483648],
    ['x = z or 3', 3],
    ['x = 3000000000', 3000000000],
    ['x = 3 >= 2', true],
    ['x = 3 == 2', false],
    ['x = 3 != 2', true],
    ['x = !(3 == 2)', true],
    ['x = not 0', true],
    ['x = true || false', true],
    ['x = true and false', false],
    ['x = 1 and "a"', true],
    ['x = z + 12 == 4 * 3', true],
    ['x = y == 15 && !(z == 1)', true],
    ['x = (x*x + 3)/y', 199 / 15],
    ['x = x*(x + 1)/y', 14],
    ['x += 2', 16],
    ['x -= 2', 12],
    ['x *= 2', 28],
    ['x /= 2', 7],
    ['x = $c5', 0],
    ['x = w is not "Some words"', false],
    ['x = x is "14"', false],
    ['x = hero.hp - 2', 10],
    ['x = act_1.lamps + 1', 4],
    ['x = 1 < 2 == true', true],
  ])('%s', (script, value) => {
    expect(play(code(script))).toMatchObject({ faults: [] });
    expect(play(code(script)).value('x')).toBe(value);
  });

  test.each<[string, string]>([
    ['w = "test" + "ing"', 'testing'],
    ['w = 0.42 + "ing"', '0.42ing'],
    ['w = "test" + false', 'testfalse'],
    ['w = "test" + true + true', 'testtruetrue'],
    ['w = true + true + "test"', '2test'],
    ['w += 42', 'Some words42'],
    ['w += _a', 'Some wordsfalse'],
    ["w = 'single'", 'single'],
  ])('texts are concatenated: %s', (script, value) => {
    expect(play(code(script)).value('w')).toBe(value);
  });

  test('and does not evaluate its right side if the left one is false, nor or if the left one is true', () => {
    expect(play(code('x = false and 1 / 0', 'y = true or nobody')).faults).toEqual([]);
    expect(play(code('x = true and 1 / 0')).faults).toEqual(['0/1:14 Division by 0.']);
  });

  test('[Attributes] a variable of a component or a board is written by its owner’s customId', () => {
    const { value, faults } = play(code('hero.hp = 42', 'act_1.lamps += hero.hp'));
    expect(faults).toEqual([]);
    expect([value('hero.hp'), value('act_1.lamps')]).toEqual([42, 45]);
  });
});

describe('[G18] the functions', () => {
  test.each<[string, PlainValue]>([
    ['x = abs(-6)', 6],
    ['x = min(5, -y, 2.3)', -15],
    ['x = max(5, -y, 2.3)', 5],
    ['x = round(2.65)', 3],
    ['x = round(-2.5)', -2],
    ['x = sqr(2)', 4],
    ['x = sqr(-3)', 9],
    ['x = sqrt(16)', 4],
    ['x = random()', 0.5],
    ['x = roll(6)', 4],
    ['x = roll(6, 5)', 20],
    ['x = roll(y)', 8],
    ['x = roll(0)', 1],
    ['x = round(2.5)', 2],
    ['x = round(0.5)', 0],
    ['x = visits()', 3],
    [`x = visits(${mention('b')})`, 1],
    [`x = visits(${mention('c')})`, 0],
  ])('%s', (script, value) => {
    const html = `<pre><code>${script}</code></pre>`;
    const played = play(html, { visits: { a: 3, b: 1 } });
    expect(played.faults).toEqual([]);
    expect(played.value('x')).toBe(value);
  });

  test('a roll is between the number of dice and all sides of all dice', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1 }),
        (sides, dice, chance) => {
          const rolled = Number(play(code(`x = roll(${sides}, ${dice})`), { dice: chance }).value('x'));
          expect(Number.isInteger(rolled) && rolled >= dice && rolled <= sides * dice).toBe(true);
        },
      ),
    );
  });

  test('reset sets variables to their initial values, resetAll all but the named ones, resetVisits clears the visits', () => {
    const one = play(code('x = 1', 'y = 2', 'hero.hp = 3', 'reset(x, hero.hp)'));
    expect([one.value('x'), one.value('y'), one.value('hero.hp')]).toEqual([14, 2, 12]);
    const all = play(code('x = 1', 'y = 2', 'hero.hp = 3', 'resetAll(y)'));
    expect([all.value('x'), all.value('y'), all.value('hero.hp')]).toEqual([14, 2, 12]);
    expect(play(code('resetVisits()', 'x = visits()'), { visits: { a: 3 } }).value('x')).toBe(0);
  });

  test('show inserts values into the text, never as markup', () => {
    expect(play(code('show("x is ", x)')).html).toBe('<p>x is 14</p>');
    expect(play(code('w = "&lt;b>loud&lt;/b>"', 'show(w, _a)')).html).toBe('<p>&lt;b&gt;loud&lt;/b&gt;false</p>');
  });
});

describe('[Exports] the text of a content', () => {
  const yes = code('if true');
  const no = code('if false');
  const end = code('endif');
  const show = code('show(x)');
  const quote = (...paragraphs: string[]) => `<blockquote>${paragraphs.map((each) => `<p>${each}</p>`).join('')}</blockquote>`;
  test.each([
    [`<p>One</p>${code('x = 1')}<p>two</p>`, '<p>One two</p>'],
    [`<p>One</p>${code('if x == 1')}<p>two</p>${end}`, '<p>One</p>'],
    [
      `<p>You carry</p>${code('if x == 12')}<p>a knife</p>${code('elseif y == 12')}<p>a sword</p>${code('else')}<p>nothing</p>${end}`,
      '<p>You carry nothing</p>',
    ],
    [`<p>How?</p>${code('x = 1')}<p></p><p>Fine.</p>`, '<p>How?</p><p>Fine.</p>'],
    ['<p>a</p><p>b</p>', '<p>a</p><p>b</p>'],
    [
      `<p>a</p><p>just</p>${code('show("one")', 'show("and")', 'show("line")')}<p>more</p><p>b</p>`,
      '<p>a</p><p>just one and line more</p><p>b</p>',
    ],
    [`${quote('q')}${code('if x')}<p></p><p>line</p>${end}<p></p>${quote('r')}`, `${quote('q')}<p></p><p>line</p>${quote('r')}`],
    [`${quote('q')}${show}<p>test</p>`, `${quote('q 14')}<p>test</p>`],
    [`${quote('q')}${show}${quote('test')}`, quote('q 14 test')],
    [`<p>one</p>${yes}${quote('two')}${end}<p>three</p>`, `<p>one</p>${quote('two')}<p>three</p>`],
    [`${quote('one')}${yes}${quote('two')}${end}<p>three</p>`, `${quote('one two')}<p>three</p>`],
    [`<p>one</p>${yes}<p>two</p>${end}${quote('three')}`, `<p>one two</p>${quote('three')}`],
    [
      `<p>one</p>${yes}<p>two</p>${quote('test')}<p>four</p>${end}${quote('three')}`,
      `<p>one two</p>${quote('test')}<p>four</p>${quote('three')}`,
    ],
    [`<p>one</p>${no}<p>two</p>${end}${quote('three')}`, `<p>one</p>${quote('three')}`],
    [`${quote('q')}${yes}${quote('', 'second')}<p>apart</p>${end}${quote('out')}`, `${quote('q', 'second')}<p>apart</p>${quote('out')}`],
    [`<blockquote><p>Test</p>${code('_a = true')}<p>this</p></blockquote>`, quote('Test this')],
    [`<blockquote><p>Test</p>${show}<p>this</p></blockquote>`, quote('Test 14 this')],
    [`<p>a</p><blockquote>${show}<p>on</p><p>and</p></blockquote>`, `<p>a</p>${quote('14 on', 'and')}`],
    [`${quote('a')}${quote('b')}`, `${quote('a')}${quote('b')}`],
    [`<p>a</p>${show}<ul><li>one</li></ul>${show}`, '<p>a 14</p><ul><li>one</li></ul><p>14</p>'],
    ['', ''],
  ])('%j', (html, text) => {
    expect(play(html)).toMatchObject({ html: text, faults: [] });
  });
});

describe('errors have a position, and the story continues', () => {
  test.each([
    ['x = sqrt(-3)', '0/1:5 A number below 0 has no square root.'],
    ['x = 3 / 0', '0/1:5 Division by 0.'],
    ['x %= 0', '0/1:1 Division by 0.'],
    ['x = roll("2")', '0/1:10 “roll” takes a number, not the text “2”.'],
    ['x = roll(-1)', '0/1:5 “roll” takes numbers above 0.'],
    ['x = roll(6, 100000000)', '0/1:5 “roll” rolls at most 10,000 dice.'],
    ['w = w - "test"', '0/1:5 “-” can’t be used with text, only + can.'],
    ['w -= _a', '0/1:1 “-” can’t be used with text, only + can.'],
    ['nobody = 1', '0/1:1 “nobody” isn’t a variable yet.'],
    ['x = hero.mana', '0/1:5 “hero.mana” isn’t a variable yet.'],
    ['x = villain.hp', '0/1:5 “villain.hp” isn’t a variable yet.'],
  ])('%s', (script, fault) => {
    const played = play(`<p>a</p>${code(script, 'y = 1')}<p>b</p>`);
    expect(played.faults).toEqual([fault]);
    expect(played.value('y')).toBe(1);
    expect(played.html).toBe('<p>a b</p>');
  });

  test('a mention of a deleted element', () => {
    expect(play(`<pre><code>x = visits(${mention('gone')})</code></pre>`).faults).toEqual([
      '0/1:12 The mentioned element “gone” isn’t in the story.',
    ]);
  });

  test('content that does not parse shows its text and runs no script', () => {
    const played = play(`<p>a</p>${code('x = 1', 'if x')}<p>b</p>`);
    expect(played).toMatchObject({ html: '<p>a</p><p>b</p>', faults: ['1/1:1 This if has no endif.'] });
    expect(played.value('x')).toBe(14);
  });

  test('a text that doubles at each turn stops growing', () => {
    expect(play(code('w = "0123456789"', ...Array.from({ length: 40 }, () => 'w += w'))).faults.at(-1)).toMatch(/This text is too long\.$/);
  });
});
