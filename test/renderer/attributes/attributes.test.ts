/** What the inspector does with attributes, without a screen: conversions and what they lose, script IDs, numbers. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { emptyOf, isVariableType, needsScriptId, typeOf, typesFor } from '../../../renderer/attributes/attribute-types.ts';
import { convertValue } from '../../../renderer/attributes/convert-value.ts';
import { readNumber } from '../../../renderer/attributes/read-number.ts';
import { proposedVariable, scopeFault, scriptName, variableFault } from '../../../renderer/attributes/script-names.ts';
import { placed, withPlaced } from '../../../renderer/fields/placed.ts';
import { type AttributeValue, attributeValue, isVariableValue, valueTypes } from '../../../shared/kinds/attribute-value.ts';
import { story } from '../../build.ts';
import { stillWorld } from '../../world.ts';

const text = (data: string | null): AttributeValue => ({ type: 'string', plain: true, data });
const rich = (data: string | null): AttributeValue => ({ type: 'string', plain: false, data });
const whole = (data: number): AttributeValue => ({ type: 'integer', data });
const yesNo = (data: boolean): AttributeValue => ({ type: 'boolean', data });
const list: AttributeValue = { type: 'component-list', data: [{ id: 'r', component: 'c' }] };

describe('[Attribute] another type', () => {
  test.each<[AttributeValue, Parameters<typeof convertValue>[1], AttributeValue, RegExp | null]>([
    [text('a < b\nc'), 'rich-text', rich('<p>a &lt; b</p><p>c</p>'), null],
    [rich('<p>a &lt; b</p>'), 'string', text('a < b'), null],
    [rich('<p>very <strong>bold</strong></p>'), 'string', text('very bold'), /formatting/],
    [text('12'), 'integer', whole(12), null],
    [text('2.5'), 'integer', whole(3), /2\.5 becomes 3/],
    [text('many'), 'float', { type: 'float', data: 0 }, /no number/],
    [text(null), 'integer', whole(0), null],
    [text('Yes'), 'boolean', yesNo(true), null],
    [text('maybe'), 'boolean', yesNo(false), /text is lost/],
    [text('constructor'), 'boolean', yesNo(false), /text is lost/],
    [whole(7), 'boolean', yesNo(true), /7 becomes “yes”/],
    [whole(1), 'boolean', yesNo(true), null],
    [whole(3), 'float', { type: 'float', data: 3 }, null],
    [yesNo(true), 'integer', whole(1), null],
    [yesNo(false), 'string', text('false'), null],
    [list, 'string', text(null), /list is lost \(1 item\)/],
    [list, 'asset-list', { type: 'asset-list', data: null }, /list is lost/],
    [text('words'), 'component-list', { type: 'component-list', data: null }, /text is lost/],
    [{ type: 'asset-list', data: null }, 'rich-text', rich(null), null],
  ])('%j as %s', (value, type, expected, lost) => {
    const converted = convertValue(value, type);
    expect(converted.value).toEqual(expected);
    if (lost === null) expect(converted.lost).toBeNull();
    else expect(converted.lost).toMatch(lost);
  });

  test('whatever it was, it is valid and of the wanted type; where nothing is said to be lost, the way back gives what it was', () => {
    const value = fc.oneof<fc.Arbitrary<AttributeValue>[]>(
      fc.string({ minLength: 1 }).map(text),
      fc.integer().map(whole),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((data) => ({ type: 'float', data })),
      fc.boolean().map(yesNo),
      fc.constantFrom(rich('<p>one</p><p>two</p>'), rich('<p><em>x</em></p>'), rich(null), list),
    );
    fc.assert(
      fc.property(value, fc.constantFrom(...valueTypes), (before, type) => {
        const { value: after, lost } = convertValue(before, type);
        expect(attributeValue.safeParse(after).success).toBe(true);
        expect(typeOf(after)).toBe(type);
        expect(isVariableValue(after)).toBe(isVariableType(type));
        if (lost === null && type === 'float' && before.type === 'integer') expect(convertValue(after, 'integer').value).toEqual(before);
      }),
    );
  });

  test('the engine takes each conversion, with a script ID where one is needed', () => {
    const world = stillWorld();
    const { build, send, project } = story(openEngine(null, world), world);
    const { id: owner } = build('component', { name: 'Maren' });
    for (const from of valueTypes)
      for (const to of typesFor('components')) {
        const given = needsScriptId('components', from) ? { customId: `v${from.replaceAll('-', '')}${to.replaceAll('-', '')}` } : {};
        const { id } = build('attribute', { cId: owner, cType: 'components', name: 'X', value: emptyOf(from), ...given });
        const stays = project.find('attribute', id)?.customId !== null;
        if (stays && !isVariableType(to)) continue;
        const { value } = convertValue(project.find('attribute', id)?.value ?? text(null), to);
        const customId =
          !stays && needsScriptId('components', to) ? { customId: `w${from.replaceAll('-', '')}${to.replaceAll('-', '')}` } : {};
        if (from === to) continue;
        send({ do: 'change', kind: 'attribute', id, fields: { value, ...customId } });
        expect(typeOf(project.find('attribute', id)?.value ?? text(null))).toBe(to);
      }
  });
});

describe('[Attribute] script IDs', () => {
  function withOwner() {
    const world = stillWorld();
    const told = story(openEngine(null, world), world);
    const maren = told.build('component', { name: 'Maren' }).id;
    const { id } = told.build('attribute', {
      cId: maren,
      cType: 'components',
      name: 'Trust',
      value: { type: 'integer' },
      customId: 'trust',
    });
    return { ...told, maren, id };
  }

  test('are judged while they are typed: letters, words of the language, taken ones', () => {
    const { project, maren } = withOwner();
    expect(variableFault(project, maren, 'age')).toBeNull();
    expect(variableFault(project, maren, '_x')).toBeNull();
    expect(variableFault(project, maren, 'trust')).toMatch(/Another attribute/);
    expect(variableFault(project, maren, '3rd')).toMatch(/starts with a letter/);
    expect(variableFault(project, maren, 'visits')).toMatch(/word of the scripts/);
    expect(variableFault(project, maren, '')).toMatch(/needed/);
    expect(variableFault(project, null, 'trust')).toBeNull();
    expect(scopeFault(project, 'maren')).toMatch(/already/);
    expect(scopeFault(project, '_shore')).toMatch(/letter or \$/);
    expect(scopeFault(project, 'shore')).toBeNull();
  });

  test('are proposed from the name, free ones', () => {
    const { project, maren } = withOwner();
    expect(proposedVariable(project, maren, 'Trust')).toBe('trust_2');
    expect(proposedVariable(project, null, 'Über mich')).toBe('uber_mich');
    expect(proposedVariable(project, null, ' ')).toBe('');
  });

  test('a script says owner and attribute', () => {
    const { project, id } = withOwner();
    expect(scriptName(project, id)).toBe('maren.trust');
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
  ] as const)('%j is the %s %d', (typed, type, number) => {
    expect(readNumber(typed, type).number).toBe(number);
  });
  test.each([
    ['', 'integer', /needed/],
    ['three', 'float', /no number/],
    ['1,000,000', 'float', /no number/],
    ['2.5', 'integer', /whole/],
    ['1e999', 'float', /too large/],
    ['9007199254740993', 'integer', /too large/],
  ] as const)('%j is no %s', (typed, type, fault) => {
    expect(readNumber(typed, type).fault).toMatch(fault);
  });
});

test('where a dropped row comes to stand', () => {
  const ids = ['a', 'b', 'c'];
  expect(placed(ids, 'a', { key: 'c', position: 'after' })).toBe(2);
  expect(placed(ids, 'c', { key: 'a', position: 'before' })).toBe(0);
  expect(placed(ids, null, { key: 'b', position: 'after' })).toBe(2);
  expect(placed(ids, 'b', { key: 'gone', position: 'before' })).toBe(2);
  const rows = ids.map((id) => ({ id }));
  expect(withPlaced(rows, 'a', 2).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  expect(withPlaced(rows, 'gone', 0)).toEqual(rows);
});
