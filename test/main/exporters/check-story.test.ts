/** What is said of a story before it is exported: every rule by name. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkStory } from '../../../main/exporters/checks/check-story.ts';
import type { Finding } from '../../../shared/contracts/findings.ts';
import { type ExportFormat, gameEngines } from '../../exporter-ids.ts';
import { en, roots, type StoryBuilder, smallStory } from './build-project.ts';
import { randomStory } from './random-story.ts';

const check = (story: StoryBuilder, engine?: ExportFormat, locales?: string[]): Finding[] =>
  checkStory(story.project(), engine, { locales });
const rules = (findings: Finding[]) => findings.map(({ rule }) => rule);
const byKind = (one: Finding, two: Finding) => (one.kind < two.kind ? -1 : 1);
const one = (findings: Finding[], rule: string): Finding | undefined => {
  const matches = findings.filter((finding) => finding.rule === rule);
  expect(matches.length).toBeLessThan(2);
  return matches[0];
};

test('[Exports] a valid story has no problems, and an ending is not one', () => {
  const { story } = smallStory();
  for (const engine of [undefined, 'json', ...gameEngines] as const) expect(check(story, engine)).toEqual([]);
});

describe('errors', () => {
  test('[Exports] a missing start is an error for every engine and a warning for JSON', () => {
    const { story } = smallStory();
    story.start(null);
    for (const engine of [undefined, ...gameEngines])
      expect(check(story, engine)).toEqual([
        expect.objectContaining({
          severity: 'error',
          rule: 'missing-start',
          message: expect.stringContaining('starting element'),
          kind: 'project',
          id: 'project',
        }),
      ]);
    expect(check(story, 'json')[0]?.severity).toBe('warning');
  });

  test('what is spoken stands in quotation marks only once', () => {
    const { story, element } = smallStory();
    story.change(element, { content: en('<p>“Who is there?”</p><pre><code>if true</code></pre>'), title: en('') });
    expect(check(story, 'unity')[0]?.message).toMatch(/^In “Who is there\?”, script 1/);
  });

  test('[Exports] a script with a syntax error is reported with the title of its element', () => {
    const { story, element } = smallStory();
    story.change(element, {
      content: en('<p>x</p><pre><code>gold = 1</code></pre><pre><code>if true</code></pre>'),
      title: en('<p>The <b>hall</b></p>'),
    });
    story.add('variable', { name: 'gold', type: 'integer', value: 1 });
    for (const engine of gameEngines)
      expect(check(story, engine)).toEqual([
        {
          severity: 'error',
          rule: 'script',
          message: 'In “The hall”, script 2, line 1: This if is never closed with endif.',
          kind: 'element',
          id: element,
        },
      ]);
    expect(check(story, 'json')[0]).toMatchObject({ severity: 'warning', rule: 'script' });
  });

  test('[Exports] labels and conditions are scripts too; for a condition one clicks on its branch', () => {
    const { story, board, element } = smallStory();
    const { branch, conditions } = story.branch(board, ['gold ==']);
    const label = story.connect(element, branch, { label: en('<pre><code>1 +</code></pre>') });
    for (const condition of conditions) story.connect(condition, element);
    expect(check(story, 'unity').sort(byKind)).toEqual([
      expect.objectContaining({
        severity: 'error',
        rule: 'script',
        kind: 'branch',
        id: branch,
        message: expect.stringMatching(/^In the if of a branch on the board “Board”: /),
      }),
      expect.objectContaining({
        severity: 'error',
        rule: 'script',
        kind: 'connection',
        id: label,
        message: expect.stringContaining('a connection from “Title”'),
      }),
    ]);
  });

  test('[Exports] with fallbackContents a fault in the language that stands in counts', () => {
    const locales = ['en', 'de'].map((iso) => ({ iso, name: iso, base: iso === 'en' ? null : 'en' }));
    const { story, element } = smallStory({ locales });
    story.change(element, { content: en('<p>x</p><pre><code>1 +</code></pre>'), title: {} });
    const german = (fallbackContents: boolean) => checkStory(story.project(), 'unity', { locales: ['de'], fallbackContents });
    expect(rules(german(false))).toEqual(['missing-translation']);
    expect(rules(german(true))).toEqual(['script', 'missing-translation']);
  });

  test('[G17] with selected boards only, items of others are not checked, and a start on another board does not count', () => {
    const { story, board, element } = smallStory();
    const other = story.board('Other');
    const wrong = story.element(other, '<pre><code>1 +</code></pre>');
    story.change(element, { linkedBoard: other });
    const on = (...boardIds: string[]) => checkStory(story.project(), 'unity', { boardIds });
    expect(on(board)).toEqual([]);
    expect(on(other).map(({ rule, id }) => [rule, id])).toEqual([
      ['missing-start', 'project'],
      ['script', wrong],
    ]);
    expect(rules(on(board, other))).toEqual(['script']);
  });

  test('[Exports] an id that points at nothing is an error where the importer throws on it, and a warning elsewhere', () => {
    const { story, element, board } = smallStory();
    const jumper = story.add('jumper', { boardId: board, x: 1, y: 1, elementId: 'gone' });
    story.change(element, { cover: { type: 'image', id: board } });
    for (const engine of [undefined, 'json', ...gameEngines] as const) {
      const matches = check(story, engine).filter(({ rule }) => rule === 'dangling-id');
      const severity = engine === 'json' || engine === 'unreal' ? 'warning' : 'error';
      expect(matches.map((finding) => [finding.severity, finding.kind, finding.id]).sort()).toEqual(
        [
          [severity, 'element', element],
          [severity, 'jumper', jumper],
        ].sort(),
      );
    }
  });

  test('[Exports] a fault in a translation counts only where that language is exported, and the same script is reported once', () => {
    const locales = ['en', 'de', 'fr'].map((iso) => ({ iso, name: iso.toUpperCase(), base: iso === 'en' ? null : 'en' }));
    const { story, element } = smallStory({ locales });
    const wrong = { text: '<p>x</p><pre><code>1 +</code></pre>' };
    story.change(element, { content: { en: { text: '<p>x</p>' }, de: wrong, fr: wrong }, title: {} });
    expect(rules(check(story, 'unity', ['en']))).toEqual([]);
    expect(check(story, 'unity')).toEqual([expect.objectContaining({ rule: 'script', message: expect.stringContaining('“x” (DE)') })]);
  });
});

describe('warnings', () => {
  test('[Exports] a jumper without a target and a way out of a branch that leads nowhere are dead ends', () => {
    const { story, board, element } = smallStory();
    const jumper = story.add('jumper', { boardId: board, x: 1, y: 1 });
    const { branch, conditions } = story.branch(board, ['true']);
    story.connect(element, branch);
    story.connect(conditions[0] ?? '', jumper);
    const matches = check(story, 'unity');
    expect(matches.map(({ severity, rule, id }) => [severity, rule, id])).toEqual([
      ['warning', 'dead-end', branch],
      ['warning', 'dead-end', jumper],
    ]);
    expect(matches[0]?.message).toBe('The else of a branch on the board “Board” leads nowhere.');
  });

  test('[Exports] unreachable elements are reported, over connections, branches, jumpers and linked boards', () => {
    const { story, board, element } = smallStory();
    const far = story.board('Far');
    const [throughBranch, throughJumper, linked, lost] = [
      story.element(board),
      story.element(board),
      story.element(far),
      story.element(board, null, { title: en('<p>Lost</p>') }),
    ];
    const second = story.element(far);
    story.connect(linked, second);
    const { branch, conditions } = story.branch(board, ['true'], false);
    const jumper = story.add('jumper', { boardId: board, x: 1, y: 1, elementId: throughJumper });
    story.connect(element, branch);
    story.connect(conditions[0] ?? '', throughBranch);
    story.connect(throughBranch, jumper);
    story.change(throughJumper, { linkedBoard: far });
    expect(check(story)).toEqual([
      {
        severity: 'warning',
        rule: 'unreachable',
        message: '“Lost” is never reached from the start of the story.',
        kind: 'element',
        id: lost,
      },
    ]);
  });

  test('[Exports] an unreachable board is reported once', () => {
    const { story } = smallStory();
    const dialogue = story.board('Dialogue');
    story.connect(story.element(dialogue), story.element(dialogue));
    expect(check(story)).toEqual([expect.objectContaining({ rule: 'unreachable', kind: 'board', id: dialogue })]);
  });

  test('[Exports] a circle of elements ends the search', () => {
    const { story, board, element } = smallStory();
    const next = story.element(board);
    story.connect(element, next);
    story.connect(next, element);
    expect(check(story)).toEqual([]);
  });

  test('[Exports] unknown variables are reported, those of boards and components too', () => {
    const { story, board, element } = smallStory();
    story.change(board, { customId: 'hall' });
    story.add('attribute', { cId: board, cType: 'boards', customId: 'light', value: { type: 'boolean', data: true } });
    story.add('variable', { name: 'gold', type: 'integer', value: 1 });
    story.change(element, { content: en('<pre><code>gold = hall.light + hall.dark + nobody.light + silver</code></pre>') });
    const matches = check(story, 'unreal');
    expect(rules(matches)).toEqual(Array(3).fill('unknown-variable'));
    expect(matches.map(({ message }) => /uses “(.*)”/.exec(message)?.[1])).toEqual(['hall.dark', 'nobody.light', 'silver']);
  });

  test('[Exports] a script that mentions a removed element', () => {
    const { story, board } = smallStory();
    const { branch, conditions } = story.branch(
      board,
      ['visits(<span class="mention" data-id="gone" data-type="element">x</span>) &gt; 1'],
      false,
    );
    story.connect(conditions[0] ?? '', branch);
    expect(one(check(story), 'unknown-element')).toMatchObject({ severity: 'warning', kind: 'branch', id: branch });
  });

  test('[Exports] a condition that sets a value runs, so it is a warning', () => {
    const { story, board, element } = smallStory();
    const { branch, conditions } = story.branch(board, ['gold = 10']);
    for (const condition of conditions) story.connect(condition, element);
    expect(check(story, 'unity')).toContainEqual(
      expect.objectContaining({ rule: 'sets-in-condition', severity: 'warning', kind: 'branch', id: branch }),
    );
  });

  test('[Exports] an if without a condition is reported, an else never', () => {
    const { story, board, element } = smallStory();
    const { branch, conditions } = story.branch(board, ['']);
    for (const condition of conditions) story.connect(condition, element);
    expect(check(story)).toEqual([expect.objectContaining({ rule: 'empty-condition', severity: 'warning', kind: 'branch', id: branch })]);
  });

  test('[Exports] missing translations are reported once for each record, with their languages', () => {
    const locales = [
      { iso: 'en', name: 'English', base: null },
      { iso: 'de', name: 'German', base: 'en' },
      { iso: 'el', name: 'Greek', base: 'en' },
    ];
    const { story, board, element } = smallStory({ locales });
    story.change(element, { title: { en: { text: '<p>Hall</p>' }, de: { text: '<p>Halle</p>' } }, content: { en: { text: null } } });
    const other = story.element(board, '', { title: {} });
    const label = story.connect(element, other, { label: en('<p>Go</p>') });
    const knight = story.component('Knight', { name: { en: { text: 'Knight' }, de: { text: 'Ritter' }, el: { text: 'Ιππότης' } } });
    const matches = check(story).sort(byKind);
    expect(matches.map(({ severity, rule, id, message }) => [severity, rule, id, message])).toEqual([
      ['warning', 'missing-translation', label, 'The connection “Go” is not translated into German and Greek.'],
      ['warning', 'missing-translation', element, '“Hall” is not translated into Greek.'],
    ]);
    expect(check(story, 'unity', ['en', 'de'])).toHaveLength(1);
    expect(check(story, 'unity', ['en'])).toEqual([]);
    story.change(knight, { name: en('Knight') });
    expect(check(story).map(({ id }) => id)).toContain(knight);
    expect(check(story).map(({ id }) => id)).not.toContain(roots.component);
  });

  test('[Exports] an icon on a component is reported for Godot', () => {
    const { story } = smallStory();
    const castle = story.component('Castle', { cover: { type: 'icon', file: 'delapouite/castle' } });
    expect(check(story, 'godot')).toEqual([
      expect.objectContaining({
        severity: 'warning',
        rule: 'icon-cover',
        kind: 'component',
        id: castle,
        message: expect.stringContaining('“Castle”'),
      }),
    ]);
    for (const engine of [undefined, 'json', 'unity', 'unreal'] as const) expect(check(story, engine)).toEqual([]);
  });

  test('[Exports] for Unity files of one type need base names that differ, for the others names in one folder', () => {
    const { story } = smallStory();
    const folder = story.asset('Sounds', { type: 'folder' });
    story.asset('Hall.png');
    const [jpg, template] = [story.asset('hall.jpg'), story.asset('HALL.webp', { type: 'template-image' })];
    story.asset('hall.mp3', { type: 'audio', parentId: folder });
    const second = story.asset('HALL.MP3', { type: 'audio', parentId: folder });
    const collisions = (engine?: ExportFormat) =>
      check(story, engine)
        .filter(({ rule }) => rule === 'asset-name-collision')
        .map(({ id, fix }) => [id, fix?.label]);
    const inUnity: [string, string?][] = [[jpg, 'Rename to “hall_2.jpg”'], [template], [second, 'Rename to “HALL_2.MP3”']];
    expect(collisions('unity').map(([id, label]) => (label === undefined ? [id] : [id, label]))).toEqual(
      inUnity.sort(([one], [two]) => (one < two ? -1 : 1)),
    );
    for (const engine of [undefined, 'json', 'godot', 'unreal'] as const)
      expect(collisions(engine)).toEqual([[second, 'Rename to “HALL_2.MP3”']]);
    expect(check(story, 'unity').every(({ severity }) => severity === 'warning')).toBe(true);
  });

  test('[G22] a dangling mention is reported in any rich text, but not in a script', () => {
    const { story, board, element } = smallStory();
    const mention = '<span class="mention mention-component" data-id="gone" data-type="component">@who</span>';
    story.change(element, { content: en(`<p>${mention}</p>`) });
    const note = story.add('note', { boardId: board, x: 1, y: 1, content: `<p>${mention}</p>` });
    story.add('attribute', {
      cId: board,
      cType: 'boards',
      name: 'Who',
      value: { type: 'string', plain: false, data: `<p>${mention}</p>` },
    });
    for (const engine of [undefined, 'json', ...gameEngines] as const) {
      const matches = check(story, engine).filter(({ rule }) => rule === 'dangling-mention');
      expect(matches.map(({ id }) => id).sort()).toEqual([element, note, board].sort());
      expect(matches.every(({ severity }) => severity === 'warning')).toBe(true);
    }
    expect(check(story).find(({ id }) => id === board)?.message).toBe(
      'The attribute “Who” of the board “Board” mentions something that is no longer in the story.',
    );
  });

  test.each([
    ['<em>x</em>', true],
    ['<p>a</p>tail', true],
    ['<blockquote>words</blockquote>', false],
    ['<ul><li>one</li></ul><p>two</p>', false],
    ['<code>gold = 1</code>', false],
    ['', false],
  ])('[Exports] text outside of blocks is told for an engine: %s', (content, isReported) => {
    const { story, element } = smallStory();
    story.add('variable', { name: 'gold', type: 'integer', value: 1 });
    story.change(element, { content: en(content) });
    expect(rules(check(story, 'unity'))).toEqual(isReported ? ['text-outside-blocks'] : []);
    const label = story.connect(element, element, { label: en(content) });
    expect(
      check(story, 'unity')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(isReported ? [element, label].sort() : []);
    expect(check(story, 'json')).toEqual([]);
  });
});

describe('all of it', { timeout: 60_000 }, () => {
  test('[Exports] errors come first, and the result is deterministic', () => {
    fc.assert(
      fc.property(randomStory, fc.constantFrom(...gameEngines), (story, engine) => {
        const matches = check(story, engine);
        const severities = matches.map(({ severity }) => severity);
        expect(severities).toEqual([...severities].sort());
        story.records.set('project', story.records.get('project') ?? expect.fail());
        const turned = [...story.records].reverse();
        story.records.clear();
        for (const [id, record] of turned) story.records.set(id, record);
        expect(check(story, engine)).toEqual(matches);
        for (const { kind, id, message } of matches) {
          expect(story.records.get(id)?.kind).toBe(kind);
          expect(message).toMatch(/^[A-Z“].*[.:?!]$/u);
        }
      }),
      { numRuns: 150 },
    );
  });
});
