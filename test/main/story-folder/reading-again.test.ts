/** [Story folder] Reading a folder again parses what has changed, and finds what a complete read finds. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../../main/platform/disk.ts';
import { type Fingerprint, fingerprintOf } from '../../../main/platform/fingerprint.ts';
import { FolderMemory, readStoryFolder } from '../../../main/story-folder/read-folder.ts';
import { type KnownFiles, type ReadOptions, type ReadStory, readStoryFiles } from '../../../main/story-folder/read-story-files.ts';
import { writeNewStoryFolder } from '../../../main/story-folder/write-folder.ts';
import { formatYamlBlocks, mappingOfWritten, parseYamlFile, type YamlValue } from '../../../main/story-folder/yaml-file.ts';
import { isJsonObject, type JsonObject } from '../../../shared/json.ts';
import { runSteps } from '../../../shared/lists.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { newFolder } from '../../new-folder.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { testRunSeed } from '../../seed.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { everything } from '../exporters/everything.ts';
import { readTexts, textsOf, withoutHostedComments, writeStory } from './story-files.ts';
import { storyWithBoards } from './two-sides.ts';

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
  const first = runSteps(readStoryFiles({ texts: written, paths: [] }));
  const [path = '', text = ''] = [...written].find(([each]) => /^boards\/[^/]+\/board\.yaml$/.test(each)) ?? [];
  const parsed = new Map([...first.parsed].filter(([each]) => each !== path));
  const texts = new Map([[path, text.replace(/name: .*/, 'name: Renamed')]]);
  const again = runSteps(readStoryFiles({ texts, paths: [] }, { known: parsed }));
  const changed = [...again.project.records()].filter((record) => first.project.get(record.id) !== record);
  expect(changed.map(({ name, kind }) => [kind, name]).filter(([kind]) => kind === 'board')).toEqual([['board', 'Renamed']]);
  const own = new Set([...text.matchAll(/^"?([\w-]+)"?:/gm)].map(([, id]) => id));
  // The stylesheet is read again, and comments are added to their records.
  const others = changed.filter(({ id, localComments, kind }) => !own.has(id) && localComments === undefined && kind !== 'project');
  expect(others).toEqual([]);
});

test('what was written is not decoded again, and only what differs from the last story is validated', async () => {
  const story = storyWithBoards(2, 5);
  const { files } = writeStory(story);
  const texts = textsOf(files);
  const memory = new FolderMemory();
  for (const [path, file] of files) if ('text' in file) memory.addWritten(path, file);
  const fingerprints = (): Map<string, Fingerprint> => new Map([...texts].map(([path, text]) => [path, fingerprintOf(Buffer.from(text))]));
  const read = (options: ReadOptions) =>
    memory.read(fingerprints(), async (known) => {
      const changed = new Map([...texts].filter(([path]) => !known.has(path)));
      return runSteps(readStoryFiles({ texts: changed, paths: texts.keys() }, { ...options, known }));
    });
  const again = await read({ lastGood: null });
  const decoded = [...again.project.records()].filter((record) => story.get(record.id) !== record);
  expect(decoded.map(({ kind }) => kind)).toEqual(['project']);
  // A fault that nobody has changed is only found where everything is validated.
  const [first, second] = [...story.recordsOfKind('element')];
  const broken = story.withRecords([...story.records()].map((record) => (record === first ? withTheme(record, 'none') : record)));
  for (const [path, file] of writeStory(broken).files) if ('text' in file) memory.addWritten(path, file);
  for (const [path, text] of textsOf(writeStory(broken).files)) texts.set(path, text);
  const path = [...texts].find(([, text]) => text.startsWith(`${second?.id}:`))?.[0] ?? expect.fail();
  texts.set(path, (texts.get(path) ?? '').replace(/y: \d+/, 'y: 777'));
  const changes = await read({ lastGood: broken, isLastGoodValid: true });
  expect(changes.problems).toEqual([]);
  expect([...changes.project.recordsOfKind('element')].filter((record) => broken.get(record.id) !== record).map(({ y }) => y)).toEqual([
    777,
  ]);
  expect((await read({ lastGood: broken })).problems.length).toBeGreaterThan(0);
});

test('after any changes, a folder that is read again has the story, the files and the faults that a complete read finds', () => {
  const { random } = createTestEnvironment(testRunSeed());
  const pick = (count: number): number => Math.floor(random() * count);
  const drawn = cases(60);
  let read = 0;
  for (let number = 0; number < drawn; number++) {
    let texts = new Map(written);
    let parsed: KnownFiles = new Map();
    let before = new Map<string, string>();
    for (let step = 0; step < 4; step++) {
      const same = new Map([...parsed].filter(([path]) => texts.get(path) === before.get(path)));
      const rest = new Map([...texts].filter(([path]) => !same.has(path)));
      const expected = outcomeOf(() => readTexts(texts, texts.keys(), project));
      let story: ReadStory | undefined;
      const again = outcomeOf(() => {
        const options = { lastGood: project, isLastGoodValid: true, known: same };
        story = runSteps(readStoryFiles({ texts: rest, paths: texts.keys() }, options));
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

test('after any writes, changes and starts, a read that parses only what others have changed finds what a complete read finds', async () => {
  const { random } = createTestEnvironment(testRunSeed());
  const pick = (count: number): number => Math.floor(random() * count);
  const drawn = cases(60);
  let [skipped, faultless] = [0, 0];
  for (let number = 0; number < drawn; number++) {
    let memory = new FolderMemory();
    const texts = new Map(written);
    let story = readTexts(texts, texts.keys(), project);
    const write = (next: Project): void => {
      const files = writeStory(next, { names: story.names, unknown: story.unknown }).files;
      for (const [path, file] of files)
        if ('text' in file && texts.get(path) !== file.text) {
          texts.set(path, file.text);
          memory.addWritten(path, file);
        }
      for (const path of [...texts.keys()]) if (!files.has(path)) texts.delete(path);
    };
    const start = (): void => {
      memory = new FolderMemory();
      const { names, unknown } = story;
      for (const [path, file] of writeStory(story.project, { names, unknown }).files) if ('text' in file) memory.addWritten(path, file);
    };
    start();
    let isFaultless = false;
    for (let step = 0; step < 4; step++) {
      // As git does with a branch, or a person, or a newer version.
      for (let change = pick(3); change > 0; change--) changeFile(texts, pick);
      if (pick(3) === 0) addUnknownField(texts, pick);
      const fingerprints = new Map([...texts].map(([path, text]) => [path, fingerprintOf(Buffer.from(text))]));
      let again: ReadStory | undefined;
      const readAgain = async (known: KnownFiles): Promise<ReadStory> => {
        const rest = new Map([...texts].filter(([path]) => !known.has(path)));
        skipped += known.size;
        const options = { lastGood: story.project, isLastGoodValid: true, known };
        again = runSteps(readStoryFiles({ texts: rest, paths: texts.keys() }, options));
        return again;
      };
      const outcome = await memory.read(fingerprints, readAgain).then(contentsOf, (error: unknown) => error);
      expect(outcome, `case ${number}, step ${step}`).toEqual(outcomeOf(() => readTexts(texts, texts.keys(), story.project)));
      if (!again || outcome instanceof Problem) break;
      memory.remember(again, fingerprints);
      story = again;
      if (again.problems.length > 0) continue;
      isFaultless = true;
      const next = pick(3);
      if (next === 0) start();
      else if (next === 1) write(withEdits(again.project, pick));
    }
    if (isFaultless) faultless++;
  }
  expectEnough(faultless, drawn, 0.3);
  expect(skipped).toBeGreaterThan(drawn * 10);
});

test('after the first read of a folder, only files are read again that have changed or are new', async () => {
  const folder = join(newFolder(), 'story');
  await writeNewStoryFolder(folder, project, { locateFile: () => undefined });
  const memory = new FolderMemory();
  const readAfter = async (change: (files: Map<string, Fingerprint>) => void) => {
    const story = await memory.readFirst(folder);
    const files = new Map([...written].map(([path, text]) => [path, fingerprintOf(Buffer.from(text))]));
    change(files);
    let read: string[] = [];
    const again = await memory.read(files, async (known) => {
      read = [...files.keys()].filter((path) => path.endsWith('.yaml') && !known.has(path));
      return readStoryFolder(folder, { known });
    });
    expect(contentsOf(again)).toEqual(contentsOf(story));
    return read;
  };
  const changed = fingerprintOf(Buffer.from('changed'));
  expect(await readAfter(() => undefined)).toEqual([]);
  const story = await memory.readFirst(folder);
  const files = new Map([...written].map(([path, text]) => [path, fingerprintOf(Buffer.from(text))]));
  expect(await memory.read(files, () => expect.fail('It is not decoded and validated again.'))).toBe(story);
  expect(await readAfter((files) => files.set('variables.yaml', changed))).toEqual(['variables.yaml']);
  expect(await readAfter((files) => files.delete('variables.yaml'))).toEqual([]);
  expect(await readAfter((files) => files.set('components/new.yaml', changed))).toEqual(['components/new.yaml']);
});

test('a file is only known by its stamp while it is the one that was read', async () => {
  const folder = join(newFolder(), 'story');
  await writeNewStoryFolder(folder, project, { locateFile: () => undefined });
  const memory = new FolderMemory();
  await memory.readFirst(folder);
  const stampOf = async (path: string) => (await nodeDisk.stat(join(folder, path)))?.stamp ?? expect.fail();
  const paths = [...written.keys()].filter((path) => path.endsWith('.yaml'));
  for (const path of paths) {
    const stamp = await stampOf(path);
    expect(memory.find(path, stamp)).toEqual({ ...fingerprintOf(Buffer.from(written.get(path) ?? '')), stamp });
  }
  writeFileSync(join(folder, 'variables.yaml'), '# changed\n');
  expect(memory.find('variables.yaml', await stampOf('variables.yaml'))).toBeUndefined();
});

test('what is remembered of a text that was written is what parsing it gives', () => {
  const valuesOf = ({ value, entries }: YamlValue): unknown => [value, entries && [...entries].map(([key, each]) => [key, valuesOf(each)])];
  const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)));
  let known = 0;
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.dictionary(fc.string({ unit: 'binary' }), json, { maxKeys: 3 }), { maxKeys: 3 }),
      (blocks) => {
        const entries = Object.entries(blocks).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
        const text = formatYamlBlocks(entries);
        const mapping = mappingOfWritten(text, entries);
        if (!mapping) return;
        known++;
        expect(valuesOf(mapping)).toEqual(valuesOf(parseYamlFile(text)));
      },
    ),
    { numRuns: cases(60) },
  );
  expectEnough(known, cases(60), 0.9);
  const deep = JSON.parse(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`);
  expect(mappingOfWritten('', [['a', deep]])).toBeUndefined();
  expect(mappingOfWritten('a: \ud800', [['a', '\ud800']])).toBeUndefined();
  expect(
    mappingOfWritten('a: 1\n\na: 2\n', [
      ['a', 1],
      ['a', 2],
    ]),
  ).toBeUndefined();
});

// Any value is possible in a file.
const withTheme = (record: AnyRecord, theme: string): AnyRecord => ({ ...record, theme }) as AnyRecord;

/** The story after some edits of texts, and with some elements less. */
function withEdits(story: Project, pick: (count: number) => number): Project {
  const edited = new Project(story.records());
  const elements = [...story.recordsOfKind('element')];
  for (let edit = 1 + pick(3); edit > 0; edit--) {
    const id = elements[pick(elements.length)]?.id ?? '';
    const before = edited.get(id);
    // The fields are those of an element.
    if (before) edited.apply([{ before, after: { ...before, content: { en: { text: `<p>Edit ${pick(1000)}</p>` } } } as AnyRecord }]);
  }
  return edited;
}

/** In a block, in one of another language, or as a block of a kind that a newer version has. */
function addUnknownField(texts: Map<string, string>, pick: (count: number) => number): void {
  const paths = [...texts.keys()].filter((path) => /^(?:boards|languages)\//.test(path));
  const path = paths[pick(paths.length)] ?? '';
  const text = texts.get(path) ?? '';
  if (pick(3) === 0) texts.set(path, `${text}\nnewer-${pick(100)}:\n  kind: hologram\n  depth: 3\n`);
  else texts.set(path, text.replace(/:\n {2}/, `:\n  mood${pick(3)}: dark\n  `));
}

function changeFile(texts: Map<string, string>, pick: (count: number) => number): void {
  const paths = [...texts.keys()];
  const path = paths[pick(paths.length)] ?? '';
  const other = paths[pick(paths.length)] ?? '';
  const text = texts.get(path) ?? '';
  const blocks = text.split('\n\n');
  const kind = pick(9);
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
  else if (kind === 7) texts.set(path, `${text}<<<<<<< ours\n=======\n>>>>>>> theirs\n`);
  else texts.set(path, text.slice(0, pick(text.length)) + text.slice(pick(text.length)));
}
