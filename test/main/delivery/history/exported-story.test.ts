/** Exported files are read back as the story that they contain, so that reading adds no differences of its own. */
import { describe, expect, test } from 'vitest';
import { readStoryFile } from '../../../../main/delivery/history/exported-story.ts';
import { exportStory } from '../../../../main/exporters/exporters.ts';
import { compareStoriesInSteps } from '../../../../shared/diff/compare-stories.ts';
import { t } from '../../../../shared/messages/english.ts';
import { isItem } from '../../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { templateStory } from '../../exporters/goldens.ts';
import { changedStory, ids } from '../../importers/small-story.ts';

const read = (text: string): Promise<Project> => readStoryFile('project.json', text, createTestEnvironment());

function differences(before: Project, after: Project): string[] {
  const steps = compareStoriesInSteps(before, after);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value.map(({ message }) => t(message));
}

describe('[Targets] the story in an exported file', () => {
  test('is that of the export of all languages, with all images and sounds, although their bytes are in other files', async () => {
    const story = await templateStory('video-sample');
    const text = exportStory(story, { format: 'json', destination: 'file', allLocales: true });
    const found = await read(text);
    expect([...found.recordsOfKind('asset')]).not.toHaveLength(0);
    expect(differences(story, found)).toEqual([]);
  });

  test('is the same each time, also for what has no id in the file', async () => {
    const text = exportStory(await templateStory('video-sample'), { format: 'unity', destination: 'file' });
    expect([...(await read(text)).records()]).toEqual([...(await read(text)).records()]);
  });

  test('has no positions if the file has none, and no layout can fail', async () => {
    const { boards, elements, ...rest } = changedStory(({ notes, jumpers, branches, ...file }) => {
      for (const items of [file.elements, notes, jumpers, branches])
        for (const item of Object.values(items)) for (const field of ['x', 'y']) delete item[field];
    });
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`00000000-0000-4000-9000-${String(at).padStart(12, '0')}`, { width: 40_000, height: 40_000 }]),
    );
    const board = { ...boards[ids.board], elements: [ids.start, ids.end, ...Object.keys(many)] };
    const text = JSON.stringify({ ...rest, boards: { ...boards, [ids.board]: board }, elements: { ...elements, ...many } });
    const items = [...(await read(text)).records()].filter(isItem);
    expect(items).toHaveLength(25);
    for (const { x, y } of items) expect([x, y]).toEqual([0, 0]);
  });
});
