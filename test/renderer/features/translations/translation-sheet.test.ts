import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { iterateTextRows, recordOfRow, type TextRow, translationStates } from '../../../../renderer/features/translations/text-rows.ts';
import {
  createImportCommand,
  createSheetImport,
  generateSheetRows,
  importOutcome,
  importSheet,
} from '../../../../renderer/features/translations/translation-sheet.ts';
import {
  buildTable,
  componentsScope,
  type TranslationProgress,
  type TranslationQuery,
  type TranslationTableData,
  withPresentRows,
} from '../../../../renderer/features/translations/use-translation-table.ts';
import { renameRecords } from '../../../../renderer/state/renamed-records.ts';
import { message } from '../../../../shared/messages/message.ts';
import type { NumberedTable } from '../../../../shared/sheets/sheet-headers.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

function translated() {
  const environment = createTestEnvironment();
  const engine = openEngine(null, environment);
  const story = createTestStory(engine, environment);
  const { build, project } = story;
  const door = build('element', { title: { en: '<p>Door</p>', de: '<p>Tür</p>' }, content: '<p>Open <b>it</b>.</p>' });
  const end = build('element', { title: { en: '<p>End</p>', de: '<p>End</p>' } });
  build('element', { title: null });
  const way = build('connection', { sourceid: door.id, targetid: end.id, label: '<p>=Go</p>' });
  const maren = build('component', { name: { en: 'Maren', de: 'Maren' } });
  const read = (table: NumberedTable['table'], clearsEmptyCells = false) => {
    const found = createSheetImport();
    for (const _ of importSheet(project, { table, rows: table.map((_, at) => at + 1) }, { clearsEmptyCells }, found));
    return found;
  };
  const everything: TranslationQuery = { status: 'all', scope: null, text: '', missingFirst: false, isos: ['en', 'de'] };
  const look = (query: TranslationQuery = everything, before: TranslationTableData | null = null): TranslationTableData => {
    const made = { rows: [] as TextRow[], progress: [] as TranslationProgress[] };
    for (const _ of buildTable(project, query, before, made));
    return { query, ...made };
  };
  return { ...story, engine, door, end, way, maren, read, look, everything, rows: () => [...iterateTextRows(project)] };
}

describe('the rows of the table', () => {
  test('are in reading order, without texts that are empty in every language', () => {
    const { rows, door, end, way, maren } = translated();
    expect(rows().map(({ key }) => key)).toEqual([
      `${door.id}/title`,
      `${door.id}/content`,
      `${way.id}/label`,
      `${end.id}/title`,
      `${maren.id}/name`,
    ]);
  });

  test('a row keeps its key and its place when its record gets another id, which a file then contains', () => {
    const { project, look, everything, door, way } = translated();
    const before = look();
    const answered = `${door.id}-answered`;
    project.apply([{ after: { ...door, id: answered } }, { before: way, after: { ...way, sourceid: answered } }, { before: door }]);
    renameRecords([[door.id, answered]]);
    const shown = withPresentRows(before, project);
    expect(shown.rows.map(({ key }) => key)).toEqual(before.rows.map(({ key }) => key));
    expect(shown.rows.map(({ id }) => id).slice(0, 2)).toEqual([answered, answered]);
    for (const each of [before, shown]) expect(look(everything, each).rows).toEqual(shown.rows);
    expect(withPresentRows(shown, project)).toBe(shown);
    const [, first] = generateSheetRows(project, shown.rows, ['en']);
    expect(first?.[0]).toBe(`${answered}/title`);
  });

  test('a cell is missing, the same as its base, or written', () => {
    const { rows, project, look } = translated();
    const { locales } = project.projectRecord;
    const states = rows().map((row) => [...translationStates(recordOfRow(project, row), row.field, locales, locales)].join(' '));
    expect(states).toEqual(['written written', 'written missing', 'written missing', 'written same', 'written same']);
    expect(look().progress).toEqual([
      { iso: 'en', done: 5, changed: 0, all: 5 },
      { iso: 'de', done: 3, changed: 0, all: 5 },
    ]);
  });

  test('one whose source has changed is marked, counted and found, until it is written again', () => {
    const { project, look, everything, send, door, maren } = translated();
    const { locales } = project.projectRecord;
    const changed = () => look({ ...everything, status: 'changed' }).rows.map(({ id, field }) => `${id} ${field}`);
    send({ do: 'change', kind: 'element', id: door.id, fields: { title: { en: '<p>Gate</p>' } } });
    send({ do: 'change', kind: 'component', id: maren.id, fields: { name: { en: 'Mary' } } });
    expect([...translationStates(project.find('element', door.id), 'title', locales, locales)]).toEqual(['written', 'changed']);
    expect(changed()).toEqual([`${door.id} title`, `${maren.id} name`]);
    expect(look().progress[1]).toEqual({ iso: 'de', done: 3, changed: 2, all: 5 });
    send({ do: 'change', kind: 'element', id: door.id, fields: { title: { de: '<p>Tor</p>' } } });
    expect(changed()).toEqual([`${maren.id} name`]);
    expect(look({ ...everything, status: 'changed', isos: ['en'] }).rows).toEqual([]);
  });

  test('are filtered by state, place and words; missing ones come first', () => {
    const { look, everything, door, way, end, maren, board, send } = translated();
    const ask = (asked: Partial<TranslationQuery>) => look({ ...everything, ...asked }).rows.map(({ id, field }) => `${id} ${field}`);
    expect(ask({ status: 'missing' })).toEqual([`${door.id} content`, `${way.id} label`]);
    expect(ask({ status: 'missing', isos: ['en'] })).toEqual([]);
    expect(ask({ status: 'same' })).toEqual([`${end.id} title`, `${maren.id} name`]);
    expect(ask({ scope: componentsScope })).toEqual([`${maren.id} name`]);
    expect(ask({ scope: board })).toHaveLength(4);
    expect(ask({ text: 'tür' })).toEqual([`${door.id} title`]);
    expect(ask({ missingFirst: true }).slice(0, 2)).toEqual([`${door.id} content`, `${way.id} label`]);
    send({ do: 'change', kind: 'component', id: maren.id, fields: { status: { de: 'final' } } });
    expect(ask({ status: 'open' })).not.toContain(`${maren.id} name`);
  });
});

test('edited rows stay in place until the filter changes; deleted ones disappear, and new ones and those that are brought back follow', () => {
  const { look, everything, send, build, engine, hash, door, way } = translated();
  const query: TranslationQuery = { ...everything, status: 'missing' };
  const before = look(query);
  send({ do: 'change', kind: 'element', id: door.id, fields: { content: { de: '<p>Mach auf.</p>' } } });
  expect(look(query, before).rows).toEqual(before.rows);
  expect(look({ ...query }, before).rows.map(({ id }) => id)).toEqual([way.id]);
  send({ do: 'remove', kind: 'connection', id: way.id });
  const without = look(query, before);
  expect(without.rows.map(({ id }) => id)).toEqual([door.id]);
  engine.undo(hash);
  build('element', { title: { en: '<p>Gate</p>', de: '<p>Tor</p>' } });
  const gate = build('element', { title: { en: '<p>Yard</p>' } });
  expect(look(query, without).rows.map(({ id }) => id)).toEqual([door.id, way.id, gate.id]);
});

describe('a table file', () => {
  test('what is exported changes nothing when it is imported', () => {
    const { project, rows, read } = translated();
    const table = [...generateSheetRows(project, rows(), ['en', 'de'])];
    expect(table[0]).toEqual(['Key', 'Where', 'What', 'en', 'de', 'Status de']);
    expect(table[3]?.slice(3)).toEqual(["'=Go", '', 'Missing']);
    expect(read(table)).toEqual({ changes: [], errors: [], unchangedCount: 8, emptyCount: 2, undeclaredEncoding: null });
  });

  test('the status of each translation is for readers, and is not imported', () => {
    const { project, rows, read, send, door } = translated();
    send({ do: 'change', kind: 'element', id: door.id, fields: { title: { en: '<p>Gate</p>' } } });
    const table = [...generateSheetRows(project, rows(), ['en', 'de'])];
    expect(table.map((row) => row[5])).toEqual([
      'Status de',
      'Source changed since translation',
      'Missing',
      'Missing',
      'Same as source',
      'Same as source',
    ]);
    const changed = table.map((row, at) => row.with(5, at === 0 ? 'status DE' : 'Translated'));
    expect(read(changed)).toMatchObject({ changes: [], errors: [] });
  });

  test('differences become one command, one step, and nothing else changes', () => {
    const { project, read, send, door, maren } = translated();
    const found = read([
      ['de', 'Key'],
      ['Die Tür', `${door.id}/title`],
      ['Mach auf.\nSchnell!', `${door.id}/content`],
      ['Maren von der Insel', `${maren.id}/name`],
    ]);
    expect(found.errors).toEqual([]);
    const command = createImportCommand(found.changes);
    if (!command) throw new Error('no command');
    const before = project.find('element', door.id)?.title.en;
    send(command);
    expect(project.find('element', door.id)?.title).toEqual({ en: before, de: { text: '<p>Die Tür</p>' } });
    expect(project.find('element', door.id)?.content.de).toEqual({ text: '<p>Mach auf.</p><p>Schnell!</p>' });
    expect(project.find('component', maren.id)?.name.de).toEqual({ text: 'Maren von der Insel' });
    expect(
      read([
        ['Key', 'de'],
        [`${door.id}/title`, 'Die Tür'],
      ]).changes,
    ).toEqual([]);
  });

  test('every error is reported with its row, and the rest is imported', () => {
    const { read, door, end } = translated();
    const { errors, changes } = read([
      ['Key', 'de', 'fr'],
      [`${door.id}/title`, '<p>Die Tür'],
      ['nobody/title', 'x'],
      ['', 'x'],
      [`${end.id}/title`, 'Ende'],
      [`${end.id}/title`, 'Schluss'],
    ]);
    expect(errors.map(({ line, column }) => [line, column])).toEqual([
      [null, 'fr'],
      [2, 'de'],
      [3, null],
      [4, null],
      [6, null],
    ]);
    expect(changes.map(({ after }) => after)).toEqual(['<p>Ende</p>']);
    expect(read([['Schlüssel', 'de']]).errors).toHaveLength(1);
    expect(read([['Key']]).errors).toHaveLength(1);
    expect(read([]).errors).toHaveLength(1);
  });

  test('of two columns of one language the first is read, and the other reported', () => {
    const { read, door } = translated();
    const found = read([
      ['Key', 'de', 'de '],
      [`${door.id}/title`, 'Pforte', 'Tor'],
    ]);
    expect(found.errors.map(({ line, column }) => [line, column])).toEqual([[null, 'C']]);
    expect(found.changes.map(({ after }) => after)).toEqual(['<p>Pforte</p>']);
  });

  test('empty cells are skipped unless they are to clear texts', () => {
    const { read, door } = translated();
    const table = [
      ['Key', 'de'],
      [`${door.id}/title`, ''],
    ];
    expect(read(table)).toMatchObject({ changes: [], emptyCount: 1 });
    expect(read(table, true).changes).toMatchObject([{ iso: 'de', before: '<p>Tür</p>', after: null }]);
  });

  test('the row of the column names is found below titles and other rows', () => {
    const { read, door } = translated();
    const found = read([['Our story', 'Key'], [], ['de', ' KEY '], ['Die Tür', `${door.id}/title`]]);
    expect(found).toMatchObject({ errors: [], changes: [{ iso: 'de', after: '<p>Die Tür</p>' }] });
  });

  test('a cell with an error or without a text of its own is reported by its place; it is neither a translation nor empty', () => {
    const { read, door, end, maren } = translated();
    const table = [
      ['Key', 'de'],
      [`${door.id}/title`, '#NAME?'],
      [`${end.id}/title`, message('translations.faults.notTextCell')],
      [`${maren.id}/name`, '#NV'],
      [message('translations.faults.noResult'), 'x'],
    ];
    for (const clearsEmptyCells of [false, true]) {
      const found = read(table, clearsEmptyCells);
      expect(found).toMatchObject({ changes: [], emptyCount: 0, unchangedCount: 0 });
      expect(found.errors.map(({ line, column }) => [line, column])).toEqual([
        [2, 'de'],
        [3, 'de'],
        [4, 'de'],
        [5, 'Key'],
      ]);
    }
  });

  test('a story whose texts look like errors is exported and imported without a change', () => {
    const { project, rows, read, send, door } = translated();
    send({ do: 'change', kind: 'element', id: door.id, fields: { title: { de: '<p>#REF!</p>' } } });
    expect(read([...generateSheetRows(project, rows(), ['en', 'de'])])).toMatchObject({ changes: [], errors: [], unchangedCount: 8 });
  });

  test('only a file that was compared with the story and is equal to it has no changes', () => {
    const { read, door, project, rows } = translated();
    const outcome = (table: NumberedTable['table']) => importOutcome(read(table));
    expect(outcome([...generateSheetRows(project, rows(), ['en', 'de'])])).toBe('same');
    for (const table of [
      [],
      [['Schlüssel', 'de']],
      [['Key', 'de']],
      [['Key'], [`${door.id}/title`]],
      [
        ['Key', 'de'],
        ['nobody/title', 'x'],
      ],
    ])
      expect(outcome(table), JSON.stringify(table)).toBe('unread');
    expect(read([['Key', 'de']]).errors).toHaveLength(1);
    expect(
      outcome([
        ['Key', 'de'],
        [`${door.id}/title`, '#REF!'],
      ]),
    ).toBe('unread');
    expect(
      outcome([
        ['Key', 'en', 'de'],
        [`${door.id}/title`, 'Door', '#REF!'],
      ]),
    ).toBe('someUnread');
    expect(
      outcome([
        ['Key', 'en', 'de'],
        [`${door.id}/title`, 'Gate', '#REF!'],
      ]),
    ).toBe('changes');
  });
});
