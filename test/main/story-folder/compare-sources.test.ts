/** [Story folder] Differences in words. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportStory } from '../../../main/exporters/exporters.ts';
import { compareSources, describeFile } from '../../../main/story-folder/compare-sources.ts';
import { writeNewStoryFolder } from '../../../main/story-folder/write-folder.ts';
import { t } from '../../../shared/messages/english.ts';
import type { Project } from '../../../shared/model/project.ts';
import { newFolder } from '../../new-folder.ts';
import { everything } from '../exporters/everything.ts';
import { withoutHostedComments } from './story-files.ts';

const project = withoutHostedComments(everything().project());

async function folderOf(story: Project): Promise<string> {
  const folder = join(newFolder(), 'story');
  await writeNewStoryFolder(folder, story, { locateFile: () => undefined });
  return folder;
}

const differences = async (before: string, after: string) => (await compareSources(before, after)).map(({ message }) => t(message));

describe('[Story folder] two stories are compared', () => {
  test('in sentences: folders, and a folder with an export', async () => {
    const before = await folderOf(project);
    expect(await differences(before, await folderOf(project))).toEqual([]);
    const story = everything();
    story.change(project.projectRecord.startingElement ?? '', {
      title: { en: { text: '<p>Another</p>' }, de: { text: '<p>Die <b>Halle</b></p>' } },
    });
    const after = await folderOf(withoutHostedComments(story.project()));
    expect(await differences(before, after)).toEqual(['Element “Another”: title changed']);
    const file = join(newFolder(), 'project.json');
    writeFileSync(file, exportStory(project, { format: 'json', allLocales: true, destination: 'file' }));
    expect((await differences(file, after)).some((each) => each.startsWith('Element “Another”: title changed'))).toBe(true);
  });

  test('not if one cannot be read as a whole', async () => {
    const [before, after] = [await folderOf(project), await folderOf(project)];
    writeFileSync(join(after, 'variables.yaml'), ']');
    await expect(compareSources(before, after)).rejects.toThrow('variables.yaml, line 1');
  });
});

describe('[Story folder] one file is described', () => {
  const describe1 = async (text: string) => {
    const file = join(newFolder(), 'a.yaml');
    writeFileSync(file, text);
    return (await describeFile(file)).map(({ level, text: line }) => `${'  '.repeat(level)}${t(line)}`);
  };

  test('in words, with texts as they read', async () => {
    const text =
      'e:\n  kind: element\n  rank: a0\n  title: |-\n    <p>The <b>hall</b></p>\n  content: |-\n    <p>One</p>\n    <p>Two &amp; three</p>\n';
    expect(await describe1(text)).toEqual([
      'Element “The hall”',
      '  rank: a0',
      '  Title: The hall',
      '  Content: ',
      '    One',
      '    Two & three',
    ]);
  });

  test('as it is where it is no file of a story', async () => {
    expect(await describe1('a: [\nb')).toEqual(['a: [', 'b']);
  });
});
