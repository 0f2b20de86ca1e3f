/**
 * Tables without a stated encoding, as Excel writes “CSV” in the code page of Windows or of a Mac: they are read in the encoding in which their texts are those of
 * the story, and refused where nothing shows which one that is.
 */
import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../../renderer/features/translations/csv.ts';
import { createSheetImport, importSheet } from '../../../../renderer/features/translations/translation-sheet.ts';
import { projectRecordId } from '../../../../shared/model/kinds/project.ts';
import { Project } from '../../../../shared/model/project.ts';
import { record } from '../../../story-records.ts';

type Texts = Readonly<Record<string, string>>;

/** A story in the languages of its texts, of which the first is the main one. */
function storyOf(...texts: readonly Texts[]): Project {
  const locales = Object.keys(texts[0] ?? {}).map((iso, at, all) => ({ iso, name: iso, base: at === 0 ? null : (all[0] ?? null) }));
  return new Project([
    record('project', projectRecordId, { name: 'Test', locales, roots: { board: 'root', component: 'c', asset: 'a', variable: 'v' } }),
    record('board', 'root', { parentId: null, type: 'folder', name: 'Root' }),
    record('board', 'board', { parentId: 'root', name: 'Board' }),
    ...texts.map((each, at) => {
      const title = Object.fromEntries(Object.entries(each).map(([iso, text]) => [iso, { text: `<p>${text}</p>` }]));
      return record('element', `e${at + 1}`, { boardId: 'board', x: 0, y: 0, title });
    }),
  ]);
}

/** The characters of an encoding, which TextDecoder can only decode. */
function bytesByCharacter(encoding: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  const add = (...bytes: number[]) => {
    const text = new TextDecoder(encoding).decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\uFFFD' && !found.has(text)) found.set(text, bytes);
  };
  for (let first = 0; first < 256; first++) add(first);
  for (let first = 0x81; first < 255; first++) for (let second = 0x40; second < 255; second++) add(first, second);
  return found;
}

function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const bytes = bytesByCharacter(encoding);
  return Uint8Array.from([...text].flatMap((character) => bytes.get(character) ?? [0x3f]));
}

type Layout = (rows: readonly (readonly string[])[]) => string;
const quoted = (rows: readonly (readonly string[])[], separator: string) =>
  rows.map((cells) => cells.map((cell) => (/[",;\t\n]/.test(cell) ? `"${cell}"` : cell)).join(separator)).join('\r\n');
const semicolons: Layout = (rows) => quoted(rows, ';');
const layouts: Readonly<Record<string, Layout>> = {
  commas: (rows) => quoted(rows, ','),
  semicolons,
  tabs: (rows) => quoted(rows, '\t'),
  'sep= and a title': (rows) => `sep=;\r\nTable of texts;;;\r\n${semicolons(rows)}`,
};

/** The table of a story, with the changed texts `changes` by row and language. */
function tableOf(project: Project, changes: Readonly<Record<string, string>>, layout: Layout = semicolons): string {
  const isos = project.projectRecord.locales.map(({ iso }) => iso);
  const rows = project.childIds('board', 'elements').map((id) => {
    const title = project.find('element', id)?.title;
    return [`${id}/title`, ...isos.map((iso) => changes[`${id} ${iso}`] ?? title?.[iso]?.text?.replace(/<\/?p>/g, '') ?? '')];
  });
  return layout([['Key', ...isos], ...rows]);
}

/** The changed texts, the name of the encoding, and the reasons why texts are not read. */
function importOf(project: Project, bytes: Uint8Array) {
  const read = createSheetImport();
  for (const _ of importSheet(project, readCsv(bytes), { clearsEmptyCells: false }, read));
  return {
    changes: read.changes.map(({ row, iso, after }) => `${row.id} ${iso}: ${after?.replace(/<\/?p>/g, '')}`),
    encoding: read.undeclaredEncoding,
    errors: read.errors.map(({ message }) => message),
  };
}

const refused = { changes: [], encoding: null, errors: [expect.stringContaining('UTF-8')] };

describe.each(Object.entries(layouts))('a table with %s', (_, layout) => {
  test.each<[encoding: string, name: string, story: Project, change: string]>([
    ['windows-1252', 'Windows-1252', storyOf({ en: 'Greetings', de: 'Schöne Grüße' }, { en: 'Gate', de: 'Tor' }), 'Törchen, „groß“; 5 €'],
    ['macintosh', 'MacRoman', storyOf({ en: 'Greetings', de: 'Schöne Grüße' }, { en: 'Gate', de: 'Tor' }), 'Törchen'],
    ['shift_jis', 'Shift_JIS', storyOf({ ja: '勇者の表示ソ', en: 'Hero' }, { ja: '門', en: 'Gate' }), 'Gate ～ 能表ﾃｽﾄ'],
    ['gbk', 'GBK', storyOf({ 'zh-CN': '勇敢的人', en: 'Hero' }, { 'zh-CN': '门', en: 'Gate' }), '大门'],
    ['big5', 'Big5', storyOf({ en: 'Hero', 'zh-TW': '勇敢的人功' }, { en: 'Gate', 'zh-TW': '門' }), '大門功'],
    ['euc-kr', 'EUC-KR', storyOf({ en: 'Hero', ko: '용감한 사람' }, { en: 'Gate', ko: '문' }), '대문'],
    ['windows-1251', 'Windows-1251', storyOf({ en: 'Hero', ru: 'Герой' }, { en: 'Gate', ru: 'Врата' }), 'Ворота'],
    ['windows-1250', 'Windows-1250', storyOf({ en: 'Hero', pl: 'Zażółć gęślą jaźń' }, { en: 'Gate', pl: 'Brama' }), 'Łąka'],
  ])('in %s is read', (encoding, name, project, change) => {
    const iso = project.projectRecord.locales[1]?.iso ?? '';
    const bytes = encode(tableOf(project, { [`e2 ${iso}`]: change }, layout), encoding);
    expect(importOf(project, bytes)).toEqual({ changes: [`e2 ${iso}: ${change}`], encoding: name, errors: [] });
  });
});

describe('a language whose letters the encoding does not have', () => {
  const story = storyOf({ de: 'Grüße', ja: '挨拶', pl: 'Witaj' }, { de: 'Tor', ja: '', pl: 'Łąka' });
  /** As Excel saves it in Germany. */
  const saved = (changes: Readonly<Record<string, string>>) => importOf(story, encode(tableOf(story, changes), 'windows-1252'));

  test('keeps its texts, and the others are imported', () => {
    const { changes, errors } = saved({ 'e2 de': 'Törchen', 'e1 ja': '??', 'e2 ja': '?', 'e2 pl': 'Laka' });
    expect(changes).toEqual(['e2 de: Törchen']);
    // The text with question marks, and one error for each column with other changes.
    expect(errors).toEqual([
      expect.stringContaining('question marks'),
      expect.stringContaining('Windows-1252 doesn’t have all letters'),
      expect.stringContaining('Windows-1252 doesn’t have all letters'),
    ]);
  });

  test('has no error where nothing of it has changed', () => {
    expect(saved({ 'e1 ja': '', 'e2 pl': '' })).toEqual({ changes: [], encoding: 'Windows-1252', errors: [] });
  });

  test('is named also where the file is plain ASCII, if question marks are all that has changed', () => {
    const ascii = tableOf(story, { 'e1 de': 'Gr??e', 'e1 ja': '??', 'e2 pl': '??ka' });
    expect(importOf(story, encode(ascii, 'utf-8'))).toEqual({
      changes: [],
      encoding: null,
      errors: Array(3).fill(expect.stringContaining('question marks')),
    });
  });
});

test('a question mark that a writer has put in place of an ellipsis, or of a full-width one, is a change', () => {
  const story = storyOf({ de: 'Wirklich…', ja: '本当？' });
  const changes = { 'e1 de': 'Wirklich?', 'e1 ja': '本当?' };
  expect(importOf(story, encode(tableOf(story, changes), 'utf-8'))).toEqual({
    changes: ['e1 de: Wirklich?', 'e1 ja: 本当?'],
    encoding: null,
    errors: [],
  });
});

describe('a text that is valid UTF-8 by chance', () => {
  /** In GBK, the bytes of “你” are no UTF-8, and those of “懂” are “¶®”. */
  const story = storyOf({ 'zh-CN': '勇敢的人', en: 'Hero' }, { 'zh-CN': '你好', en: 'You' }, { 'zh-CN': '门', en: 'Gate' });

  test('is reported if it is new, and the others are imported', () => {
    const chance = [...bytesByCharacter('gbk')].filter(([character, bytes]) => {
      if (!/\p{Script=Han}/u.test(character) || bytes.length !== 2) return false;
      return !new TextDecoder().decode(Uint8Array.from(bytes)).includes('\uFFFD');
    });
    expect(chance.length).toBeGreaterThan(20);
    for (const [text] of chance.slice(0, 20)) {
      const read = importOf(story, encode(tableOf(story, { 'e3 zh-CN': text, 'e2 en': 'You all' }), 'gbk'));
      expect(read).toEqual({ changes: ['e2 en: You all'], encoding: 'GBK', errors: [expect.stringContaining('GBK or in UTF-8')] });
    }
  });
});

test('what is not imported may be read differently in several encodings', () => {
  // ü and ß are the same in both; à of the one is ŕ of the other.
  const polish = storyOf({ de: 'Grüße', pl: 'Brama' }, { de: 'Tor', pl: 'Brama' });
  const table = tableOf(polish, { 'e2 de': 'Törchen' });
  const withNotes = table.split('\r\n').map((line, at) => `${line};${at === 0 ? 'Where' : 'Voilà'}`);
  expect(importOf(polish, encode(withNotes.join('\r\n'), 'windows-1252'))).toMatchObject({ changes: ['e2 de: Törchen'], errors: [] });
});

describe('a table that is not read', () => {
  const german = storyOf({ en: 'Greetings', de: 'Grüße' }, { en: 'Gate', de: 'Tor' }, { en: 'Bridge', de: 'Brücke' });
  const changed = (changes: Readonly<Record<string, string>>, encoding = 'windows-1252') => encode(tableOf(german, changes), encoding);

  test('has no text of the story beyond ASCII', () => {
    expect(importOf(german, changed({ 'e1 de': 'Viele Grüße', 'e3 de': 'Die Brücke' }))).toEqual(refused);
  });

  test('is in an encoding of another language', () => {
    expect(importOf(german, changed({}, 'gbk'))).toEqual(refused);
  });

  test.each([1, 2, 3])('is damaged UTF-8, with half a character in row %i', (row) => {
    const [head = '', ...lines] = tableOf(german, {}).split('\r\n');
    const bytes = [head, ...lines].flatMap((line, at) => [...encode(line, 'utf-8'), ...(at === row ? [0xc3] : []), 0x0d, 0x0a]);
    expect(importOf(german, Uint8Array.from(bytes))).toEqual(refused);
  });

  test('is UTF-8 in which a text of another encoding was inserted, whether the others are those of the story or not', () => {
    for (const bridge of ['Brücke', 'Die schöne Brücke']) {
      const lines = tableOf(german, { 'e3 de': bridge }).split('\r\n');
      const bytes = lines.flatMap((line, at) => [...encode(line, at === 1 ? 'windows-1252' : 'utf-8'), 0x0d, 0x0a]);
      expect(importOf(german, Uint8Array.from(bytes))).toEqual(refused);
    }
  });

  test('states UTF-8 and is damaged, or has no key', () => {
    const marked = Uint8Array.from([0xef, 0xbb, 0xbf, ...changed({})]);
    expect(() => readCsv(marked)).toThrow(/UTF-8/);
    expect(() => readCsv(encode('Grüße;Brücke', 'windows-1252'))).toThrow(/UTF-8/);
  });

  test('fits two encodings that read other texts, unless its other texts decide', () => {
    // ü and ß are the same in both; à of the one is ŕ of the other.
    const polish = storyOf({ de: 'Grüße', pl: 'Brama' }, { de: 'Tor', pl: 'Brama' });
    const text = tableOf(polish, { 'e2 de': 'à' });
    expect(importOf(polish, encode(text, 'windows-1252'))).toEqual(refused);
    expect(importOf(polish, encode(tableOf(polish, { 'e2 de': 'Törchen' }), 'windows-1252'))).toMatchObject({
      changes: ['e2 de: Törchen'],
    });
    const french = storyOf({ fr: 'voilà', pl: 'Brama' }, { fr: 'Tor', pl: 'Brama' });
    const read = importOf(french, encode(tableOf(french, { 'e2 fr': 'à' }), 'windows-1252'));
    expect(read).toMatchObject({ changes: ['e2 fr: à'], encoding: 'Windows-1252' });
  });

  test('is a text of one encoding with bytes that it does not have', () => {
    const bytes = changed({ 'e2 de': 'T?r' });
    const damaged = bytes.map((byte) => (byte === 0x3f ? 0x81 : byte));
    expect(importOf(german, damaged)).toEqual(refused);
  });
});
