/** [Exports] The recording and translation script: its order, its words, its counts, and the way back through the import of translations. */
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { DocumentOptions } from '../../../main/exporters/document-format.ts';
import { writeDocumentInThread } from '../../../main/exporters/document-thread.ts';
import { describeConditionScript } from '../../../main/exporters/script-document/condition-words.ts';
import { scriptDocument } from '../../../main/exporters/script-document/script-document.ts';
import { listScenes } from '../../../main/exporters/script-document/story-scenes.ts';
import { readXlsx } from '../../../renderer/features/translations/read-xlsx.ts';
import { createSheetImport, importSheet } from '../../../renderer/features/translations/translation-sheet.ts';
import { loadTranslator } from '../../../shared/load-translator.ts';
import { english } from '../../../shared/messages/english.ts';
import type { LanguageId } from '../../../shared/messages/languages.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { StoryBuilder } from './build-project.ts';
import { everything } from './everything.ts';

const everyone: DocumentOptions = { locales: ['en'], boardIds: [], componentIds: [], translator: english };

/** Two languages; the start is on the second board and leads by a branch to the first one, and to an element behind it on its own. */
function castle() {
  const story = new StoryBuilder({
    name: 'Castle',
    locales: [
      { iso: 'en', name: 'English', base: null },
      { iso: 'de', name: 'Deutsch', base: 'en' },
    ],
  });
  const knight = story.component('Knight');
  const cook = story.component('Cook');
  const [hall, gate] = [story.board('Hall'), story.board('Gate')];
  const element = (board: string, title: string, en: string, de: string | null = null) =>
    story.element(board, null, { title: { en: { text: `<p>${title}</p>` } }, content: { en: { text: en }, de: { text: de } } });
  const lost = element(gate, 'Lost', '<p>Nobody comes here.</p>');
  const feast = element(hall, 'Feast', '<p>Eat.</p><p>Drink, my friend.</p>', '<p>Iss.</p><p>Trink, mein Freund.</p>');
  const start = element(
    gate,
    'Arrival',
    '<p>=Who goes there?</p><pre><code>if gold &gt; 3</code></pre><p>A <b>rich</b> man!</p><pre><code>endif</code></pre>',
    '<p>Wer da?</p>',
  );
  const camp = element(gate, 'Camp', '<p>Sleep.</p>');
  const speaks = (elementId: string, componentId: string) => story.add('componentAttachment', { elementId, componentId });
  speaks(start, knight);
  speaks(feast, cook);
  story.add('variable', { name: 'gold', type: 'integer', value: 0 });
  const { branch, conditions } = story.branch(gate, ['gold &gt; 3 and not tired']);
  story.add('variable', { name: 'tired', type: 'boolean', value: false });
  const enter = story.connect(start, branch, { label: { en: { text: '<p>Enter</p>' }, de: { text: '<p>Eintreten</p>' } } });
  const rich = story.connect(conditions[0] ?? '', feast, { label: { en: { text: '<p>Show your gold</p>' } } });
  const poor = story.connect(conditions[1] ?? '', camp);
  story.start(start);
  return { story, project: story.project(), ids: { start, feast, camp, lost, enter, rich, poor, knight, cook, hall, gate } };
}

/** An element with a text in English and Japanese. */
function castleInJapanese() {
  const story = new StoryBuilder({
    name: 'Castle',
    locales: [
      { iso: 'en', name: 'English', base: null },
      { iso: 'ja', name: '日本語', base: 'en' },
    ],
  });
  const content = { en: { text: '<p>Who goes there?</p>' }, ja: { text: '<p>そこの者。</p><p>名を名乗れ！！</p>' } };
  story.start(story.element(story.board('Gate'), null, { content }));
  return { project: story.project() };
}

const workbookRows = async (project: Project, options: Partial<DocumentOptions> = {}) =>
  readTexts((await scriptDocument.files['.xlsx']?.(project, { ...everyone, ...options })) ?? new Uint8Array());

/** No cell that Taleport writes has a reason instead of a text. */
function readTexts(bytes: Uint8Array) {
  const { table, rows } = readXlsx(bytes);
  return { table: table.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : `(${cell.key})`))), rows };
}

/** The text of a Word document, a line for each paragraph. */
async function documentText(project: Project, options: Partial<DocumentOptions> = {}): Promise<string> {
  return readDocument((await scriptDocument.files['.docx']?.(project, { ...everyone, ...options })) ?? new Uint8Array());
}

const readDocumentXml = (bytes: Uint8Array): string => strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());

function readDocument(bytes: Uint8Array): string {
  return readDocumentXml(bytes)
    .replace(/<\/w:p>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&gt;', '>');
}

test('[Exports] a document is written in a thread, with the same content; one that cannot be written is the same problem', async () => {
  const { project, ids } = castle();
  const task = {
    format: 'script',
    extension: '.xlsx',
    language: 'en',
    options: { locales: ['en', 'de'], boardIds: [], componentIds: [] },
  } as const;
  const direct = await workbookRows(project, task.options);
  expect(readTexts(await writeDocumentInThread(project, task))).toEqual(direct);
  const element = project.get(ids.start);
  if (!element) throw new Error('no element');
  project.apply([{ before: element, after: { ...element, content: { en: { text: `<p>${'long '.repeat(10_000)}</p>` } } } }]);
  await expect(writeDocumentInThread(project, task)).rejects.toMatchObject({
    code: 'invalid',
    text: {
      key: 'problem.document.tooLong',
      params: { count: 1, maximum: 32_767, texts: [{ key: 'problem.document.longText', params: { title: 'Arrival', board: 'Gate' } }] },
    },
  });
  const word = { format: 'script', extension: '.docx', language: 'de', options: everyone } as const;
  const { translator: _translator, ...options } = word.options;
  expect(readDocument(await writeDocumentInThread(project, { ...word, options }))).toMatch(
    /Zeilen und Wörter[\s\S]*Falls gilt: gold ist größer als 3/,
  );
});

describe('[Exports] the scenes of a script', () => {
  test('are the boards in the order in which a player reaches them, and in each the elements; what cannot be reached is last', () => {
    const { project, ids } = castle();
    const order = listScenes(project, everyone).map(({ boardId, elements }) => [boardId, elements.map(({ id }) => id)]);
    expect(order).toEqual([
      [ids.gate, [ids.start, ids.camp, ids.lost]],
      [ids.hall, [ids.feast]],
    ]);
  });

  test('contain each text of each element and connection once, in any story', () => {
    const project = everything().project();
    const keys = listScenes(project, everyone).flatMap(({ elements }) =>
      elements.flatMap(({ id, choices }) => [id, ...choices.map(({ key }) => key)]),
    );
    expect(new Set(keys).size).toBe(keys.length);
    for (const { id } of project.recordsOfKind('element')) expect(keys).toContain(id);
  });

  test('[G21] an empty paragraph is no text: it has no row and is no choice', async () => {
    const { story, ids } = castle();
    const pause = story.element(ids.gate, null, { title: { en: { text: '<p></p>' } }, content: { en: { text: '<p></p>' } } });
    const silent = story.connect(pause, ids.camp, { label: { en: { text: '<p></p>' } } });
    const keys = (await workbookRows(story.project())).table.map(([key]) => key);
    expect(keys.filter((key) => key?.startsWith(pause) || key?.startsWith(silent))).toEqual([]);
    expect(await documentText(story.project())).not.toContain(`${silent}/label`);
  });

  test('are limited to boards, and to the elements of components', () => {
    const { project, ids } = castle();
    const elementsOf = (options: Partial<DocumentOptions>) =>
      listScenes(project, { ...everyone, ...options }).flatMap(({ elements }) => elements.map(({ id }) => id));
    expect(elementsOf({ boardIds: [ids.hall] })).toEqual([ids.feast]);
    expect(elementsOf({ componentIds: [ids.cook, ids.knight] })).toEqual([ids.start, ids.feast]);
    expect(elementsOf({ componentIds: [ids.knight] })).toEqual([ids.start]);
  });
});

describe('[Exports] conditions in words', () => {
  const story = new StoryBuilder({ name: 'Castle' });
  const gate = story.element(story.board('Hall'), null, { title: { en: { text: '<p>The gate</p>' } } });
  const initialValues = { gold: 0, trust: 0.5, name: '', torch: false, a: false, b: false };
  const types = { gold: 'integer', trust: 'float', name: 'string', torch: 'boolean', a: 'boolean', b: 'boolean' } as const;
  for (const name of ['gold', 'trust', 'name', 'torch', 'a', 'b'] as const)
    story.add('variable', { name, type: types[name], value: initialValues[name] });
  const project = story.project();
  const mention = `<span class="mention-element mention" data-id="${gate}" data-label="Old gate" data-type="element">gate</span>`;
  const wordsOf = async (script: string, language: LanguageId = 'en') => {
    const condition = describeConditionScript(project, script);
    return condition && (await loadTranslator(language)).t(condition);
  };

  test.each([
    ['torch', 'torch is true'],
    ['not torch', 'torch is not true'],
    ['not not torch', 'torch is true'],
    ['gold &gt;= 3 and name == "Ann"', 'gold is at least 3 and name is “Ann”'],
    ['a and (b or not (gold &lt; 2))', 'a is true and (b is true or gold is at least 2)'],
    ['not (a or b)', 'not (a is true or b is true)'],
    ['knight.trust + 1 != -2', 'knight.trust + 1 is not -2'],
    ['visits() &lt;= max(1, 2)', 'the number of visits is at most max(1, 2)'],
    ['random() &gt; 0.5', 'random() is more than 0.5'],
    ['gold = 3', 'gold = 3'],
    ['gold', 'gold is more than 0'],
    ['not gold', 'gold is at most 0'],
    ['-trust', '-trust is more than 0'],
    ['gold - 1', 'gold - 1 is more than 0'],
    ['-(gold + 1) * 2 == gold - (3 - 1)', '-(gold + 1) * 2 is gold - (3 - 1)'],
    ['name', 'name is not empty'],
    ['not name', 'name is empty'],
    ['not true', 'false'],
    ['a == not b', 'a is (b is not true)'],
    [`visits(${mention})`, 'The gate was visited'],
    [`not visits(${mention})`, 'The gate was not visited'],
    [`visits(${mention}) == 0 or visits() &gt;= 1`, 'The gate was not visited or this element was visited'],
    [`not (visits(${mention}) &gt; 0)`, 'The gate was not visited'],
    [`visits(${mention}) &gt; 2`, 'the number of visits to The gate is more than 2'],
  ])('%s', async (script, words) => {
    expect(await wordsOf(script)).toBe(words);
  });

  test.each([
    [`visits(${mention})`, 'The gate wurde besucht', 'The gateを訪問済み'],
    ['not visits()', 'dieses Element wurde nicht besucht', 'この要素を未訪問'],
    ['not name and gold', 'name ist leer und gold ist größer als 0', 'nameが空かつgoldが0より大きい'],
    ['not not name', 'name ist nicht leer', 'nameが空ではない'],
  ])('in German and Japanese: %s', async (script, german, japanese) => {
    expect([await wordsOf(script, 'de'), await wordsOf(script, 'ja')]).toEqual([german, japanese]);
  });
});

const sumOf = (table: readonly (readonly string[])[], column: number) =>
  table.slice(1, -1).reduce((sum, row) => sum + Number(row[column]), 0);

describe('[Exports] the workbook of a script', () => {
  test('has a row for each text: where it is, who speaks, when, in which languages, with how many words', async () => {
    const { project, ids } = castle();
    const { table } = await workbookRows(project, { locales: ['en', 'de'] });
    expect(table[0]).toEqual([
      'Key',
      'Where',
      'What',
      'Title',
      'Speaker',
      'Condition',
      'en',
      'de',
      'Lines en',
      'Words en',
      'Lines de',
      'Words de',
    ]);
    const row = (key: string) => table.find(([each]) => each === key);
    expect(row(`${ids.feast}/content`)).toEqual([
      ...[`${ids.feast}/content`, 'Hall', 'content', 'Feast', 'Cook', 'If gold is more than 3 and tired is not true'],
      ...['Eat.\nDrink, my friend.', 'Iss.\nTrink, mein Freund.', '2', '4', '2', '4'],
    ]);
    expect(row(`${ids.rich}/label`)?.slice(4, 7)).toEqual(['', 'If gold is more than 3 and tired is not true', 'Show your gold']);
    expect(row(`${ids.start}/content`)?.[5]).toBe('If gold is more than 3');
    expect(row(`${ids.camp}/content`)?.[5]).toBe('Otherwise');
    expect(table.at(-1)).toEqual(['Total', '', '', '', '', '', '', '', ...[8, 9, 10, 11].map((column) => String(sumOf(table, column)))]);
  });

  test('counts a Japanese text in characters, and is read back as before', async () => {
    const { project } = castleInJapanese();
    const sheet = await workbookRows(project, { locales: ['en', 'ja'] });
    expect(sheet.table[0]?.slice(-4)).toEqual(['Lines en', 'Words en', 'Lines ja', 'Characters ja']);
    expect(sheet.table.at(-1)?.slice(-4)).toEqual(['2', '4', '2', '12']);
    const result = createSheetImport();
    for (const _ of importSheet(project, sheet, { clearsEmptyCells: false }, result));
    expect([result.changes, result.errors]).toEqual([[], []]);
    expect((await documentText(project, { locales: ['ja'] })).replaceAll(/\s*\n\s*/g, ' ')).toContain(
      'Lines and characters Speaker Lines (日本語) Characters (日本語) No speaker 2 12 Total 2 12',
    );
    expect(await documentText(project, { locales: ['en', 'ja'] })).toContain('Lines, words and characters');
  });

  test('a text is marked with its language in Word, and runs from right to left where that does', async () => {
    const story = new StoryBuilder({
      name: 'Castle',
      locales: [
        { iso: 'en', name: 'English', base: null },
        { iso: 'ar', name: 'العربية', base: 'en' },
      ],
    });
    const content = { en: { text: '<p>Who goes there?</p>' }, ar: { text: '<p>من هناك؟</p>' } };
    story.start(story.element(story.board('Gate'), null, { content }));
    const options = { ...everyone, locales: ['en', 'ar'] };
    const xml = readDocumentXml((await scriptDocument.files['.docx']?.(story.project(), options)) ?? new Uint8Array());
    const paragraphWith = (words: string) => xml.split('<w:p>').find((each) => each.includes(words)) ?? '';
    expect(paragraphWith('من هناك؟')).toMatch(/<w:bidi\/>.*<w:rtl\/>.*<w:lang [^>]*w:bidi="ar"/);
    expect(paragraphWith('Who goes there?')).toContain('<w:lang w:val="en"');
    expect(paragraphWith('Who goes there?')).not.toMatch(/<w:bidi\/>|<w:rtl\/>/);
  });

  test('comes back through the import of translations: unchanged it changes nothing, and a new cell is a translation', async () => {
    const { project, ids } = castle();
    const sheet = await workbookRows(project, { locales: ['en', 'de'] });
    const read = (table: readonly (readonly string[])[]) => {
      const result = createSheetImport();
      for (const _ of importSheet(project, { ...sheet, table }, { clearsEmptyCells: false }, result));
      return result;
    };
    expect(read(sheet.table)).toMatchObject({ changes: [], errors: [] });
    const translated = sheet.table.map((row) => (row[0] === `${ids.rich}/label` ? row.with(7, 'Zeig dein Gold') : row));
    expect(read(translated)).toMatchObject({
      errors: [],
      changes: [{ iso: 'de', before: null, after: '<p>Zeig dein Gold</p>', row: { id: ids.rich, field: 'label' } }],
    });
  });

  test('is read back without a change in a story with every kind of text', async () => {
    const project = everything().project();
    const sheet = await workbookRows(project, { locales: project.projectRecord.locales.map(({ iso }) => iso) });
    const result = createSheetImport();
    for (const _ of importSheet(project, sheet, { clearsEmptyCells: false }, result));
    expect([result.changes, result.errors]).toEqual([[], []]);
    expect(result.unchangedCount).toBeGreaterThan(0);
  });
});

describe('[Exports] the Word document of a script', () => {
  test('begins with the lines and words of each speaker, and tells the story with its conditions', async () => {
    const { project, ids } = castle();
    const text = await documentText(project);
    expect(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .slice(0, 20),
    ).toEqual([
      ...['Castle', 'Lines and words', 'Speaker', 'Lines (English)', 'Words (English)'],
      ...['Knight', '2', '6', 'Choices', '2', '4', 'No speaker', '2', '4', 'Cook', '2', '4', 'Total', '8', '18'],
    ]);
    expect(text).toContain('=Who goes there?\nIf gold is more than 3\nA rich man!\nEnd of condition\n');
    expect(text).toContain('Otherwise\nSleep.\n');
    expect(text).toContain(`Choices\n${ids.enter}/label\nEnter\n`);
  });

  test('has the chosen languages beside each other, and of some components their lines only', async () => {
    const { project, ids } = castle();
    const text = await documentText(project, { locales: ['en', 'de'], componentIds: [ids.cook] });
    expect(text).toContain('Cook\nEnglish\nDeutsch\nEat.\nDrink, my friend.\nIss.\nTrink, mein Freund.\n');
    expect(text).not.toContain('Who goes there');
    expect(text).not.toContain('Choices');
  });

  test('is written for any story, with characters that XML cannot contain', async () => {
    const { story, ids } = castle();
    story.change(ids.start, { content: { en: { text: '<p>Bell \u0007 &amp; half \ud800 pair</p>' } } });
    story.change(projectRecordId, { name: 'A & B <c>' });
    expect(await documentText(story.project())).toContain('Bell  &amp; half  pair');
    expect(await documentText(everything().project())).toContain('Lines and words');
  });
});
