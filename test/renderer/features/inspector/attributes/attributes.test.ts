/** Attributes in the inspector, without rendering: conversions and their losses, script IDs, numbers. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../../main/engine/engine.ts';
import { formatTypedNumber, parseNumber } from '../../../../../renderer/editors/fields/typed-number.ts';
import {
  emptyValueOf,
  isVariableType,
  needsScriptId,
  valueTypeOf,
  valueTypesFor,
} from '../../../../../renderer/features/inspector/attributes/attribute-types.ts';
import { convertValue } from '../../../../../renderer/features/inspector/attributes/change-type-dialog.tsx';
import { languageStore } from '../../../../../renderer/messages/translate.ts';
import {
  scopeNameError,
  scriptNameOf,
  suggestVariableName,
  variableNameError,
} from '../../../../../renderer/records/scripts/script-names.ts';
import { insertionIndex, moveToIndex } from '../../../../../renderer/ui/reorderable-list.tsx';
import { loadTranslator } from '../../../../../shared/load-translator.ts';
import { type AttributeValue, attributeValueTypes, canBeVariableValue } from '../../../../../shared/model/kinds/attribute-value.ts';
import { attributeValueSchema } from '../../../../../shared/model/kinds/kind-schemas.ts';
import { createTestStory } from '../../../../story-builder.ts';
import { createTestEnvironment } from '../../../../test-environment.ts';

const text = (data: string | null): AttributeValue => ({ type: 'string', plain: true, data });
const rich = (data: string | null): AttributeValue => ({ type: 'string', plain: false, data });
const whole = (data: number): AttributeValue => ({ type: 'integer', data });
const yesNo = (data: boolean): AttributeValue => ({ type: 'boolean', data });
const list: AttributeValue = { type: 'component-list', data: [{ id: 'r', component: 'c' }] };

describe('[Attribute] another type', () => {
  test.each<[AttributeValue, Parameters<typeof convertValue>[1], AttributeValue, RegExp | null]>([
    [text('a < b\nc'), 'rich-text', rich('<p>a &lt; b</p><p>c</p>'), null],
    [rich('<p>a &lt; b</p>'), 'string', text('a < b'), null],
    [rich('<p>very <strong>bold</strong></p>'), 'string', text('very bold'), /Formatting/],
    [text('12'), 'integer', whole(12), null],
    [text('2.5'), 'integer', whole(3), /2\.5 becomes 3/],
    [text('many'), 'float', { type: 'float', data: 0 }, /isn’t a number/],
    [text(null), 'integer', whole(0), null],
    [text('Yes'), 'boolean', yesNo(true), null],
    [text('maybe'), 'boolean', yesNo(false), /replaced with “no”/],
    [text('constructor'), 'boolean', yesNo(false), /replaced with “no”/],
    [whole(7), 'boolean', yesNo(true), /7 becomes “yes”/],
    [whole(1), 'boolean', yesNo(true), null],
    [whole(3), 'float', { type: 'float', data: 3 }, null],
    [yesNo(true), 'integer', whole(1), null],
    [yesNo(false), 'string', text('false'), null],
    [list, 'string', text(null), /list is cleared \(1 item\)/],
    [list, 'asset-list', { type: 'asset-list', data: null }, /list is cleared/],
    [text('words'), 'component-list', { type: 'component-list', data: null }, /text is lost/],
    [{ type: 'asset-list', data: null }, 'rich-text', rich(null), null],
  ])('%j as %s', (value, type, expected, lost) => {
    const converted = convertValue(value, type);
    expect(converted.value).toEqual(expected);
    if (lost === null) expect(converted.lossMessage).toBeNull();
    else expect(converted.lossMessage).toMatch(lost);
  });

  test('what is lost is named in the form of the fields of the window’s language', async () => {
    const before = languageStore.getState();
    languageStore.setState({ translator: await loadTranslator('de') });
    const lost = [
      convertValue({ type: 'float', data: 2.5 }, 'integer'),
      convertValue({ type: 'float', data: 2.5 }, 'boolean'),
      convertValue({ type: 'float', data: 2.5 }, 'asset-list'),
    ].map(({ lossMessage }) => lossMessage);
    languageStore.setState(before);
    expect(lost).toEqual(['2,5 wird zu 3.', 'Der Wert 2,5 wird zu „ja“.', 'Die Zahl 2,5 geht verloren.']);
  });

  test('any converted value is valid and of the requested type; if no loss is reported, converting it back returns the original', () => {
    const value = fc.oneof<fc.Arbitrary<AttributeValue>[]>(
      fc.string({ minLength: 1 }).map(text),
      fc.integer().map(whole),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((data) => ({ type: 'float', data })),
      fc.boolean().map(yesNo),
      fc.constantFrom(rich('<p>one</p><p>two</p>'), rich('<p><em>x</em></p>'), rich(null), list),
    );
    fc.assert(
      fc.property(value, fc.constantFrom(...attributeValueTypes), (before, type) => {
        const { value: after, lossMessage } = convertValue(before, type);
        expect(attributeValueSchema.safeParse(after).success).toBe(true);
        expect(valueTypeOf(after)).toBe(type);
        expect(canBeVariableValue(after)).toBe(isVariableType(type));
        if (lossMessage === null && type === 'float' && before.type === 'integer')
          expect(convertValue(after, 'integer').value).toEqual(before);
      }),
    );
  });

  test('the engine takes each conversion, with a script ID where one is needed', () => {
    const environment = createTestEnvironment();
    const { build, send, project } = createTestStory(openEngine(null, environment), environment);
    const { id: owner } = build('component', { name: 'Maren' });
    for (const from of attributeValueTypes)
      for (const to of valueTypesFor('components')) {
        const given = needsScriptId('components', from) ? { customId: `v${from.replaceAll('-', '')}${to.replaceAll('-', '')}` } : {};
        const { id } = build('attribute', { cId: owner, cType: 'components', name: 'X', value: emptyValueOf(from), ...given });
        const stays = project.find('attribute', id)?.customId !== null;
        if (stays && !isVariableType(to)) continue;
        const { value } = convertValue(project.find('attribute', id)?.value ?? text(null), to);
        const customId =
          !stays && needsScriptId('components', to) ? { customId: `w${from.replaceAll('-', '')}${to.replaceAll('-', '')}` } : {};
        if (from === to) continue;
        send({ do: 'change', kind: 'attribute', id, fields: { value, ...customId } });
        expect(valueTypeOf(project.find('attribute', id)?.value ?? text(null))).toBe(to);
      }
  });
});

describe('[Attribute] script IDs', () => {
  function withOwner() {
    const environment = createTestEnvironment();
    const story = createTestStory(openEngine(null, environment), environment);
    const maren = story.build('component', { name: 'Maren' }).id;
    const { id } = story.build('attribute', {
      cId: maren,
      cType: 'components',
      name: 'Trust',
      value: { type: 'integer' },
      customId: 'trust',
    });
    return { ...story, maren, id };
  }

  test('are validated while they are typed: characters, reserved words, names in use', () => {
    const { project, maren } = withOwner();
    expect(variableNameError(project, maren, 'age')).toBeNull();
    expect(variableNameError(project, maren, '_x')).toBeNull();
    expect(variableNameError(project, maren, 'trust')).toMatch(/Another attribute/);
    expect(variableNameError(project, maren, '3rd')).toMatch(/Start with a letter/);
    expect(variableNameError(project, maren, 'visits')).toMatch(/reserved word/);
    expect(variableNameError(project, maren, '')).toMatch(/^Enter/);
    expect(variableNameError(project, null, 'trust')).toBeNull();
    expect(scopeNameError(project, 'maren')).toMatch(/already/);
    expect(scopeNameError(project, '_shore')).toMatch(/letter or \$/);
    expect(scopeNameError(project, 'shore')).toBeNull();
  });

  test('are suggested from the name, and unused', () => {
    const { project, maren } = withOwner();
    expect(suggestVariableName(project, maren, 'Trust')).toBe('trust_2');
    expect(suggestVariableName(project, null, 'Über mich')).toBe('uber_mich');
    expect(suggestVariableName(project, null, ' ')).toBe('');
  });

  test('are written in scripts as owner and attribute', () => {
    const { project, id } = withOwner();
    expect(scriptNameOf(project, id)).toBe('maren.trust');
  });
});

describe('numbers as they are typed', () => {
  test.each([
    ['3', 'integer', 3],
    [' -12 ', 'integer', -12],
    ['−4', 'integer', -4],
    ['1,5', 'float', 1.5],
    ['.5', 'float', 0.5],
    ['1e3', 'float', 1000],
    ['-0', 'integer', 0],
    ['1,000', 'integer', 1000],
    ['1,000', 'float', 1000],
    ['１２，０００', 'integer', 12_000],
    ['１．５', 'float', 1.5],
    ['1\u00a0000', 'integer', 1000],
    ['1\u202f000,5', 'float', 1000.5],
    ["1'000", 'integer', 1000],
    ['1’000.25', 'float', 1000.25],
    ['1,000,000', 'float', 1_000_000],
    ['1.234.567,8', 'float', 1_234_567.8],
    ['0.125', 'float', 0.125],
    ['1234.567', 'float', 1234.567],
    ['3.2710', 'float', 3.271],
    ['1.000e3', 'float', 1000],
  ] as const)('%j is the %s %d', (typed, type, number) => {
    expect(parseNumber(typed, type).number).toBe(number);
  });
  test.each([
    ['', 'integer', /^Enter/],
    ['three', 'float', /Not a number/],
    ['1.000', 'integer', /^“1.000” would be 1. Enter 1000, or 1.0000 for the decimal number.$/],
    ['-3.271', 'float', /^“-3.271” would be -3.271. Enter -3271, or -3.2710/],
    ['1,00,000', 'float', /Not a number/],
    ['1 000,000.5', 'float', /Not a number/],
    ["1'00", 'float', /Not a number/],
    ['1,2.3,4', 'float', /Not a number/],
    ['.', 'float', /Not a number/],
    ['2.5', 'integer', /integer/],
    ['1e999', 'float', /too large/],
    ['9007199254740993', 'integer', /too large/],
  ] as const)('%j is not a %s', (typed, type, fault) => {
    expect(parseNumber(typed, type).error).toMatch(fault);
  });
});

test('in a language that groups by points, a point groups and a comma before three digits is ambiguous', async () => {
  const { language, translator } = languageStore.getState();
  try {
    languageStore.setState({ language: 'de', translator: await loadTranslator('de') });
    expect(parseNumber('1.000', 'integer')).toEqual({ number: 1000 });
    expect(parseNumber('1,5', 'float')).toEqual({ number: 1.5 });
    expect(parseNumber('1,000', 'float').error).toMatch(/^„1,000“ wäre 1\./);
    expect(parseNumber('3,272', 'float', 3.271)).toEqual({ number: 3.272 });
    // The field shows no three decimals, or zeros that nobody writes.
    for (const [typed, current] of [
      ['1,000', 1.5],
      ['1,500', 1.5],
      ['1,000', 3.271],
    ] as const)
      expect(parseNumber(typed, 'float', current).error).toMatch(/^„1,[05]00“ wäre 1/);
    expect(formatTypedNumber(3.271)).toBe('3,271');
  } finally {
    languageStore.setState({ language, translator });
  }
});

test('the position of a dropped row', () => {
  const ids = ['a', 'b', 'c'];
  expect(insertionIndex(ids, 'a', { key: 'c', position: 'after' })).toBe(2);
  expect(insertionIndex(ids, 'c', { key: 'a', position: 'before' })).toBe(0);
  expect(insertionIndex(ids, null, { key: 'b', position: 'after' })).toBe(2);
  expect(insertionIndex(ids, 'b', { key: 'gone', position: 'before' })).toBe(2);
  const rows = ids.map((id) => ({ id }));
  expect(moveToIndex(rows, 'a', 2).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  expect(moveToIndex(rows, 'gone', 0)).toEqual(rows);
});
