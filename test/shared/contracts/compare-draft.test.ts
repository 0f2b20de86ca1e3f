/** What a draft is to its record: saved, newer than it, or older. */
import { expect, test } from 'vitest';
import { compareDraft } from '../../../shared/contracts/compare-draft.ts';
import type { DraftText } from '../../../shared/contracts/drafts.ts';
import { elementAt, projectOf, record } from '../../story-records.ts';

const project = projectOf(
  { ...elementAt('door', 300, -12.5), title: { en: { text: '<p>40</p>' } }, width: 200 },
  record('connection', 'way', {
    boardId: 'board',
    sourceid: 'door',
    sourceType: 'elements',
    targetid: 'door',
    targetType: 'elements',
    labelLocation: 33.3 / 100,
    labelWidth: null,
  }),
  record('variable', 'gold', { name: 'gold', type: 'float', value: 1.234 }),
  record('attribute', 'age', { cId: 'door', cType: 'elements', name: 'Age', value: { type: 'integer', data: 40 } }),
);

/** The state of a draft that was typed over a value before the record was changed. */
const stateOf = (name: string, value: DraftText, over: DraftText) =>
  compareDraft(project, { name, value, session: 'earlier', over: { version: 1, values: [over] }, isCurrent: false });

test('a number is saved if its field contains it, in whatever language it was typed', () => {
  expect(stateOf('door width', '200', '100')).toBe('saved');
  expect(stateOf('door y', '-12,5', '0')).toBe('saved');
  expect(stateOf('door y', '-12.5', '0')).toBe('saved');
  expect(stateOf('way labelLocation', '33.3', '50')).toBe('saved');
  expect(stateOf('way labelWidth', '', '120')).toBe('saved');
  expect(stateOf('age integer', '40', '39')).toBe('saved');
});

test('a number that only another field contains is not saved', () => {
  expect(stateOf('door width', '300', '200')).toBe('newer');
  expect(stateOf('door width', '300', '100')).toBe('older');
  expect(stateOf('door width', '40', '200')).toBe('newer');
  expect(stateOf('way labelLocation', '0.333', '50')).toBe('older');
});

test('a number whose separator may be one of thousands or of decimals is kept', () => {
  expect(stateOf('gold float', '1,234', '2')).toBe('older');
  expect(stateOf('gold float', '1,2340', '2')).toBe('saved');
});

test('a text is saved if the record contains it', () => {
  expect(stateOf('door title en', '<p>41</p>', '<p>39</p>')).toBe('older');
  expect(stateOf('door title en', '<p>40</p>', '')).toBe('saved');
});
