/** [Story folder] Reading a folder again parses what has changed, and finds what a complete read finds. */
import { expect, test } from 'vitest';
import { runSteps } from '../../../main/platform/cooperative-yielder.ts';
import { type KnownFiles, type ReadStory, readStoryFiles } from '../../../main/story-folder/read-story-files.ts';
import { Problem } from '../../../shared/problem.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { testRunSeed } from '../../seed.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { everything } from '../exporters/everything.ts';
import { readTexts, textsOf, withoutHostedComments, writeStory } from './story-files.ts';

const project = withoutHostedComments(everything().project());
const written = textsOf(writeStory(project).files);

const contentsOf = ({ project: story, names, unknown, assetFiles, problems }: ReadStory) => ({
  records: new Map([...story.records()].map((record) => [record.id, record])),
  names,
  unknown,
  assetFiles,
  problems,
});

/** What it returns, or the problem that it throws. */
function outcomeOf(read: () => ReadStory): unknown {
  try {
    return contentsOf(read());
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

test('only changed files are parsed, and only their records are decoded', () => {
  const decoded: KnownFiles['decoded'] = new WeakMap();
  const first = runSteps(readStoryFiles({ texts: written, paths: [] }, { known: { parsed: new Map(), decoded } }));
  const [path = '', text = ''] = [...written].find(([each]) => /^boards\/[^/]+\/board\.yaml$/.test(each)) ?? [];
  const parsed = new Map([...first.parsed].filter(([each]) => each !== path));
  const texts = new Map([[path, text.replace(/name: .*/, 'name: Renamed')]]);
  const again = runSteps(readStoryFiles({ texts, paths: [] }, { known: { parsed, decoded } }));
  const changed = [...again.project.records()].filter((record) => first.project.get(record.id) !== record);
  expect(changed.map(({ name, kind }) => [kind, name]).filter(([kind]) => kind === 'board')).toEqual([['board', 'Renamed']]);
  const own = new Set([...text.matchAll(/^"?([\w-]+)"?:/gm)].map(([, id]) => id));
  // The stylesheet is read again, and comments are added to their records.
  const others = changed.filter(({ id, localComments, kind }) => !own.has(id) && localComments === undefined && kind !== 'project');
  expect(others).toEqual([]);
});

test('after any changes, a folder that is read again has the story, the files and the faults that a complete read finds', () => {
  const { random } = createTestEnvironment(testRunSeed());
  const pick = (count: number): number => Math.floor(random() * count);
  const drawn = cases(60);
  let read = 0;
  for (let number = 0; number < drawn; number++) {
    let texts = new Map(written);
    const decoded: KnownFiles['decoded'] = new WeakMap();
    let parsed: KnownFiles['parsed'] = new Map();
    let before = new Map<string, string>();
    for (let step = 0; step < 4; step++) {
      const same = new Map([...parsed].filter(([path]) => texts.get(path) === before.get(path)));
      const rest = new Map([...texts].filter(([path]) => !same.has(path)));
      const expected = outcomeOf(() => readTexts(texts, texts.keys(), project));
      let story: ReadStory | undefined;
      const again = outcomeOf(() => {
        story = runSteps(readStoryFiles({ texts: rest, paths: texts.keys() }, { lastGood: project, known: { parsed: same, decoded } }));
        return story;
      });
      expect(again, `case ${number}, step ${step}`).toEqual(expected);
      if (story) read++;
      parsed = story?.parsed ?? parsed;
      before = story ? texts : before;
      texts = new Map(texts);
      for (let change = 1 + pick(3); change > 0; change--) changeFile(texts, pick);
    }
  }
  expectEnough(read, drawn * 4, 0.4);
});

function changeFile(texts: Map<string, string>, pick: (count: number) => number): void {
  const paths = [...texts.keys()];
  const path = paths[pick(paths.length)] ?? '';
  const other = paths[pick(paths.length)] ?? '';
  const text = texts.get(path) ?? '';
  const blocks = text.split('\n\n');
  const kind = pick(8);
  if (kind === 0 && path !== 'story.yaml') texts.delete(path);
  // Moved to another board, or to another name.
  else if (kind === 1 && path !== 'story.yaml') {
    texts.delete(path);
    texts.set(path.includes('/') ? other.replace(/[^/]+$/, path.replace(/^.*\//, '')) : path, text);
  } else if (kind === 2) texts.set(path, `${text}\n${(texts.get(other) ?? '').split('\n\n')[0] ?? ''}\n`);
  else if (kind === 3) texts.set(path, blocks.filter((_, at) => at !== pick(blocks.length)).join('\n\n'));
  else if (kind === 4) texts.set(path, text.replace(/<p>/, '<p>Changed '));
  else if (kind === 5) texts.set(path, text.replace(/: (\d+)/, ': 7').replace(/name: /, 'name: X'));
  else if (kind === 6) texts.set(path, written.get(path) ?? text);
  else texts.set(path, text.slice(0, pick(text.length)) + text.slice(pick(text.length)));
}
