/** Every kind of finding is a message of the catalogue: in another language nothing of it stays English but what the story itself contains. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planAssetFiles } from '../../../main/exporters/asset-files.ts';
import { checkStory } from '../../../main/exporters/checks/check-story.ts';
import { exporters, getExporter } from '../../../main/exporters/exporters.ts';
import { otherStoryFileFinding } from '../../../main/exporters/story-files.ts';
import type { Finding } from '../../../shared/contracts/findings.ts';
import { t } from '../../../shared/messages/english.ts';
import { exportFormats, gameEngines } from '../../exporter-ids.ts';
import { listFiles } from '../../import-graph.ts';
import { plainEnglishIn, textParamsOf } from '../../plain-english.ts';
import { root } from '../../root.ts';
import { en, StoryBuilder } from './build-project.ts';

/** A story with every problem that a check can find. All its texts are Greek, so that a Latin word in a message is none of the story. */
function storyWithAllProblems(): StoryBuilder {
  const locales = [
    { iso: 'en', name: 'Ελληνικά', base: null },
    { iso: 'de', name: 'Γερμανικά', base: 'en' },
  ];
  const story = new StoryBuilder({ locales });
  const board = story.board('Πύργος');
  const code = (script: string): string => `<pre><code>${script}</code></pre>`;
  const gone = '<span class="mention mention-component" data-id="9" data-type="component">Α</span>';
  const element = story.element(board, `<p>${gone}</p>${code('1 +')}`, { title: en('<p>Θάλασσα</p>') });
  const untitled = story.element(board, code('gold = 1'), { title: {}, linkedBoard: '8' });
  const mention = '<span class="mention mention-element" data-id="7" data-type="element">Β</span>';
  story.element(board, code(`gold = visits(${mention})`), { title: en('<p>“Ποιος;”</p>') });
  story.add('variable', { name: 'x', type: 'boolean', value: true });
  story.add('variable', { name: 'y', type: 'integer', value: 7 });
  for (const script of ['x = y > 3 > 1', 'x = !y > 8', 'x = round(y + 0.5)'])
    story.element(board, code(script.replaceAll('>', '&gt;')), { title: en('<p>Παιχνίδι</p>') });
  story.element(board, code(`x = ${'1 + '.repeat(6000)}1`), { title: en('<p>Μακρύ</p>') });
  story.element(board, 'έξω', { title: en('<p>Έξω</p>') });
  story.connect(element, untitled, { label: en('<p>Πάμε</p>') });
  story.connect(untitled, element, { label: en(code('2 +')) });
  story.add('jumper', { boardId: board, x: 1, y: 2, elementId: null });
  const { branch, conditions } = story.branch(board, ['', 'gold = 2', '3 +']);
  story.connect(element, branch);
  for (const condition of conditions.slice(1)) story.connect(condition, element);
  story.add('note', { boardId: story.board(''), x: 1, y: 1, content: `<p>${gone}</p>` });
  story.add('attribute', { cId: board, cType: 'boards', name: 'Φως', value: { type: 'string', plain: false, data: `<p>${gone}</p>` } });
  story.component('Ιππότης', { cover: { file: '5', type: 'icon' } });
  story.component('', { cover: { file: '5', type: 'icon' } });
  for (const name of ['α.png', 'α.jpg', 'Α.PNG', 'β:γ.png', 'δ.webp', 'ε.gif', '5.png']) story.asset(name);
  const folder = (parentId?: string): string =>
    story.asset('κ'.repeat(90), { type: 'folder', ...(parentId === undefined ? {} : { parentId }) });
  story.asset('η.png', { parentId: folder(folder(folder())) });
  story.asset('ζ.jpg', { mime: 'image/png' });
  story.start(null);
  return story;
}

/** The findings of all checks, for each exporter, of a story without a start and with one that other elements are not reached from. */
function allFindings(): Finding[] {
  const story = storyWithAllProblems();
  const checkAll = (): Finding[] => [undefined, 'json', ...gameEngines].flatMap((engine) => checkStory(story.project(), engine));
  const withoutStart = checkAll();
  const other = story.board('Άλλος');
  const start = story.element(other, '<p>Αρχή</p>', { title: {} });
  for (const name of ['Α', 'Β']) story.element(story.board(name), '<p>Α</p>');
  const lost = story.board('Χαμένος');
  for (const name of ['Α', 'Β']) story.element(lost, `<p>${name}</p>`);
  story.start(start);
  const notExported = checkStory(story.project(), undefined, { boardIds: [lost] });
  const newer = checkStory(story.project(), 'godot', { foundPlugin: { number: '9.9', versionId: null, source: 'plugin.cfg' } });
  const { findings } = planAssetFiles(story.project(), getExporter('unity').assets, () => undefined);
  return [...withoutStart, ...checkAll(), ...notExported, ...newer, ...findings, otherStoryFileFinding(getExporter('unreal'), 'α.json')];
}

/** The rules that the sources of our exporters name. */
function rulesOfSources(): string[] {
  const others = exporters.filter(({ id }) => !exportFormats.some((format) => format === id)).map(({ id }) => `main/exporters/${id}/`);
  const files = listFiles('main/exporters', /\.ts$/).filter((file) => !others.some((folder) => file.startsWith(folder)));
  const named = files.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:(?:warn|reportImporterError|reportGameStop)\(\s*|#add\('warning', |rule: )'([a-z-]+)'/g,
    ),
  ]);
  return [...new Set(named.map(([, rule = '']) => rule))].sort();
}

test('every rule of a check has a finding here', () => {
  expect([...new Set(allFindings().map(({ rule }) => rule))].sort()).toEqual(rulesOfSources());
});

test('a finding and its fix contain no English besides the catalogue', () => {
  const messages = allFindings().flatMap(({ message, fix }) => [message, ...(fix ? [fix.label] : [])]);
  expect(messages.length).toBeGreaterThan(100);
  expect(messages.filter((message) => plainEnglishIn(message).length > 0).map(t)).toEqual([]);
});

test('parameters of findings that come from the story are never English sentences', () => {
  const texts = allFindings().flatMap(({ message, fix }) => [...textParamsOf(message), ...(fix ? textParamsOf(fix.label) : [])]);
  expect(texts.filter((text) => /[A-Za-z]{2,}[^A-Za-z]+[A-Za-z]{2,}/.test(text))).toEqual([]);
});
