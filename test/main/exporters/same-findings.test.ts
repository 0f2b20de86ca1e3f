/**
 * What a check finds is one finding wherever it is shown: in `check`, in the list of problems of the window, in an export, which is refused for what its
 * importer would reject and reports all the rest, in a game folder, and in Play where it runs a script.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTargetRenderer } from '../../../main/delivery/target/render-target.ts';
import { defaultSettings } from '../../../main/delivery/target/target-row.ts';
import { createExportHandlers } from '../../../main/exporters/calls.ts';
import { toFinding } from '../../../main/exporters/checks/apply-fixes.ts';
import { checkStory } from '../../../main/exporters/checks/check-story.ts';
import type { ExportSnapshots } from '../../../main/exporters/export-snapshots.ts';
import { createJobRegistry } from '../../../main/platform/job-registry.ts';
import { blocksExport, type Finding, findingRules } from '../../../shared/contracts/findings.ts';
import { t } from '../../../shared/messages/english.ts';
import { startPlay } from '../../../shared/play/play.ts';
import { Problem } from '../../../shared/problem.ts';
import { gameEngines } from '../../exporter-ids.ts';
import { newFolder } from '../../new-folder.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { en, type StoryBuilder, smallStory } from './build-project.ts';
import { storyWithAllProblems } from './story-with-all-problems.ts';

/** The calls on a story. It may have faults that no command creates, but damage does. */
function opened(story: StoryBuilder) {
  const environment = createTestEnvironment();
  const project = story.project();
  const snapshots: Pick<ExportSnapshots, 'use' | 'acquire'> = {
    use: (_, work) => work(project, 1),
    acquire: () => Promise.resolve({ project, version: 1, release: () => undefined }),
  };
  const fileStore = { find: () => undefined, findPath: () => undefined };
  const jobs = createJobRegistry(() => undefined, environment);
  return {
    project,
    calls: createExportHandlers({ snapshots, fileStore, dataFolder: null, jobs }),
    render: createTargetRenderer(snapshots, fileStore),
  };
}

const hash = 'story';

/** Stories that together have every finding: without a start, and with one. */
function stories(): StoryBuilder[] {
  const started = storyWithAllProblems();
  const { story: running, board, element } = smallStory();
  for (const script of ['gold = 10', 'show(gold)', 'gold == nothing']) {
    const { branch, conditions } = running.branch(board, [script]);
    running.connect(element, branch);
    for (const condition of conditions) running.connect(condition, element);
  }
  running.element(board, 'unreached', { title: en('<p>Lost</p>') });
  started.start(started.element(started.board('Α'), '<p>Αρχή</p>', { title: {} }));
  return [storyWithAllProblems(), started, running];
}

const engines = ['json', ...gameEngines, 'html'] as const;
const seen = new Set<string>();

test.each(engines)('[Exports] the findings for %s are those of the window, of exports and of game folders', async (engine) => {
  for (const story of stories()) {
    const { project, calls, render } = opened(story);
    const found = await calls['project.check']({ hash, engine });
    for (const { rule } of found) seen.add(rule);
    const { groups } = await calls['project.problems']({ hash, engine });
    const byRule = (one: Finding, two: Finding) => (one.severity + one.rule < two.severity + two.rule ? -1 : 1);
    expect([...groups.flatMap(({ findings }) => findings)].sort(byRule)).toEqual([...found].sort(byRule));
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(found.length);

    const file = join(newFolder(), 'story');
    const exportIt = async (force: boolean) =>
      calls['project.export']({ hash, file, options: { format: engine, allLocales: true }, force });
    const blocking = found.filter(blocksExport);
    const refused: unknown = await exportIt(false).catch((error: unknown) => error);
    if (blocking.length > 0) {
      expect(refused).toBeInstanceOf(Problem);
      expect(Object.keys((refused as Problem).json.errors)).toEqual(blocking.map(({ kind, id }, at) => `${kind}.${id}.${at}`));
    }
    const { warnings } = await exportIt(true);
    expect(warnings).toEqual(found.filter(({ severity }) => severity !== 'hint'));

    // A game folder for Unreal has one language.
    const locales = engine === 'unreal' ? 'main' : 'all';
    const rendered = await render(
      hash,
      engine,
      { ...defaultSettings, locales, fileEach: true, fallbackContents: false, assets: false },
      null,
    );
    rendered.release();
    expect(rendered.findings).toEqual(locales === 'all' ? found : checkStory(project, engine, { locales: ['en'] }).map(toFinding));
    expect(rendered.files.length > 0).toBe(blocking.length === 0);
  }
});

test('each rule of the checks occurs in these stories', () => {
  expect(findingRules.filter((rule) => !seen.has(rule))).toEqual(['plugin-version']);
});

test.each([
  ['gold = 10', 'sets-in-condition'],
  ['gold += 1', 'sets-in-condition'],
  ['show(gold)', 'game-stops'],
  ['3 +', 'script'],
])('[Exports] a condition “%s” is one finding of a check, and stops Play with the same sentence', async (script, rule) => {
  const { story, board, element } = smallStory();
  story.add('variable', { name: 'gold', type: 'integer', value: 3 });
  const { branch, conditions } = story.branch(board, [script.replaceAll('>', '&gt;')]);
  story.connect(element, branch);
  for (const condition of conditions) story.connect(condition, element);
  const { calls, project } = opened(story);
  const found = await calls['project.check']({ hash, engine: 'unity' });
  expect(found.map((each) => [each.rule, each.kind, each.id])).toEqual([[rule, 'branch', branch]]);
  const { diagnostics } = startPlay(project, element, createTestEnvironment());
  expect(diagnostics).toHaveLength(1);
  const [sentence = ''] = diagnostics.map(({ message }) => t(message));
  // The check names the place before it.
  expect(found.map(({ message }) => t(message).toLowerCase())).toEqual([expect.stringContaining(sentence.toLowerCase())]);
});
