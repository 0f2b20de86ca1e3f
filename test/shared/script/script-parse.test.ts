/** Scripts: what parses, the result, and the errors of the rest. The rules are those of the language's published grammar. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadTranslator } from '../../../shared/load-translator.ts';
import { t } from '../../../shared/messages/english.ts';
import { toEngineDialect } from '../../../shared/script/engine-dialect.ts';
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import { findReferencedNames } from '../../../shared/script/referenced-names.ts';
import type { FunctionArgument, Program } from '../../../shared/script/syntax.ts';
import { conditionScriptsIn, readHostedExports, richTextsIn, skippedSuffix } from '../../hosted-exports.ts';
import { cases } from '../../rounds.ts';

const pseudo = await loadTranslator('pseudo');

const mention = (id: string, type = 'element', text = 'get_potion') =>
  `<span class="mention-element mention" data-id="${id}" data-label="Get potion" data-type="${type}">${text}</span>`;
const code = (...scripts: string[]) => scripts.map((script) => `<pre><code>${script}</code></pre>`).join('');

/** The names without their positions. */
function namesIn(script: Parameters<typeof findReferencedNames>[0]) {
  const { variables, mentions } = findReferencedNames(script);
  return { variables: variables.map(({ scope, name }) => ({ scope, name })), mentions: mentions.map(({ id }) => id) };
}

/** A tree in prefix notation, so that tests are short. */
function short(expression: FunctionArgument): string {
  if (expression.type === 'integer' || expression.type === 'float' || expression.type === 'boolean') return String(expression.value);
  if (expression.type === 'string') return JSON.stringify(expression.value);
  if (expression.type === 'mention') return `@${expression.id}`;
  if (expression.type === 'variable') return [expression.variable.scope ?? [], expression.variable.name].flat().join('.');
  if (expression.type === 'unary') return `(${expression.operator} ${short(expression.operand)})`;
  if (expression.type === 'call') return `${expression.name}(${expression.arguments.map(short).join(', ')})`;
  return `(${expression.operator} ${short(expression.left)} ${short(expression.right)})`;
}

function shortProgram(program: Program): string {
  return program
    .map((part) => {
      if (part.type === 'text') return part.html;
      if (part.type === 'quotation') return `“${shortProgram(part.body)}”`;
      if (part.type === 'call') return short(part);
      if (part.type === 'assign')
        return `${part.variable.scope === null ? '' : `${part.variable.scope}.`}${part.variable.name} ${part.operator} ${short(part.value)}`;
      const branches = part.branches.map(({ condition, body }) => `if ${short(condition)} {${shortProgram(body)}}`).join(' else ');
      return part.otherwise === null ? branches : `${branches} else {${shortProgram(part.otherwise)}}`;
    })
    .join('; ');
}

function condition(script: string): string {
  const parsed = parseCondition(script);
  return parsed.ok
    ? short(parsed.condition)
    : parsed.diagnostics.map(({ message, line, column }) => `${line}:${column} ${t(message)}`).join(' ');
}

function content(html: string): string {
  const parsed = parseContent(html);
  return parsed.ok
    ? shortProgram(parsed.program)
    : parsed.diagnostics.map(({ message, block, line, column }) => `${block}/${line}:${column} ${t(message)}`).join(' ');
}

describe('[Scripts] expressions', () => {
  test.each([
    ['x', 'x'],
    ['$c5 == _a', '(== $c5 _a)'],
    ['hero.hp &gt; 0', '(> hero.hp 0)'],
    ['1 + 2 * 3 - 4', '(- (+ 1 (* 2 3)) 4)'],
    ['10 % 7 % 2', '(% (% 10 7) 2)'],
    ['(1 + 2) * 3', '(* (+ 1 2) 3)'],
    ['-x * +3', '(* (- x) (+ 3))'],
    ['.5 + 5.25', '(+ 0.5 5.25)'],
    ['a or b and c', '(or a (and b c))'],
    ['a || b && c', '(or a (and b c))'],
    ['a == 1 and b != 2 or c', '(or (and (== a 1) (!= b 2)) c)'],
    ['a < b == c >= d', '(== (< a b) (>= c d))'],
    ['a is 1', '(== a 1)'],
    ['a is not 1', '(!= a 1)'],
    ['a is  not\nnot b', '(!= a (not b))'],
    ['not a == b', '(== (not a) b)'],
    ['!a && !!b', '(and (not a) (not (not b)))'],
    ['not (a == b)', '(not (== a b))'],
    ['z + 12 == 4 * 3', '(== (+ z 12) (* 4 3))'],
    ['name == "it is \\"so\\"\\n"', '(== name "it is \\"so\\"\\n")'],
    ["name == 'Wanda'", '(== name "Wanda")'],
    ['true == false', '(== true false)'],
    ['min(5, -y, 2.3) + roll(6)', '(+ min(5, (- y), 2.3) roll(6))'],
    ['random() < 0.5', '(< random() 0.5)'],
    ['visits() == 1', '(== visits() 1)'],
    [`not visits(${mention('e-1')})`, '(not visits(@e-1))'],
    ['a &amp;&amp; b &lt;= &quot;c&quot;', '(and a (<= b "c"))'],
    ['a<b', '(< a b)'],
    ['abs_ + showing', '(+ abs_ showing)'],
  ])('%j', (script, tree) => {
    expect(condition(script)).toBe(tree);
  });
});

describe('[Scripts] ifs inside each other', () => {
  const nested = (depth: number) => `${code('if x').repeat(depth)}<p>a</p>${code('endif').repeat(depth)}`;

  test('are read as deep as anyone writes them', () => {
    expect(parseContent(nested(100))).toMatchObject({ ok: true });
  });
  test('are reported once where they are too deep, without a stack overflow', () => {
    for (const depth of [101, 20_000]) expect(content(nested(depth))).toBe('100/1:1 “if” can be nested at most 100 levels deep.');
  });
});

describe('[Scripts] contents', () => {
  test.each([
    ['<p>a</p>', '<p>a</p>'],
    ['', ''],
    [code('x=5'), 'x = 5'],
    [code('x += 1', 'x -= 1', 'x *= 2', 'x /= 2', 'x %= 2'), 'x += 1; x -= 1; x *= 2; x /= 2; x %= 2'],
    [code('hero.hp = hero . hp - 1'), 'hero.hp = (- hero.hp 1)'],
    [
      code('show("x is ", x)', 'reset(x, hero.hp)', 'resetAll()', 'resetAll(x)', 'resetVisits()'),
      'show("x is ", x); reset(x, hero.hp); resetAll(); resetAll(x); resetVisits()',
    ],
    ['<code>x = 1\ny = 2\n\nshow(x)</code>', 'x = 1; y = 2; show(x)'],
    [code('x = 1 +\n 2'), 'x = (+ 1 2)'],
    [`<p>a</p>${code('if x')}<p>b</p>${code('endif')}<p>c</p>`, '<p>a</p>; if x {<p>b</p>}; <p>c</p>'],
    [
      `${code('if x == 1')}<p>a</p>${code('elseif x == 2', 'y = 1', 'else')}<p>c</p>${code('endif')}`,
      'if (== x 1) {<p>a</p>} else if (== x 2) {y = 1} else {<p>c</p>}',
    ],
    [code('if a', 'if b', 'x = 1', 'endif', 'y = 2', 'endif'), 'if a {if b {x = 1}; y = 2}'],
    [code('if a', 'endif'), 'if a {}'],
    ['<code>if a\nx = 1\nelse\nx = 2\nendif</code>', 'if a {x = 1} else {x = 2}'],
    [`<blockquote><p>a</p>${code('show(x)')}</blockquote><p>b</p>`, '“<p>a</p>; show(x)”; <p>b</p>'],
    ['<blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>', '“<p>a</p>”; “<p>b</p>”'],
    [`<blockquote><p>a</p>${code('if x')}<p>b</p>${code('endif')}<p>c</p></blockquote>`, '“<p>a</p>”; if x {“<p>b</p>”}; “<p>c</p>”'],
    ['words <b>and</b> more', '<p>words <b>and</b> more</p>'],
    ['<p>a <code>b = = c</code></p>', '<p>a <code>b = = c</code></p>'],
  ])('%j', (html, program) => {
    expect(content(html)).toBe(program);
  });

  test('each part of a program has a position: block, line and column', () => {
    const parsed = parseContent(`${code('x = 1')}<p>a</p><code>\n  if y\n    z = 2\n  endif</code>`);
    expect(parsed.ok && parsed.program[2]).toMatchObject({
      type: 'choose',
      at: { block: 1, line: 2, column: 3 },
      branches: [{ condition: { at: { block: 1, line: 2, column: 6 } }, body: [{ at: { block: 1, line: 3, column: 5 } }] }],
    });
  });
});

describe('[Scripts] errors of expressions', () => {
  test.each([
    ['', '1:1 Expected a value, not the end.'],
    ['a ==', '1:5 Expected a value, not the end.'],
    ['a b', '1:3 Unexpected “b”: the condition is complete.'],
    ['score=10', '1:6 A condition can’t change a variable. To compare values, use ==.'],
    ['(a', '1:3 Expected “)” to close the “(”, not the end.'],
    ['a == 1;', '1:7 Unexpected character “;”.'],
    ['ελληνικά', '1:1 Unexpected character “ε”.'],
    ['a ==\n  "b', '2:3 This string isn’t closed with " on its line.'],
    ['a == "it\'s"', "1:6 In a string, write ' as \\'."],
    ['a == "\\q"', '1:6 In a string, a \\ must be followed by one of a b f n r t v \' " or \\.'],
    [`a == "${mention('e')}"`, '1:6 A string can’t contain a mention.'],
    ['sqr()', '1:1 “sqr” takes 1 argument, not 0.'],
    ['random(2)', '1:1 “random” takes no arguments, not 1.'],
    ['max(1)', '1:1 “max” takes 2 or more arguments, not 1.'],
    ['roll(1, 2, 3)', '1:1 “roll” takes 1 or 2 arguments, not 3.'],
    ['roll', '1:5 Expected “(” after “roll”, not the end.'],
    ['min(1, 2', '1:9 Expected “)” to close the arguments of “min”, not the end.'],
    ['test(x, y)', '1:1 There is no function called “test”.'],
    ['show(x)', '1:1 “show” returns no value. Write it on its own line.'],
    ['visits(x)', '1:8 “visits” takes a mention of an element.'],
    [`visits(${mention('c', 'component')})`, '1:8 “visits” takes a mention of an element, not of a component.'],
    [`abs(${mention('e')})`, '1:5 Mentions can only be used in visits(…).'],
    ['and', '1:1 “and” is a reserved word and can’t be a variable.'],
    ['hero.', '1:6 Expected the name of a variable after “hero.”.'],
    ['hero.if', '1:6 Expected the name of a variable after “hero.”.'],
    ['<script>', '1:1 This is a script, not a text: remove <script> at character 1.'],
  ])('%j', (script, fault) => {
    expect(condition(script)).toBe(fault);
  });
});

test('[Scripts] an oversized expression is rejected before it exhausts the stack', () => {
  expect(condition(`${'('.repeat(300)}a${')'.repeat(300)}`)).toBe('1:201 This expression is nested too deeply.');
  expect(condition(`${'not '.repeat(300)}a`)).toBe('1:801 This expression is nested too deeply.');
  expect(condition(`a${' + a'.repeat(2000)}`)).toBe('1:4003 This expression is too long.');
});

describe('[Scripts] errors of contents', () => {
  test.each([
    [code('We want to be friends'), '0/1:4 This line isn’t complete. To set We, write We = 1.'],
    [code('x = 1 y = 2'), '0/1:7 Unexpected “y”: the statement is complete. Write each statement on its own line.'],
    [code('x == 1'), '0/1:3 “==” compares values. To set a variable, use =.'],
    [`${code('if x = 1')}<p>a</p>${code('endif')}`, '0/1:6 A condition can’t change a variable. To compare values, use ==.'],
    [code('x'), '0/1:2 This line isn’t complete. To set x, write x = 1.'],
    [code('if = 1'), '0/1:1 This if has no endif. 0/1:4 Expected a value, not “=”.'],
    [code('roll(6)'), '0/1:1 “roll” returns a value. Assign it to a variable or show it.'],
    [code('reset(13)'), '0/1:7 Expected the name of a variable, not “13”.'],
    [code('testFunction(x, y)'), '0/1:1 There is no function called “testFunction”.'],
    [code('"a"'), '0/1:1 Expected an assignment, a function or an if, not a string.'],
    [code('if x', 'endif y'), '1/1:7 Unexpected “y”: the statement is complete. Write each statement on its own line.'],
    [code('if x'), '0/1:1 This if has no endif.'],
    [code('endif'), '0/1:1 This endif has no if before it.'],
    [code('x = 1', 'elseif x', 'else'), '1/1:1 This elseif has no if before it. 2/1:1 This else has no if before it.'],
    [code('if x', 'else', 'elseif y', 'endif'), '2/1:1 Expected endif after else, not elseif.'],
    [
      `<p>a</p>${code('x = ', 'y = 2')}<p>b</p><code>z = 3\n= 4</code>`,
      '0/1:5 Expected a value, not the end. 2/2:1 Expected an assignment, a function or an if, not “=”.',
    ],
  ])('%j', (html, faults) => {
    expect(content(html)).toBe(faults);
  });
});

test('[Scripts] the names of a program: each variable with its scope and each mention once, in order', () => {
  const parsed = parseContent(
    `<blockquote>${code('show(a, hero.hp)')}</blockquote>${code(`if visits(${mention('e-1')}) &gt; b`, 'hero.hp = a + -c', 'else', `d += visits(${mention('e-2')})`, 'endif')}`,
  );
  expect(parsed.ok && namesIn(parsed.program)).toEqual({
    variables: [
      { scope: null, name: 'a' },
      { scope: 'hero', name: 'hp' },
      { scope: null, name: 'b' },
      { scope: null, name: 'c' },
      { scope: null, name: 'd' },
    ],
    mentions: ['e-1', 'e-2'],
  });
  const one = parseCondition(`visits(${mention('e-3')}) and x`);
  expect(one.ok && namesIn(one.condition)).toEqual({ variables: [{ scope: null, name: 'x' }], mentions: ['e-3'] });
});

/** Expressions of the grammar, fully parenthesized: the tree in prefix notation, and the script with the same parentheses. */
const expressions = fc.letrec<{ any: { tree: string; script: string } }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom('x', 'hero.hp', '1', '0.5', '"a"', 'true', 'visits()').map((leaf) => ({ tree: leaf, script: leaf })),
    fc
      .tuple(fc.constantFrom('*', '%', '+', '-', '<', '<=', '==', '!=', 'and', 'or'), tie('any'), tie('any'))
      .map(([sign, a, b]) => ({ tree: `(${sign} ${a.tree} ${b.tree})`, script: `(${a.script} ${sign}\n ${b.script})` })),
    tie('any').map(({ tree, script }) => ({ tree: `(not ${tree})`, script: `(not ${script})` })),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => ({ tree: `min(${a.tree}, ${b.tree})`, script: `min( ${a.script},${b.script} )` })),
  ),
})).any;

test('[Scripts] every expression of the grammar parses into its own tree', () => {
  fc.assert(
    fc.property(expressions, ({ tree, script }) => {
      expect(condition(script)).toBe(tree);
    }),
  );
});

test('[Scripts] any script parses or is reported with a position inside it; nothing is thrown', () => {
  const piece = fc.constantFrom(
    'x',
    '1',
    '.5',
    '"a"',
    "'",
    '"',
    '==',
    '=',
    '<',
    'and',
    'not',
    '(',
    ')',
    ',',
    '.',
    'show',
    'min',
    'if',
    'else',
    'endif',
    '\n',
    ' ',
    'é',
    '\\',
  );
  const script = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '));
  fc.assert(
    fc.property(script, (source) => {
      for (const parsed of [parseCondition(source), parseContent(`<p>a</p><code>${source}</code>`)]) {
        if (parsed.ok) continue;
        expect(parsed.diagnostics.length).toBeGreaterThan(0);
        for (const { message, line, column } of parsed.diagnostics) {
          expect(t(message)).toMatch(/\.$/);
          // The pseudo-language leaves the content of a script unchanged, and a sentence in English is not part of it.
          expect(pseudo.t(message)).not.toMatch(/ (?:was|cannot|takes|has) /);
          expect(column - 1).toBeLessThanOrEqual(source.split('\n')[line - 1]?.length ?? -1);
        }
      }
    }),
    { numRuns: cases(1000) },
  );
});

test('[Exports] a story that parses is the same program in the engine dialect', () => {
  const line = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('x = 1', 'show(x)\nreset(x)', 'y += 2') },
    { weight: 1, arbitrary: fc.constantFrom('if x\ny = 1\nendif', 'if x\nelse\ny = 2\nendif') },
  );
  const block = fc.oneof(
    line.map((source) => `<code>${source}</code>`),
    fc.constantFrom('<p>a</p>', 'b', '<blockquote><p>c</p></blockquote>'),
    line.map((source) => `<code>if a</code><p>d</p><code>${source}</code><code>endif</code>`),
  );
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), (blocks) => {
      const html = blocks.join('');
      const filler = /<p><\/p>(; )?/g;
      const bare = (program: string) => program.replace(filler, '').replaceAll('; }', '}');
      expect(bare(content(toEngineDialect(html)))).toBe(bare(content(html)));
    }),
  );
});

describe(`[Scripts] the real files${skippedSuffix}`, () => {
  /** Written by people who meant ==. The importers run it as an assignment, so the condition is never true. */
  const meantOtherwise = new Map([['score=10', '1:6 A condition can’t change a variable. To compare values, use ==.']]);

  test.each(readHostedExports().map(({ name, json }) => [name, json]))('every script of %s parses', (_name, json) => {
    for (const { path, text } of richTextsIn(json)) expect(parseContent(text), path).toMatchObject({ ok: true });
    for (const { path, text } of conditionScriptsIn(json)) {
      const meant = meantOtherwise.get(text);
      if (meant === undefined) expect(parseCondition(text), path).toMatchObject({ ok: true });
      else expect(condition(text), path).toBe(meant);
    }
  });

  test('all of them occurred, or are listed as omitted', () => {
    const scripts = readHostedExports().flatMap(({ json }) => [
      ...conditionScriptsIn(json),
      ...richTextsIn(json).filter(({ text }) => text.includes('<pre>')),
    ]);
    expect(scripts.length > 20 || skippedSuffix !== '').toBe(true);
  });
});
