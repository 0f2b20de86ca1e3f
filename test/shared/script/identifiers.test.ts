/** Identifiers: which names scripts can use, and how they are derived from a name. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  generateCustomId,
  isReservedWord,
  isValidCustomId,
  isValidVariableName,
  reservedWords,
} from '../../../shared/script/identifiers.ts';

const free = () => false;

test('[G18] the reserved identifiers are the 23 words of the scripting language, case-sensitive', () => {
  expect(reservedWords.size).toBe(23);
  expect(isReservedWord('if')).toBe(true);
  expect(isReservedWord('resetVisits')).toBe(true);
  expect(isReservedWord('If')).toBe(false);
  expect(isReservedWord('resetvisits')).toBe(false);
});

test('[Boards] a customId starts with a letter or $, continues with letters, digits and _, and is not reserved', () => {
  for (const id of ['castle', '$', '$c5', 'A_1', 'If']) expect(isValidCustomId(id), id).toBe(true);
  for (const id of ['', '_a', '1a', 'a-b', 'a b', 'a$', 'é', 'if', 'random', 'castle\n']) expect(isValidCustomId(id), id).toBe(false);
});

test('[Attributes] a variable may also start with _', () => {
  for (const name of ['_', '_a', '$c5', 'hp']) expect(isValidVariableName(name), name).toBe(true);
  for (const name of ['', '1a', 'a.b', 'a$', 'true', 'resetAll', 'hp\n']) expect(isValidVariableName(name), name).toBe(false);
});

test.each([
  ['Castle Courtyard', 'castle_courtyard'],
  ['  Œuvre d’été à São-Paulo! ', 'oeuvre_d_ete_a_sao_paulo'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['İstanbul', 'istanbul'],
  ['_hidden_', 'hidden'],
  ['42 towers', 'id_42_towers'],
  ['Κάστρο', 'id'],
  ['', 'id'],
  ['🏰', 'id'],
])('[G23] the customId derived from %j is %s', (name, id) => {
  expect(generateCustomId(name, free)).toBe(id);
});

test('[G23] a customId in use gets _2, then _3', () => {
  const ids = new Set(['castle', 'castle_2']);
  expect(generateCustomId('Castle', (id) => ids.has(id))).toBe('castle_3');
});

test('[G18, G23] a reserved word is never generated', () => {
  expect(generateCustomId('If', free)).toBe('if_2');
  for (const word of reservedWords) expect(isValidCustomId(generateCustomId(word, free))).toBe(true);
});

test('[G23] for any name the customId is valid and unused, the same each time, and derived from itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 5 }), (name, count) => {
      const ids = new Set<string>();
      for (let made = 0; made <= count; made++) {
        const id = generateCustomId(name, (other) => ids.has(other));
        expect(isValidCustomId(id)).toBe(true);
        expect(ids.has(id)).toBe(false);
        ids.add(id);
      }
      const first = generateCustomId(name, free);
      expect(generateCustomId(name, free)).toBe(first);
      expect(generateCustomId(first, free)).toBe(first);
    }),
  );
});
