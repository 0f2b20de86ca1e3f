/** Every kind of finding is a message of the catalogue: in another language nothing of it stays English but what the story itself contains. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planAssetFiles } from '../../../main/exporters/asset-files.ts';
import type { CheckFinding } from '../../../main/exporters/checks/check-context.ts';
import { checkStory } from '../../../main/exporters/checks/check-story.ts';
import { exporters, getExporter } from '../../../main/exporters/exporters.ts';
import { otherStoryFileFinding } from '../../../main/exporters/story-files.ts';
import type { Finding } from '../../../shared/contracts/findings.ts';
import { t } from '../../../shared/messages/english.ts';
import { exportFormats, gameEngines } from '../../exporter-ids.ts';
import { listFiles } from '../../import-graph.ts';
import { plainEnglishIn, textParamsOf } from '../../plain-english.ts';
import { root } from '../../root.ts';
import { storyWithAllProblems } from './story-with-all-problems.ts';

/** The findings of all checks, for each exporter, of a story without a start and with one that other elements are not reached from. */
function allFindings(): (Finding | CheckFinding)[] {
  const story = storyWithAllProblems();
  const checkAll = () => [undefined, 'json', ...gameEngines].flatMap((engine) => checkStory(story.project(), engine));
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
