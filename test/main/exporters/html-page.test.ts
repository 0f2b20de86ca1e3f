/** [Exports] The playable page: what it contains, what it does not, and the policy that it runs under. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { createTargetRenderer } from '../../../main/delivery/target/render-target.ts';
import { defaultSettings } from '../../../main/delivery/target/target-row.ts';
import { checkStory } from '../../../main/exporters/checks/check-story.ts';
import {
  exportStory,
  exportStoryPieces,
  getExporter,
  loadExportTranslators,
  type StoryExportOptions,
} from '../../../main/exporters/exporters.ts';
import type { PageData } from '../../../main/exporters/html/page-data.ts';
import { maxEmbeddedBytes } from '../../../main/exporters/html/write-page.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { Project } from '../../../shared/model/project.ts';
import { startPlay } from '../../../shared/play/play.ts';
import { largeStory } from '../../bench/stories.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { en, roots, type StoryBuilder, smallStory } from './build-project.ts';
import { everything } from './everything.ts';

const pageOf = (project: Project, options: Partial<StoryExportOptions> = {}): string =>
  exportStory(project, { format: 'html', destination: 'file', ...options });

/** The three parts of a page: everything but its scripts, its data, its player. */
function partsOf(page: string) {
  const [, head = '', data = '', player = '', end = ''] =
    /^([\s\S]*)<script type="application\/json" id="story">([\s\S]*?)<\/script>\n<script>([\s\S]*?)<\/script>([\s\S]*)$/.exec(page) ?? [];
  // The page was written by the exporter in this form.
  return { head, data: JSON.parse(data) as PageData, player, document: `${head}${end}` };
}

const policyOf = (page: string): string => /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';

describe('[Exports] a playable page in a folder', () => {
  test('has the files that it shows or plays beside it, under the names that they have for all boards, and no others', async () => {
    const { story, board } = smallStory();
    const other = story.board('Finale');
    const folder = story.add('asset', { parentId: roots.asset, type: 'folder', name: 'Art' });
    const [unused, here, there] = ['first', 'here', 'there'].map((file) => story.asset('same.png', { parentId: folder, file }));
    const sound = story.add('asset', { parentId: roots.asset, type: 'audio', name: 'rain.mp3', file: 'rain' });
    story.element(board, '<p>Here</p>', { cover: { type: 'image', id: String(here) } });
    const last = story.element(other, '<p>There</p>', { cover: { type: 'image', id: String(there) } });
    story.add('audioAttachment', { elementId: last, assetId: sound });
    const snapshots = { acquire: async () => ({ project: story.project(), version: 1, release: () => undefined }) };
    const render = createTargetRenderer(snapshots, { find: (_, file) => ({ sha256: file, bytes: 1 }) });
    const filesOf = async (exporter: 'html' | 'json', boardIds: string[]) => {
      const { files, findings } = await render('story', exporter, { ...defaultSettings, boardIds }, null);
      const named = findings.filter(({ rule }) => rule === 'asset-renamed').map(({ id }) => id);
      return { paths: files.map(({ path }) => path).filter((path) => path.startsWith('assets/')), named };
    };
    expect(await filesOf('html', [])).toEqual({
      paths: ['assets/Art/same_2.png', 'assets/Art/same_3.png', 'assets/rain.mp3'],
      named: [here, there],
    });
    expect(await filesOf('html', [board])).toEqual({ paths: ['assets/Art/same_2.png'], named: [here] });
    const { paths } = await filesOf('json', [board]);
    expect(paths).toEqual(['assets/Art/same.png', 'assets/Art/same_2.png', 'assets/Art/same_3.png', 'assets/rain.mp3']);
    expect(unused).not.toBe(here);
  });
});

describe('[Exports] a playable page', () => {
  test('is under 150 kB without the story and its files', () => {
    const { story } = smallStory();
    expect(Buffer.byteLength(pageOf(story.project()))).toBeLessThan(150_000);
  });

  test('runs its player and nothing else, and loads nothing', () => {
    const { story } = smallStory();
    const page = pageOf(story.project());
    const { player, document } = partsOf(page);
    const hash = createHash('sha256').update(player).digest('base64');
    expect(policyOf(page).split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${hash}'`,
      "img-src 'none'",
      "media-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(player).not.toMatch(/\beval\(|new Function\(|\bfetch\(|XMLHttpRequest|innerHTML|import\(/);
    expect(document).not.toMatch(/https?:/);
  });

  test('contains the whole story for the interpreter: it plays as in Taleport', () => {
    const { project } = loaded(everything().project());
    expect(project.projectRecord.startingElement).toBe(everything().project().projectRecord.startingElement);
    for (const { id } of everything().project().recordsOfKind('connection')) expect(project.find('connection', id)?.id).toBe(id);
    for (const { id } of everything().project().recordsOfKind('variable')) expect(project.find('variable', id)).toBeDefined();
  });

  test('contains no notes, no comments and no names that players do not see', () => {
    const { story, board } = smallStory();
    story.add('note', { boardId: board, x: 0, y: 0, content: '<p>Secret note</p>' });
    story.component('Secret component');
    story.board('Secret board');
    story.asset('secret.png', { file: 'secret-file.png' });
    expect(pageOf(story.project())).not.toMatch(/secret/i);
  });

  test('[G17] with some boards only, the scripts that fail in it are those that the check reports', () => {
    const { story, board, element } = smallStory();
    const other = story.board('Castle', { customId: 'castle' });
    const elsewhere = story.element(other);
    story.add('attribute', { cId: other, cType: 'boards', customId: 'gold', value: { type: 'integer', data: 1 } });
    const mention = `<span class="mention mention-element" data-id="${elsewhere}" data-label="Hall" data-type="element">Hall</span>`;
    story.add('variable', { name: 'oil', type: 'integer', value: 1 });
    story.change(element, {
      content: en(['castle.gold += 1', `show(visits(${mention}))`, 'oil += 1'].map((each) => `<pre><code>${each}</code></pre>`).join('')),
    });
    for (const [boardIds, count] of [[[board], 2] as const, [[board, other], 0] as const]) {
      const { project } = loaded(story.project(), { boardIds: [...boardIds] });
      expect(startPlay(project, element, createTestEnvironment()).diagnostics).toHaveLength(count);
      expect(checkStory(story.project(), 'html', { boardIds }).filter(({ rule }) => rule.startsWith('unknown-'))).toHaveLength(count);
    }
  });

  test('no text of a story ends the script that contains it, or is markup of the page', () => {
    const hostile = '</script><script>alert(1)</script><!-- "\' &';
    const { story, board, element } = smallStory({ name: hostile, css: hostile });
    story.change(element, { content: en(hostile) });
    story.connect(element, story.element(board, hostile), { label: en(hostile) });
    story.add('variable', { name: 'text', type: 'string', value: hostile });
    const page = pageOf(story.project());
    const { data, document } = partsOf(page);
    expect(page.match(/<\/?script/g)).toHaveLength(4);
    expect(document).not.toContain('<!-- ');
    expect(document).toContain('&lt;/script&gt;');
    expect(data.records[0]).toMatchObject({ name: hostile, css: hostile });
  });

  test('the same story gives the same bytes, whatever the order of its records', () => {
    const { story, board, element } = smallStory();
    story.connect(element, story.element(board));
    const records = [...story.project().records()];
    expect(pageOf(new Project(records.toReversed()))).toBe(pageOf(new Project(records)));
  });

  test('of a large story is written again only where it has changed, and completely after its texts were dropped', () => {
    const project = new Project(largeStory(createTestEnvironment(), 550, 60));
    const piecesOf = () => [...exportStoryPieces(project, { format: 'html', destination: 'file' }, 'new')].flatMap((piece) => piece ?? []);
    const page = pageOf(project);
    const before = new Set(piecesOf());
    const [id = ''] = [...project.recordsOfKind('element')].map((element) => element.id);
    const element = project.get(id);
    if (!element) throw new Error('no element');
    const changed = { ...element, title: { en: { text: '<p>Gate</p>' } } };
    project.apply([{ before: element, after: changed }]);
    const written = piecesOf().filter((piece) => !before.has(piece));
    const length = written.reduce((sum, { text }) => sum + (text ?? '').length, 0);
    expect(length).toBeLessThan(page.length / 10);
    project.apply([{ before: changed, after: element }]);
    for (const piece of piecesOf()) piece.text = null;
    expect(pageOf(project) === page).toBe(true);
  });

  test('is in one language, or in the chosen ones with a chooser; a missing text is that of the base', () => {
    const { story, element } = smallStory({ locales });
    story.change(element, { title: { en: { text: '<p>Door</p>' }, de: { text: '<p>Tür</p>' }, el: { text: null } } });
    const titles = (options: Partial<StoryExportOptions>) => {
      const { project } = loaded(story.project(), options);
      return [project.projectRecord.locales.map(({ iso, base }) => [iso, base]), project.find('element', element)?.title];
    };
    expect(titles({ locale: 'el' })).toEqual([[['el', null]], { el: { text: '<p>Tür</p>' } }]);
    expect(titles({ allLocales: true, onlyLocales: ['el'] })).toEqual([
      [
        ['en', null],
        ['el', 'en'],
      ],
      { en: { text: '<p>Door</p>' }, el: { text: '<p>Tür</p>' } },
    ]);
    expect(pageOf(story.project(), { locale: 'de' })).toContain('<html lang="de">');
  });

  test('of some boards, it contains these only: nothing of the others, not even a sound or a name', () => {
    const { story, board, element } = smallStory();
    const other = story.board('Secret board', { customId: 'secret_board' });
    const elsewhere = story.element(other, '<p>Secret text</p>');
    story.connect(elsewhere, story.element(other), { label: en('<p>Secret choice</p>') });
    story.add('attribute', {
      cId: other,
      cType: 'boards',
      customId: 'secret_variable',
      value: { type: 'string', plain: true, data: 'secret' },
    });
    const sound = story.asset('secret.mp3', { file: 'secret-file.mp3', type: 'audio' });
    story.add('audioAttachment', { elementId: elsewhere, assetId: sound, mode: 'once', delay: 0 });
    story.change(elsewhere, { cover: { id: story.asset('secret.png', { file: 'secret-file.png' }), type: 'image' } });
    const jumper = story.add('jumper', { boardId: board, x: 0, y: 0, elementId: elsewhere });
    const heard = story.asset('bell.mp3', { file: 'bell.mp3', type: 'audio' });
    story.add('audioAttachment', { elementId: element, assetId: heard, mode: 'once', delay: 0 });
    const page = pageOf(story.project(), { boardIds: [board] });
    expect(page).not.toMatch(/secret/i);
    for (const { id, kind } of story.project().records())
      if (kind === 'audioAttachment' && story.project().find('audioAttachment', id)?.elementId === elsewhere)
        expect(page).not.toContain(id);
    expect(page).not.toContain(elsewhere);
    const { project } = loaded(story.project(), { boardIds: [board] });
    expect(project.find('jumper', jumper)?.elementId).toBeNull();
    expect([...project.recordsOfKind('audioAttachment')].map(({ assetId }) => assetId)).toEqual([heard]);
  });

  test('in one language, it contains no text of another', () => {
    const { story, element } = smallStory({ locales });
    story.change(element, { title: { en: { text: '<p>Door</p>' }, de: { text: '<p>Tür</p>' } } });
    const page = pageOf(story.project(), { locale: 'en' });
    expect(page).toContain('Door');
    expect(page).not.toMatch(/Tür|Deutsch|Ελληνικά/);
  });

  test('two imports of one file do not share what the browser saves, and each export of a project does', async () => {
    const backend = await openBackend(null, createTestEnvironment());
    const invoke = createInvoke(backend);
    const folder = mkdtempSync(join(tmpdir(), 'taleport-page-'));
    onTestFinished(async () => {
      await backend.close();
      rmSync(folder, { recursive: true });
    });
    const source = join(folder, 'story.json');
    writeFileSync(source, exportStory(smallStory().story.project(), { format: 'json', destination: 'file' }));
    const storageKeys: string[] = [];
    const save = (file: string) => storageKeys.push(partsOf(readFileSync(file, 'utf8')).data.storageKey);
    for (const name of ['one', 'two']) {
      const { hash } = await invoke('project.import', { source: { path: source }, name });
      const file = join(folder, `${name}.html`);
      const target = join(folder, name);
      mkdirSync(target);
      await invoke('project.export', { hash, file, options: { format: 'html' } });
      await invoke('target.add', { hash, folder: target, engine: 'html' });
      save(file);
      save(join(target, 'project.html'));
    }
    expect(storageKeys[0]).toBe(storageKeys[1]);
    expect(storageKeys[2]).toBe(storageKeys[3]);
    expect(storageKeys[0]).not.toBe(storageKeys[2]);
  });

  test('the controls have the language of the story where Taleport has it, else English', async () => {
    const { story } = smallStory({ locales });
    const project = story.project();
    const translators = await loadExportTranslators(project, getExporter('html'));
    const controlsOf = (options: Partial<StoryExportOptions>) => {
      const page = pageOf(project, { translators, ...options });
      const { texts, textLanguages } = partsOf(page).data;
      const noScript = /<noscript lang="([^"]*)">(\w+)/.exec(page);
      return { back: Object.values(texts).map(({ back }) => back), textLanguages, noScript: noScript?.slice(1) };
    };
    expect(controlsOf({ locale: 'de' })).toEqual({ back: ['Zurück'], textLanguages: { de: 'de-DE' }, noScript: ['de-DE', 'Diese'] });
    expect(controlsOf({ locale: 'el' })).toEqual({ back: ['Back'], textLanguages: { el: 'en-GB' }, noScript: ['en-GB', 'This'] });
    expect(controlsOf({ allLocales: true })).toMatchObject({
      back: ['Back', 'Zurück'],
      textLanguages: { en: 'en-GB', de: 'de-DE', el: 'en-GB' },
    });
    expect((await loadExportTranslators(project, getExporter('unity'))).size).toBe(0);
  });
});

const locales = [
  { iso: 'en', name: 'English', base: null },
  { iso: 'de', name: 'Deutsch', base: 'en' },
  { iso: 'el', name: 'Ελληνικά', base: 'de' },
];

function loaded(story: Project, options: Partial<StoryExportOptions> = {}) {
  const { data } = partsOf(pageOf(story, options));
  return { data, project: new Project(data.records) };
}

describe('[Exports] the files of a page', () => {
  function withCover(): { story: StoryBuilder; asset: string } {
    const { story, element } = smallStory();
    const asset = story.asset('hall ü.png', { file: 'stored.png' });
    story.change(element, { cover: { id: asset, type: 'image' } });
    return { story, asset };
  }

  test('are in the page where it is a single file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'taleport-page-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const bytes = Buffer.alloc(700_001, 'Taleport');
    writeFileSync(join(folder, 'stored.png'), bytes);
    const { story, asset } = withCover();
    const page = pageOf(story.project(), { locateStoredFile: (file) => join(folder, file) });
    expect(partsOf(page).data.files).toEqual({ [asset]: `data:image/png;base64,${bytes.toString('base64')}` });
    expect(policyOf(page)).toContain('img-src data:;');
  });

  test('are beside it in a folder, and missing ones are left out', () => {
    const { story, asset } = withCover();
    const page = pageOf(story.project(), { assetPaths: new Map([[asset, 'assets/hall ü.png']]) });
    expect(partsOf(page).data.files).toEqual({ [asset]: 'assets/hall%20%C3%BC.png' });
    expect(policyOf(page)).toContain("img-src 'self' file:;");
    expect(partsOf(pageOf(story.project(), { assetPaths: new Map() })).data.files).toEqual({});
    const away = pageOf(story.project(), { assetPaths: new Map([[asset, '//host/../share/x.png']]) });
    expect(partsOf(away).data.files).toEqual({ [asset]: 'host/share/x.png' });
  });

  test('too many bytes for one file are refused, with what to do instead', () => {
    const folder = mkdtempSync(join(tmpdir(), 'taleport-page-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { story } = withCover();
    writeFileSync(join(folder, 'stored.png'), Buffer.alloc(maxEmbeddedBytes + 1));
    expect(() => pageOf(story.project(), { locateStoredFile: (file) => join(folder, file) })).toThrow(
      expect.objectContaining({ code: 'invalid' }),
    );
  });
});
