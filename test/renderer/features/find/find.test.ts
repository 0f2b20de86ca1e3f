/** Search: the index of all names, texts and scripts, filters, and replacing without touching anything else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { findOnBoard } from '../../../../renderer/features/board/frame/find-bar.tsx';
import { findResults } from '../../../../renderer/features/find/find-panel.tsx';
import { createFilter, defaultFilters, type SearchFilters } from '../../../../renderer/features/find/find-state.ts';
import { createContextPieces } from '../../../../renderer/features/find/hit-labels.tsx';
import { createReplaceCommand } from '../../../../renderer/features/find/replace-view.tsx';
import { findBestMatches, matchRank } from '../../../../renderer/records/search/match-options.ts';
import { visibleText } from '../../../../renderer/records/search/searchable-texts.ts';
import { TextIndex } from '../../../../renderer/records/search/text-index.ts';
import { findMatches, foldText, replaceRanges, type SearchQuery } from '../../../../renderer/records/search/text-matching.ts';
import { runSteps } from '../../../../shared/lists.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import type { LocalComment } from '../../../../shared/model/local-comments.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { createTestStory } from '../../../story-builder.ts';
import { arrow, projectOf, record } from '../../../story-records.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const wanted = (words: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
  text: words,
  matchCase: false,
  wholeWords: false,
  ...more,
});
const comment = (text: string): LocalComment => ({ text, createdAt: '2026-11-23T10:00:00.000Z', updatedAt: null, resolved: false });
const places = (text: string, words: string, more: Partial<SearchQuery> = {}) =>
  findMatches(text, wanted(words, more)).map(([from, to]) => text.slice(from, to));

describe('positions of words in a text', () => {
  test.each([
    ['The door. A DOOR.', 'door', ['door', 'DOOR']],
    ['Tür, Tur, TÜR', 'tur', ['Tür', 'Tur', 'TÜR']],
    ['Türen', 'tür', ['Tür']],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['Don’t, don\u02bct', "don't", ['Don’t', 'don\u02bct']],
    ['“Yes”, «yes»', '"yes"', ['“Yes”', '«yes»']],
    ['10\u00a0km, 10\u202fkm', '10 km', ['10\u00a0km', '10\u202fkm']],
    ['Well… well...', 'well...', ['Well…', 'well...']],
    ['Well…', 'l..', []],
    ['eﬃcient, efficient', 'efficient', ['eﬃcient', 'efficient']],
    ['light\u00adhouse', 'lighthouse', ['light\u00adhouse']],
    ['a–b, a—b', 'a-b', ['a–b', 'a—b']],
    ["it's", 'it’s', ["it's"]],
    ["it's, it’s, it`s, it｀s", 'it`s', ["it's", 'it’s', 'it`s', 'it｀s']],
    ["it's", 'it`s', ["it's"]],
    ['İstanbul ab', 'ab', ['ab']],
    ['École, ÉCOLE, e\u0301cole', 'ecole', ['École', 'ÉCOLE', 'e\u0301cole']],
    ['Straße, STRASSE, ẞ', 'ss', ['ß', 'SS', 'ẞ']],
    ['Straße', 's', ['S']],
    ['Iğdır, İzmir, ısı, IZMIR', 'i', ['I', 'ı', 'İ', 'i', 'ı', 'ı', 'I', 'I']],
    ['ΟΔΟΣ, οδός', 'οδος', ['ΟΔΟΣ', 'οδός']],
    ['Łódź, Ærø', 'lodz', ['Łódź']],
    ['Ｔａｌｅ　１, tale 1', 'tale 1', ['Ｔａｌｅ　１', 'tale 1']],
    ['ガラス、がらす、ｶﾞﾗｽ', 'がらす', ['ガラス', 'がらす', 'ｶﾞﾗｽ']],
    ['か\u3099らす', 'ガラス', ['か\u3099らす']],
    ['はがき', 'か', []],
    ['각가', '가', ['가']],
    ['\u1100\u1161', '가', ['\u1100\u1161']],
    ['कि की क', 'की', ['की']],
    ['text', '', []],
  ])('%j has %j at %j', (text, words, found) => {
    expect(places(text, words)).toEqual(found);
  });

  test('case and whole words, if requested', () => {
    expect(places('The door. A Door.', 'Door', { matchCase: true })).toEqual(['Door']);
    expect(places('indoor door, door_2 outdoors', 'door', { wholeWords: true })).toEqual(['door']);
    expect(places('hero.hp -= 1', 'hp', { wholeWords: true })).toEqual(['hp']);
  });

  test('in any text, each match folds to the query, and replacing it by itself changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }), (text, words) => {
        const ranges = findMatches(text, wanted(words));
        for (const [start, end] of ranges) expect(foldText(text.slice(start, end))).toContain(foldText(words));
        expect(replaceRanges(text, [], 'x')).toBe(text);
        expect(replaceRanges(text, ranges, '').length).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

const mention = '<span class="mention mention-component" data-id="maren" data-label="Maren" data-type="component">Maren</span>';
const small = () =>
  projectOf(
    record('board', 'second', { parentId: 'root', name: 'The cellar' }),
    record('component', 'maren', { parentId: 'croot', name: { en: { text: 'Maren' } }, customId: 'maren' }),
    record('asset', 'rain', { parentId: 'aroot', type: 'audio', name: 'rain.wav' }),
    { ...record('variable', 'oil', { name: 'oil', type: 'integer', value: 3 }), localComments: { c1: comment('Is a litre enough?') } },
    record('element', 'e1', {
      boardId: 'board',
      x: 0,
      y: 0,
      theme: 'red',
      title: { en: { text: '<p>The door</p>' }, de: { text: '<p>Die Tür</p>' } },
      content: { en: { text: `<p>A <b>red</b> door. ${mention} waits.</p><pre><code>oil -= 1</code></pre>` } },
    }),
    record('element', 'e2', {
      boardId: 'second',
      x: 0,
      y: 0,
      title: { en: { text: '<p>Steps</p>' } },
      content: { en: { text: '<p>Rain on the door.</p>' } },
    }),
    record('audioAttachment', 'au', { elementId: 'e2', assetId: 'rain' }),
    {
      ...record('note', 'n1', { boardId: 'second', x: 0, y: 0, content: '<p>Check the doors</p>' }),
      localComments: { c2: comment('Done in the cellar') },
    },
    record('branch', 'b1', { boardId: 'board', x: 0, y: 0 }),
    record('condition', 'c1', {
      branchId: 'b1',
      role: 'if',
      script: 'oil &gt; 2 and visits(<span class="mention mention-element" data-id="e1" data-type="element">the_door</span>)',
    }),
    { ...arrow('o1', 'e1', 'e2'), label: { en: { text: '<p>Down</p>' } } },
  );

async function found(project: Project, words: string, filters: Partial<SearchFilters> = {}): Promise<string[]> {
  const index = new TextIndex(project);
  await index.refresh({ pause: async () => {}, isCurrent: () => true });
  const { hits, total } = runSteps(index.search(wanted(words), createFilter(project, { ...defaultFilters, ...filters }), 100));
  expect(total).toBe(hits.length);
  return hits.map(({ record: { id }, part: { field, locale, holds } }) => [id, field, locale ?? '-', holds].join(' '));
}

describe('results', () => {
  test.each<[string, Partial<SearchFilters>, string[]]>([
    ['door', {}, ['e1 title en name', 'e1 content en text', 'e2 content en text', 'n1 content - text', 'c1 script - script']],
    ['tur', {}, ['e1 title de name']],
    ['red door', {}, ['e1 content en text']],
    ['oil', {}, ['oil name - name', 'e1 content en script', 'c1 script - script']],
    ['door', { kind: 'note' }, ['n1 content - text']],
    ['door', { holds: 'name' }, ['e1 title en name']],
    ['door', { boardId: 'second' }, ['e2 content en text', 'n1 content - text']],
    ['oil', { boardId: 'board' }, ['e1 content en script', 'c1 script - script']],
    ['door', { theme: 'red' }, ['e1 title en name', 'e1 content en text']],
    ['', { locale: 'de', kind: 'element' }, ['e1 title de name']],
    ['door', { uses: 'maren' }, ['e1 title en name', 'e1 content en text']],
    ['rain', { uses: 'rain' }, ['e2 content en text']],
    ['', { uses: 'oil', holds: 'script' }, ['e1 content en script', 'c1 script - script']],
    ['', { missing: 'de', kind: 'element' }, ['e2 title en name', 'e1 content en text', 'e2 content en text', 'e1 content en script']],
    ['cellar', {}, ['second name - name', 'n1 localComments - text']],
    ['cellar', { kind: 'comment' }, ['n1 localComments - text']],
    ['cellar', { kind: 'note' }, []],
    ['litre', { boardId: 'second' }, []],
    ['', { kind: 'comment' }, ['oil localComments - text', 'n1 localComments - text']],
    ['nobody', {}, []],
  ])('%j with %j', async (words, filters, hits) => {
    expect(await found(small(), words, filters)).toEqual(hits);
  });

  test('the index follows the story: new, changed and deleted records', async () => {
    const project = small();
    const index = new TextIndex(project);
    const go = { pause: async () => {}, isCurrent: () => true };
    await index.refresh(go);
    const before = project.get('n1') as AnyRecord;
    const e2 = project.get('e2') as AnyRecord;
    project.apply([{ before, after: { ...before, content: '<p>A key</p>' } }, { before: e2 }]);
    await index.refresh(go);
    const ids = (words: string) => runSteps(index.search(wanted(words), () => true, 10)).hits.map(({ record: { id } }) => id);
    expect([ids('key'), ids('doors'), ids('steps')]).toEqual([['n1'], [], []]);
  });

  test('the text around a match', () => {
    const contextOf = (text: string) =>
      createContextPieces({ part: { field: 'content', locale: 'en', holds: 'text', text } }, findMatches(text, wanted('door')));
    const text = `${'word '.repeat(30)}the door ${'word '.repeat(60)}`;
    const pieces = contextOf(text);
    expect(pieces.find(({ isHit }) => isHit)?.text).toBe('door');
    expect(pieces[0]?.text).toBe('… ');
    expect(pieces.map((each) => each.text).join('').length).toBeLessThan(180);
    const first = (words: string) =>
      contextOf(words)
        .slice(0, 2)
        .map((each) => each.text.slice(0, 12));
    // Words are not split, not even the first of the text; text without spaces is.
    expect(first('Onehundred and twelve steps lead up to the door.')).toEqual(['Onehundred a', 'door']);
    expect(first(`${'字'.repeat(80)}door`)).toEqual(['… ', '字'.repeat(12)]);
  });
});

test('the fast way to read a stored text returns the words that the parser reads', () => {
  const piece = fc.constantFrom(
    '<p>a</p>',
    '<p>b <b>c</b><br>d</p>',
    '<ul><li>e</li><li><p>f</p></li></ul>',
    '<blockquote><p>g &amp;lt; h</p></blockquote>',
    '<p><a href="https://x.org/?a=1&amp;b=%3E">i &lt; j</a></p>',
    mention,
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const html = pieces.join('');
      const lines = (text: string) => text.split(/\s+/).join(' ');
      expect(lines(visibleText(html))).toBe(lines(richTextToPlainText(html)));
    }),
  );
});

describe('replacing', () => {
  const engine = openEngine(null, createTestEnvironment());
  const open = () => createTestStory(engine, createTestEnvironment(7));

  test('in one step, language by language, without touching markup, mentions or anything else; one undo reverts it', async () => {
    const { send, project, build, hash, board } = open();
    const owner = build('component', { name: 'Red' });
    const label = `<span class="mention mention-component" data-id="${owner.id}" data-label="Red" data-type="component">Red</span>`;
    const element = build('element', {
      title: { en: '<p>Red &amp; red</p>', de: '<p>rot</p>' },
      content: {
        en: `<p>A <b>red</b> door, <a href="https://red.org/">red</a>. ${label} re<b>d</b></p><pre><code>red = "red"</code></pre>`,
      },
    });
    const note = build('note', { content: '<p>red</p>' });
    const condition = build('condition', {});
    const script = `red &gt; 1 and visits(<span class="mention mention-element" data-id="${element.id}" data-label="red" data-type="element">red</span>)`;
    send({ do: 'change', kind: 'condition', id: condition.id, fields: { script } });
    send({ do: 'change', kind: 'board', id: board, fields: { name: 'Red street' } });
    const before = JSON.stringify([...project.records()]);
    const index = new TextIndex(project);
    await index.refresh({ pause: async () => {}, isCurrent: () => true });
    const { hits } = runSteps(index.search(wanted('red'), ({ kind }) => kind !== 'component', 100));
    const chosen = hits.filter(({ part }) => part.field !== 'customId').map(({ record: { id }, part }) => ({ id, part }));
    const { command, count } = createReplaceCommand(project, chosen, wanted('red'), 'green & blue');
    expect(count).toBe(9);
    if (!command) throw new Error('There is nothing to replace.');
    send(command);
    const now = project.find('element', element.id);
    expect(now?.title).toEqual({ en: { text: '<p>green &amp; blue &amp; green &amp; blue</p>' }, de: { text: '<p>rot</p>' } });
    expect(now?.content.en?.text).toBe(
      `<p>A <b>green &amp; blue</b> door, <a href="https://red.org/">green &amp; blue</a>. ${label} re<b>d</b></p><pre><code>green &amp; blue = "green &amp; blue"</code></pre>`,
    );
    expect(project.find('note', note.id)?.content).toBe('<p>green &amp; blue</p>');
    expect(project.find('board', board)?.name).toBe('green & blue street');
    expect(project.find('condition', condition.id)?.script).toContain('green &amp; blue &gt; 1 and visits(<span');
    expect(engine.undo(hash).skipped).toEqual([]);
    expect(JSON.stringify([...project.records()].sort((a, b) => (a.id < b.id ? -1 : 1)))).toBe(
      JSON.stringify((JSON.parse(before) as AnyRecord[]).sort((a, b) => (a.id < b.id ? -1 : 1))),
    );
  });

  test('names that scripts use are not replaced: variables and identifiers', () => {
    const project = small();
    const part = { field: 'name', locale: null, holds: 'name' } as const;
    expect(createReplaceCommand(project, [{ id: 'oil', part }], wanted('oil'), 'gas').command).toBeNull();
    expect(createReplaceCommand(project, [{ id: 'maren', part: { ...part, field: 'customId' } }], wanted('maren'), 'x').command).toBeNull();
  });

  test('local comments are not replaced: they are not part of the story', () => {
    const part = { field: 'localComments', locale: null, holds: 'text', localCommentId: 'c2' } as const;
    expect(createReplaceCommand(small(), [{ id: 'n1', part }], wanted('cellar'), 'attic').command).toBeNull();
  });

  test('a match that is found twice is replaced once, even if the new text contains the old one', () => {
    const project = small();
    const part = { field: 'content', locale: 'en', holds: 'script' } as const;
    const { command, count } = createReplaceCommand(
      project,
      [
        { id: 'e1', part },
        { id: 'e1', part },
      ],
      wanted('oil'),
      'oil_oil',
    );
    expect(count).toBe(1);
    expect(JSON.stringify(command)).toContain('oil_oil -= 1');
  });
});

test('a search gives way between any two texts, and shows all results in the order of the list', async () => {
  const german = 'Der Wärter hörte das Meer und die Möwen. '.repeat(20);
  const cards = Array.from({ length: 300 }, (_, at) =>
    record('element', `e${at}`, {
      boardId: at % 2 === 0 ? 'board' : 'second',
      x: 0,
      y: (300 - at) * 100,
      title: { en: { text: '<p>Möwe</p>' } },
      content: { en: { text: `<p>${german}</p>` } },
    }),
  );
  const project = projectOf(record('board', 'second', { parentId: 'root', name: 'The cellar' }), ...cards, arrow('o1', 'e2', 'e0'));
  project.apply([
    { before: project.get('o1'), after: { ...arrow('o1', 'e2', 'e0'), boardId: 'board', label: { en: { text: '<p>Möwe</p>' } } } },
  ]);
  const index = new TextIndex(project);
  await index.refresh({ pause: async () => {}, isCurrent: () => true });
  const request = { mode: 'replace', query: wanted('möwe'), filters: defaultFilters } as const;
  const steps = [...findResults(index, request)].length;
  expect(steps).toBeGreaterThan(3 * 601);
  const { hits, total, isComplete } = runSteps(findResults(index, request));
  expect([hits.length, total, isComplete]).toEqual([601, 601, true]);
  expect(hits.filter(({ hit }) => hit.part.field === 'content').every(({ hit }) => hit.ranges().length === 20)).toBe(true);
  const onBoard = runSteps(findOnBoard(index, 'board', 'möwe'));
  // In reading order; a connection comes after its source.
  expect(onBoard.ids).toEqual(
    Array.from({ length: 150 }, (_, at) => `e${298 - 2 * at}`).flatMap((id) => (id === 'e2' ? [id, 'o1'] : [id])),
  );
  expect([...findOnBoard(index, 'board', 'möwe')].length).toBeGreaterThan(601);
});

test('a search of 100,000 texts reads no record again', async () => {
  const filler = 'The lamp burns low and nobody comes up the stairs to see what the sea has brought this time. '.repeat(2);
  let reads = 0;
  const elements = Array.from({ length: 50_000 }, (_, at) => {
    const element = record('element', `e${at}`, {
      boardId: 'board',
      x: 0,
      y: 0,
      title: { en: { text: `<p>Scene ${at}</p>` } },
      content: { en: { text: `<p>${filler}${at}</p>` } },
    });
    return new Proxy(element, {
      get(target, field) {
        reads++;
        return Reflect.get(target, field);
      },
    });
  });
  const project = projectOf(...elements);
  const index = new TextIndex(project);
  await index.refresh({ pause: async () => {}, isCurrent: () => true });
  expect(reads).toBeGreaterThan(100_000);
  reads = 0;
  const totals = ['scene 49999', 'nobody comes', 'xyzzy', '49998'].map(
    (words) => runSteps(index.search(wanted(words), () => true, 200)).total,
  );
  expect(totals).toEqual([1, 50_000, 0, 2]);
  expect(reads).toBe(0);
});

test('every list that is searched by name ranks alike: the whole name, then its beginning, then a word, then all typed words; without case and accents', () => {
  expect(matchRank('Téa house', 'TEA HOUSE')).toBe(0);
  expect(matchRank('Tea house', 'TEA')).toBe(1);
  expect(matchRank('The Téa house', 'tea')).toBe(2);
  expect(matchRank('House of old tea', 'tea house')).toBe(3);
  expect(matchRank('Tea house', 'boat')).toBeNull();
  expect(matchRank('Tea house', '  ')).toBe(0);
  expect([matchRank('Straße', 'stras'), matchRank('タワー', 'たわ'), matchRank('ISPARTA', 'ısp'), matchRank('ＡＢＣ', 'abc')]).toEqual([
    1, 1, 1, 0,
  ]);
  const options = ['Tea house', 'Old tea house', 'Steam', 'Tea'].map((name) => ({ id: name, name, where: '' }));
  expect(findBestMatches(options, 'tea').map(({ name }) => name)).toEqual(['Tea', 'Tea house', 'Old tea house', 'Steam']);
});
