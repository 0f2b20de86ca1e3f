/** [Story folder] A project and its folder are kept in step in both directions, and nothing of either is lost. */
import fs, {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Disk, nodeDisk } from '../../../../main/platform/disk.ts';
import { systemTimer, type Timer } from '../../../../main/platform/timer.ts';
import { workFolder } from '../../../../main/story-folder/folder-layout.ts';
import { folderStoreName } from '../../../../main/story-folder/link/agreed-story.ts';
import { FolderLock } from '../../../../main/story-folder/link/folder-lock.ts';
import { linkKeyPrefix, linkRowSchema } from '../../../../main/story-folder/link/link-row.ts';
import { readStoryFolder } from '../../../../main/story-folder/read-folder.ts';
import { t } from '../../../../shared/messages/english.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import { getRecordSchema } from '../../../../shared/model/kinds/kind-schemas.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';
import { rankBetween } from '../../../../shared/model/rank.ts';
import { Problem } from '../../../../shared/problem.ts';
import { png } from '../../../media-files.ts';
import { newFolder } from '../../../new-folder.ts';
import { cases } from '../../../rounds.ts';
import { testRunSeed } from '../../../seed.ts';
import { StoryBuilder } from '../../exporters/build-project.ts';
import { everything } from '../../exporters/everything.ts';
import { textsOf, withoutHostedComments, writeStory } from '../story-files.ts';
import { createPick, edit, storyWithBoards } from '../two-sides.ts';
import { Computer } from './computers.ts';

function newComputer(seed = 1): Computer {
  const computer = new Computer(seed);
  onTestFinished(() => computer.close());
  return computer;
}

async function linked(project = storyWithBoards(2, 5)) {
  const computer = newComputer();
  const folder = join(newFolder(), 'story');
  const status = await computer.link(project, folder);
  expect([status.state, t(status.sentence)]).toEqual(['idle', 'The project and the story folder are synced.']);
  return { computer, folder };
}

/** The files of a folder with their texts and times, without what is for staging. */
function filesOf(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !path.includes('.taleport~')) files.set(path.slice(folder.length + 1), readFileSync(path, 'latin1'));
  }
  return files;
}

/** What is seen by comparing files every now and then stays unseen: the system has to report it. */
const withoutPolls: Timer = {
  after: (milliseconds, run) => (milliseconds < 1000 ? systemTimer.after(milliseconds, run) : () => undefined),
};

const changedFiles = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path)).sort();

const elementsOf = ({ story }: Computer) => [...story.recordsOfKind('element')];
/** Each is connected to the next one. */
const elementsOnBoard = ({ story }: Computer) =>
  story.children('element', [...story.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '', 'elements');
const pathOf = (folder: string, id: string): string =>
  [...filesOf(folder)].find(([path, text]) => path.startsWith('boards/') && text.startsWith(`${id}:`))?.[0] ?? expect.fail(id);
const replaceIn = (file: string, from: string | RegExp, to: string): void => {
  const before = readFileSync(file, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
};
const titleOf = (record: AnyRecord | undefined) => (record?.title as { en: { text: string } } | undefined)?.en.text;

describe('[S6] a new folder', () => {
  test('contains everything of the project, with every kind, and another computer opens the same project', async () => {
    const story = everything();
    const { computer, folder } = await linked(withoutHostedComments(story.project()));
    expect((await readStoryFolder(folder)).problems).toEqual([]);
    const other = newComputer(2);
    expect((await other.open(folder)).state).toBe('idle');
    const withoutFacts = ({ records }: Computer) =>
      [...records.values()].map(({ bytes, mime, width, height, duration, size, ...rest }) => rest);
    expect(withoutFacts(other)).toEqual(withoutFacts(computer));
  });

  test('has a story of its own, or none', async () => {
    const { computer, folder } = await linked();
    await computer.folders.unlink(computer.hash);
    for (const [path, text] of filesOf(folder)) writeFileSync(join(folder, path), text.replaceAll('root-b', 'another-root'));
    const other = newComputer(2);
    await expect(other.link(storyWithBoards(1, 1), folder)).rejects.toThrow(/contains another story/);
    expect(other.folders.list()).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('[Story folder] a folder that is not suitable', () => {
  test('is refused, whether it exists or not, and nothing is created', async () => {
    const { computer, folder } = await linked();
    const { hash } = computer.engine.createProject([...storyWithBoards(1, 1).records()]);
    await expect(computer.folders.link({ hash, folder: join(folder, 'inner') })).rejects.toMatchObject({ code: 'conflict' });
    expect(existsSync(join(folder, 'inner'))).toBe(false);
    for (const name of ['link', 'open'] as const)
      for (const system of ['/', '/etc', '/usr/share'])
        await expect(computer.folders[name]({ hash, folder: system })).rejects.toMatchObject({ code: 'folder' });
    await expect(computer.folders.link({ hash, folder: '/proc/story' })).rejects.toMatchObject({ code: 'folder' });
    expect(computer.folders.list()).toHaveLength(1);
  });
});

test('[Story folder] a linked folder is refused by another of its names, as on a file system that ignores case, and nothing is created in it', async () => {
  const { computer, folder } = await linked();
  const { hash } = computer.engine.createProject([...storyWithBoards(1, 1).records()]);
  const otherName = join(dirname(folder), 'STORY');
  mkdirSync(otherName, { recursive: true });
  const original = [fs.realpathSync.native, promises.realpath] as const;
  const asStored = (path: string): string => path.replace(otherName, folder);
  onTestFinished(() => {
    Object.assign(fs.realpathSync, { native: original[0] });
    Object.assign(promises, { realpath: original[1] });
    syncBuiltinESMExports();
  });
  Object.assign(fs.realpathSync, { native: (path: string) => asStored(original[0](path)) });
  Object.assign(promises, { realpath: async (path: string) => asStored(await original[1](path)) });
  syncBuiltinESMExports();
  for (const refused of [otherName, join(otherName, 'inner')])
    await expect(computer.folders.link({ hash, folder: refused })).rejects.toMatchObject({ code: 'conflict' });
  expect(existsSync(join(otherName, 'inner'))).toBe(false);
  expect(computer.folders.list()).toHaveLength(1);
});

describe('[S7] an edit', () => {
  test('changes exactly the file with the record', async () => {
    const { computer, folder } = await linked();
    const [element] = elementsOf(computer);
    const before = filesOf(folder);
    computer.change(element?.id ?? '', { title: '<p>New</p>' });
    expect((await computer.sync()).state).toBe('idle');
    expect(changedFiles(before, filesOf(folder))).toEqual([pathOf(folder, element?.id ?? '')]);
    expect((await readStoryFolder(folder)).project.get(element?.id ?? '')).toEqual(computer.story.get(element?.id ?? ''));
  });

  test('while the folder is linked and written for the first time is part of the next step', async () => {
    let isEdited = false;
    const disk: Disk = {
      ...nodeDisk,
      createFolder(path) {
        if (!isEdited) computer.change(elementsOf(computer)[0]?.id ?? '', { title: '<p>Meanwhile</p>' });
        isEdited = true;
        return nodeDisk.createFolder(path);
      },
    };
    const computer = new Computer(1, null, { disk });
    onTestFinished(() => computer.close());
    const folder = join(newFolder(), 'story');
    await computer.link(storyWithBoards(2, 5), folder);
    expect(isEdited).toBe(true);
    expect((await computer.sync()).state).toBe('idle');
    const id = elementsOf(computer)[0]?.id ?? '';
    expect(titleOf((await readStoryFolder(folder)).project.get(id))).toBe('<p>Meanwhile</p>');
  });

  test('adds the file of a new element beside its board, and removes the folder of a board that is deleted', async () => {
    const { computer, folder } = await linked();
    const boards = [...computer.story.recordsOfKind('board')];
    const [first, second] = ['Board 0', 'Board 1'].map((name) => boards.find((board) => board.name === name));
    computer.send({ do: 'create', kind: 'element', fields: { boardId: second?.id ?? '', x: 1, y: 2000, title: '<p>Alone</p>' } });
    await computer.sync();
    const alone = elementsOf(computer).find((each) => titleOf(each) === '<p>Alone</p>')?.id ?? '';
    const path = pathOf(folder, alone);
    expect(path.split('/')[1]).toContain('board-1');
    // Moving the file by hand moves the element.
    const to = path.replace(/board-1-\w+/, readdirSync(join(folder, 'boards')).find((name) => name.startsWith('board-0')) ?? '');
    renameSync(join(folder, path), join(folder, to));
    expect((await computer.sync()).state).toBe('idle');
    expect(computer.story.get(alone)?.boardId).toBe(first?.id);
    expect(pathOf(folder, alone)).toBe(to);
    computer.send({ do: 'remove', kind: 'board', id: first?.id ?? '' });
    await computer.sync();
    expect(readdirSync(join(folder, 'boards')).filter((name) => name.startsWith('board-0'))).toEqual([]);
    expect([...(await readStoryFolder(folder)).project.records()].length).toBe(computer.story.size);
  });

  test('is not written over a file that somebody has changed since: both changes are merged', async () => {
    const { computer, folder } = await linked();
    const id = elementsOf(computer)[1]?.id ?? '';
    computer.change(id, { title: '<p>Mine</p>' });
    replaceIn(join(folder, pathOf(folder, id)), /x: \d+/, 'x: 12345');
    expect((await computer.sync()).state).toBe('idle');
    const record = (await readStoryFolder(folder)).project.get(id);
    expect([titleOf(record), record?.x]).toEqual(['<p>Mine</p>', 12_345]);
    expect(computer.story.get(id)).toEqual(record);
  });

  test('does not touch files that are none of Taleport’s', async () => {
    const { computer, folder } = await linked();
    mkdirSync(join(folder, 'tests'));
    for (const path of ['README.md', 'tests/a.yaml', 'boards/notes.txt', '.gitattributes']) writeFileSync(join(folder, path), 'mine');
    const [board] = [...computer.story.recordsOfKind('board')].filter(({ type }) => type === 'board');
    computer.send({ do: 'remove', kind: 'board', id: board?.id ?? '' });
    await computer.sync();
    for (const path of ['README.md', 'tests/a.yaml', 'boards/notes.txt', '.gitattributes'])
      expect(readFileSync(join(folder, path), 'utf8')).toBe('mine');
  });

  test('that adds or removes a language keeps the files of others beside those of assets', async () => {
    const { computer, folder } = await linked(withoutHostedComments(everything().project()));
    const picture = [...filesOf(folder).keys()].find((path) => path.startsWith('assets/') && path.endsWith('.yaml')) ?? expect.fail();
    const others = ['assets/hero.psd', 'assets/README.md', picture.replace('.yaml', '.psd')];
    for (const path of others) writeFileSync(join(folder, path), 'mine');
    await computer.sync();
    const germanFiles = () => [...filesOf(folder).keys()].filter((path) => path.startsWith('languages/de/'));
    expect(germanFiles()).not.toEqual([]);
    computer.send({ do: 'addLocale', locale: { iso: 'fr', name: 'Français', base: null } });
    await computer.sync();
    computer.send({ do: 'removeLocale', iso: 'de' });
    expect((await computer.sync()).state).toBe('idle');
    for (const path of others) expect(readFileSync(join(folder, path), 'utf8')).toBe('mine');
    expect([germanFiles(), existsSync(join(folder, 'languages', 'de'))]).toEqual([[], false]);
    expect(await readStoryFolder(folder)).toMatchObject({ problems: [] });
  });
});

describe('[S7] [S8] a folder that is watched', () => {
  test('an edit looks at no more files in a longer story, and a change of a file still arrives', async () => {
    let looks = 0;
    const stat: typeof nodeDisk.stat = (path) => {
      looks += 1;
      return nodeDisk.stat(path);
    };
    const computer = new Computer(1, null, { mode: 'live', disk: { ...nodeDisk, stat }, timer: withoutPolls });
    onTestFinished(() => computer.close());
    const repository = newFolder();
    // Elsewhere, a change is read after a second ([S9]).
    mkdirSync(join(repository, '.git'));
    const folder = join(repository, 'story');
    await computer.link(storyWithBoards(1, 60), folder);
    const [id = '', other = ''] = elementsOf(computer).map((element) => element.id);
    const file = join(folder, pathOf(folder, id));
    let round = 0;
    // The first edits may be made before everything is watched.
    await expect
      .poll(async () => {
        looks = 0;
        const title = `<p>Round ${round++}</p>`;
        computer.change(id, { title });
        await expect.poll(() => readFileSync(file, 'utf8')).toContain(title);
        return looks;
      })
      .toBeLessThan(20);
    replaceIn(join(folder, pathOf(folder, other)), /title: \|-\n.*/, 'title: |-\n    <p>By hand</p>');
    await expect.poll(() => computer.story.find('element', other)?.title.en?.text).toBe('<p>By hand</p>');
  });
});

describe('[Story folder] a hostile folder', () => {
  test.skipIf(process.platform === 'win32')('nothing is written through a link, and no file of another program is replaced', async () => {
    const { computer, folder } = await linked();
    const outside = newFolder();
    writeFileSync(join(outside, 'mine.yaml'), 'mine');
    const [board] = [...computer.story.recordsOfKind('board')].filter(({ type }) => type === 'board');
    const name = readdirSync(join(folder, 'boards'))[0] ?? '';
    cpSync(join(folder, 'boards', name), outside, { recursive: true });
    rmSync(join(folder, 'boards', name), { recursive: true });
    symlinkSync(outside, join(folder, 'boards', name));
    const before = filesOf(outside);
    for (const { id } of elementsOf(computer)) computer.change(id, { title: '<p>Changed</p>' });
    computer.change(board?.id ?? '', { name: 'Changed' });
    await computer.sync();
    expect(changedFiles(before, filesOf(outside))).toEqual([]);
    expect(computer.story.has(board?.id ?? '')).toBe(true);
  });

  test.skipIf(process.platform === 'win32')('with a link in place of the staging folder is not written', async () => {
    const { computer, folder } = await linked();
    await computer.restart();
    const outside = newFolder();
    rmSync(join(folder, '.taleport~'), { recursive: true, force: true });
    symlinkSync(outside, join(folder, '.taleport~'));
    computer.change(elementsOf(computer)[0]?.id ?? '', { title: '<p>Changed</p>' });
    expect(await computer.sync()).toMatchObject({ state: 'waiting', reason: 'folder' });
    expect(readdirSync(outside)).toEqual([]);
  });
});

describe('[S8] a file that is none any more', () => {
  test.skipIf(process.platform === 'win32').each([
    ['a link', (file: string) => symlinkSync('elsewhere', file), /is a link/],
    ['a folder', (file: string) => mkdirSync(file), /is a folder/],
    ['a file that the system refuses to read', (file: string) => writeFileSync(file, 'locked'), /permission/],
  ])('%s: it is reported, nothing is removed, and the rest is taken', async (name, replace, fault) => {
    const folder = join(newFolder(), 'story');
    let locked = '';
    const disk: Disk = {
      ...nodeDisk,
      async statAndHash(path) {
        if (path === locked) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
        return nodeDisk.statAndHash(path);
      },
    };
    const computer = new Computer(1, null, { disk });
    onTestFinished(() => computer.close());
    await computer.link(withoutHostedComments(everything().project()), folder);
    const isLocked = name.startsWith('a file');
    const picture = [...filesOf(folder).keys()].find((path) => path.startsWith('assets/') && path.endsWith('.yaml')) ?? expect.fail();
    const [first, second] = elementsOf(computer);
    const path = isLocked ? picture.replace('.yaml', '.bin') : pathOf(folder, first?.id ?? '');
    const file = join(folder, isLocked ? pathOf(folder, first?.id ?? '') : path);
    const other = join(folder, pathOf(folder, second?.id ?? ''));
    const before = computer.records;
    if (isLocked) locked = file;
    rmSync(file);
    replace(file);
    if (isLocked) writeFileSync(file, Buffer.from([0xff, 0xfe]));
    replaceIn(other, /x: [\d.]+/, 'x: 4711');
    const { state, problems } = await computer.sync();
    expect([state, problems.map((each) => t(each.message))]).toEqual(['idle', expect.arrayContaining([expect.stringMatching(fault)])]);
    expect(computer.story.get(second?.id ?? '')?.x).toBe(4711);
    expect(computer.story.get(first?.id ?? '')).toEqual(before.get(first?.id ?? ''));
    expect(computer.story.size).toBe(before.size);
  });

  test.skipIf(process.platform === 'win32')('is reported if nothing else has changed, and taken for removed once it is gone', async () => {
    const { computer, folder } = await linked();
    const [first, second] = elementsOf(computer);
    const [path, other] = [pathOf(folder, first?.id ?? ''), pathOf(folder, second?.id ?? '')];
    const added = other.replace(/[^/]+$/, 'added.yaml');
    symlinkSync('elsewhere', join(folder, added));
    expect((await computer.sync()).problems.map((each) => each.path)).toEqual([added]);
    rmSync(join(folder, path));
    symlinkSync('elsewhere', join(folder, path));
    expect((await computer.sync()).problems.map((each) => each.path).sort()).toEqual([path, added].sort());
    expect(computer.story.has(first?.id ?? '')).toBe(true);
    rmSync(join(folder, path));
    expect((await computer.sync()).problems.map((each) => each.path)).toEqual([added]);
    rmSync(join(folder, added));
    expect((await computer.sync()).problems).toEqual([]);
    expect(computer.story.has(first?.id ?? '')).toBe(false);
  });

  test.skipIf(process.platform === 'win32')('a folder of a board that has become a link is reported, and its board stays', async () => {
    const { computer, folder } = await linked();
    const size = computer.story.size;
    const name = readdirSync(join(folder, 'boards'))[0] ?? '';
    renameSync(join(folder, 'boards', name), join(folder, 'elsewhere'));
    symlinkSync('../elsewhere', join(folder, 'boards', name));
    const { state, problems } = await computer.sync();
    expect([state, problems.map(({ path }) => path), computer.story.size]).toEqual(['idle', [`boards/${name}`], size]);
  });
});

describe('[S8] a changed folder', () => {
  test('is validated in what has changed, and as a whole only when it becomes a project', async () => {
    const validated = vi.spyOn(getRecordSchema('element'), 'safeParse');
    onTestFinished(() => validated.mockRestore());
    const { computer, folder } = await linked(storyWithBoards(2, 20));
    const [first, second] = elementsOf(computer);
    const countOf = async (act: () => Promise<unknown>) => {
      validated.mockClear();
      await act();
      return validated.mock.calls.length;
    };
    const change = (id = '') => replaceIn(join(folder, pathOf(folder, id)), 'The first paragraph', 'The changed paragraph');
    // With two neighbours that are validated by the connections between them: as read, as planned, and as executed.
    change(first?.id);
    expect(await countOf(() => computer.sync())).toBeLessThan(10);
    computer.change(second?.id ?? '', { title: '<p>Here</p>' });
    await computer.sync();
    change(second?.id);
    expect(await countOf(() => computer.sync())).toBeLessThan(10);
    const other = newComputer(2);
    await computer.folders.unlink(computer.hash);
    // When a block is decoded, as a story, and by the engine, which trusts nobody.
    expect(await countOf(() => other.open(folder))).toBe(3 * elementsOf(computer).length);
  });

  test('arrives as one step that can be undone, and nothing is written back', async () => {
    const { computer, folder } = await linked();
    const [first, second] = elementsOf(computer);
    replaceIn(join(folder, pathOf(folder, first?.id ?? '')), 'Element 0', 'From the folder');
    replaceIn(join(folder, pathOf(folder, second?.id ?? '')), /x: \d+/, 'x: 777');
    const before = filesOf(folder);
    expect((await computer.sync()).state).toBe('idle');
    expect(changedFiles(before, filesOf(folder))).toEqual([]);
    expect(titleOf(computer.story.get(first?.id ?? ''))).toBe('<p>From the folder</p>');
    expect(t(computer.engine.getUndoRedoLabels(computer.hash).undo ?? expect.fail())).toBe('Apply 2 changes from the story folder');
    computer.engine.undo(computer.hash);
    expect(titleOf(computer.story.get(first?.id ?? ''))).toBe('<p>Element 0</p>');
    await computer.sync();
    expect(readFileSync(join(folder, pathOf(folder, first?.id ?? '')), 'utf8')).toContain('Element 0');
  });

  test('with a file that cannot be read keeps the last good value, and the file is neither changed nor lost', async () => {
    const { computer, folder } = await linked();
    const [first, second] = elementsOf(computer);
    const file = join(folder, pathOf(folder, first?.id ?? ''));
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, good.replace('kind: element', 'kind: element\n  x: [1'));
    replaceIn(join(folder, pathOf(folder, second?.id ?? '')), /Element \d/, 'Another');
    const status = await computer.sync();
    expect(status.problems.map(({ path }) => join(folder, path))).toContain(file);
    expect(titleOf(computer.story.get(second?.id ?? ''))).toBe('<p>Another</p>');
    computer.change(first?.id ?? '', { title: '<p>Edited meanwhile</p>' });
    const bad = readFileSync(file, 'utf8');
    expect((await computer.sync()).waitingFiles).toEqual([pathOfFile(folder, file)]);
    expect(readFileSync(file, 'utf8')).toBe(bad);
    await computer.restart();
    expect((await computer.sync()).problems.length).toBeGreaterThan(0);
    writeFileSync(file, good);
    expect(await computer.sync()).toMatchObject({ state: 'idle', problems: [], waitingFiles: [] });
    expect(readFileSync(file, 'utf8')).toContain('Edited meanwhile');
  });

  test('with a file that is no picture, as a pointer of Git LFS, says so, and takes the record', async () => {
    const { computer, folder } = await linked(withoutHostedComments(everything().project()));
    const record = [...filesOf(folder)].find(([path, text]) => path.startsWith('assets/') && /^ {2}file: \S+\.png$/m.test(text))?.[0] ?? '';
    const path = record.replace(/\.yaml$/, '.png');
    writeFileSync(join(folder, path), 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n');
    replaceIn(join(folder, record), /^ {2}name: .*$/m, '  name: Lighthouse');
    const { state, problems } = await computer.sync();
    expect([state, problems.map((each) => [each.path, t(each.message)])]).toEqual([
      'idle',
      [[path, expect.stringMatching(/Git LFS pointer/)]],
    ]);
    expect([...computer.story.recordsOfKind('asset')].map(({ name }) => name)).toContain('Lighthouse');
  });

  test.each([
    ['a full disk', new Problem('store', verbatim('the disk is full')), []],
    ['an error of the program', new TypeError('the disk is full'), [expect.stringContaining('TypeError: the disk is full')]],
  ])('with a picture that cannot be stored now says so, and stores it with the next step: %s', async (_, error, logged) => {
    let isFull = true;
    const beforeStore = (): void => {
      if (isFull) throw error;
    };
    const computer = new Computer(1, null, { beforeStore });
    onTestFinished(() => computer.close());
    computer.mayLog = true;
    const folder = join(newFolder(), 'story');
    await computer.link(withoutHostedComments(everything().project()), folder);
    const record = [...filesOf(folder)].find(([path, text]) => path.startsWith('assets/') && /^ {2}file: \S+\.png$/m.test(text))?.[0] ?? '';
    const path = record.replace(/\.yaml$/, '.png');
    writeFileSync(join(folder, path), png());
    replaceIn(join(folder, record), /^ {2}name: .*$/m, '  name: Lighthouse');
    const { problems } = await computer.sync();
    expect(problems.map((each) => [each.path, t(each.message)])).toEqual([[path, expect.stringContaining('the disk is full')]]);
    expect(computer.logged).toEqual(logged);
    expect([...computer.story.recordsOfKind('asset')].map(({ name }) => name)).toContain('Lighthouse');
    isFull = false;
    expect(await computer.sync()).toMatchObject({ state: 'idle', problems: [] });
  });

  test('that makes the story invalid in one record keeps the project, and the rest is taken', async () => {
    const { computer, folder } = await linked();
    const [first, second] = elementsOf(computer);
    replaceIn(join(folder, 'story.yaml'), /$/, 'startingElement: 00000000-0000-4000-8000-00000000dead\n');
    replaceIn(join(folder, pathOf(folder, second?.id ?? '')), /Element \d/, 'Another');
    const status = await computer.sync();
    expect(status.problems.map(({ path }) => path)).toEqual(['story.yaml']);
    expect(titleOf(computer.story.get(second?.id ?? ''))).toBe('<p>Another</p>');
    expect(computer.story.has(first?.id ?? '')).toBe(true);
  });

  test('that has lost more than a third of the story is asked about first', async () => {
    const { computer, folder } = await linked();
    const size = computer.story.size;
    for (const name of readdirSync(join(folder, 'boards')).filter((each) => each.startsWith('board-0')))
      rmSync(join(folder, 'boards', name), { recursive: true });
    expect(await computer.sync()).toMatchObject({ state: 'waiting', reason: 'removals' });
    expect(computer.story.size).toBe(size);
    expect(await computer.sync({ acceptRemovals: true })).toMatchObject({ state: 'idle' });
    expect(computer.story.size).toBeLessThan(size);
  });

  test('that is gone is reported, and is read again when it is back', async () => {
    const { computer, folder } = await linked();
    renameSync(folder, `${folder}-away`);
    expect(await computer.sync()).toMatchObject({ state: 'waiting', reason: 'folder' });
    renameSync(`${folder}-away`, folder);
    expect(await computer.sync()).toMatchObject({ state: 'idle' });
  });
});

const pathOfFile = (folder: string, file: string): string => file.slice(folder.length + 1);

describe('[S3] [S10] the name of a file', () => {
  test('is the same on every computer for a record that arrives from a workspace, whatever its title is by then', async () => {
    const { computer, folder } = await linked();
    computer.isSynced = true;
    const [board] = [...computer.story.recordsOfKind('board')].filter(({ type }) => type === 'board');
    const title = '<p>The hall</p>';
    const { ids } = computer.engine.execute(
      computer.hash,
      { do: 'create', kind: 'element', fields: { boardId: board?.id ?? '', x: 1, y: 1, title } },
      'user',
    );
    await computer.sync();
    expect(basename(pathOf(folder, ids[0] ?? ''))).toMatch(/^element-[0-9a-f]+\.yaml$/);
  });

  test('returns with its record, after a new start, too', async () => {
    const { computer, folder } = await linked();
    const { id = '' } = elementsOf(computer)[0] ?? {};
    const before = pathOf(folder, id);
    computer.change(id, { title: '<p>Renamed</p>' });
    computer.send({ do: 'remove', kind: 'element', id });
    await computer.sync();
    expect(existsSync(join(folder, before))).toBe(false);
    await computer.restart();
    computer.engine.undo(computer.hash);
    await computer.sync();
    expect(pathOf(folder, id)).toBe(before);
  });
});

/** Two boards, and elements in two languages without connections. */
function translatedStory() {
  const story = new StoryBuilder({
    locales: [
      { iso: 'en', name: 'English', base: null },
      { iso: 'de', name: 'Deutsch', base: 'en' },
    ],
  });
  const [hall, yard] = [story.board('The hall'), story.board('The yard')];
  const elements = ['One', 'Two', 'Three'].map((name, at) =>
    story.element(hall, null, { x: 400 * at, y: 1, title: { en: { text: `<p>${name}</p>` }, de: { text: `<p>${name} deutsch</p>` } } }),
  );
  return { project: story.project(), hall, yard, elements };
}

const boardFolderOf = (folder: string, name: string): string =>
  readdirSync(join(folder, 'boards')).find((each) => each.startsWith(name)) ?? expect.fail(name);

describe('[S3] [S8] what a file contains that belongs into another one', () => {
  test('as blocks moves to their own files at once, and nothing is lost', async () => {
    const { computer, folder } = await linked();
    const [first, second, , , last] = elementsOnBoard(computer);
    const { id: lastId, boardId } = last ?? expect.fail();
    const [from, to] = [pathOf(folder, lastId), pathOf(folder, first?.id ?? '')];
    const board = to.replace(/[^/]+$/, 'board.yaml');
    const note = [...computer.story.recordsOfKind('note')].find((each) => each.boardId === boardId)?.id ?? '';
    const noteBlock = new RegExp(`${note}:\\n(?: .*\\n)+\\n?`).exec(filesOf(folder).get(board) ?? '')?.[0] ?? expect.fail();
    replaceIn(join(folder, to), /$/, `\n${filesOf(folder).get(from)}`);
    rmSync(join(folder, from));
    replaceIn(join(folder, board), noteBlock, '');
    replaceIn(join(folder, pathOf(folder, second?.id ?? '')), /$/, `\n${noteBlock.trimEnd()}\n`);
    const before = computer.records;
    expect((await computer.sync()).state).toBe('idle');
    expect(computer.records).toEqual(before);
    for (const [id, path] of [
      [lastId, from],
      [note, board],
    ] as const) {
      const files = [...filesOf(folder)].filter(([, text]) => new RegExp(`^${id}:`, 'm').test(text)).map(([file]) => file);
      expect(files).toEqual([path]);
    }
    expect(await readStoryFolder(folder)).toMatchObject({ problems: [] });
  });

  test('as translations moves with an element or a board that was moved by hand', async () => {
    const { project, elements } = translatedStory();
    const { computer, folder } = await linked(project);
    const [moved = '', other = ''] = elements;
    const [hall, yard] = [boardFolderOf(folder, 'the-hall'), boardFolderOf(folder, 'the-yard')];
    const path = pathOf(folder, moved);
    renameSync(join(folder, path), join(folder, path.replace(hall, yard)));
    expect((await computer.sync()).state).toBe('idle');
    const german = (name: string) => filesOf(folder).get(`languages/de/boards/${name}.yaml`) ?? '';
    expect([german(yard).includes('One deutsch'), german(hall).includes('One deutsch')]).toEqual([true, false]);
    renameSync(join(folder, 'boards', hall), join(folder, 'boards', 'by-hand'));
    expect((await computer.sync()).state).toBe('idle');
    expect([german('by-hand').includes('Two deutsch'), german(hall)]).toEqual([true, '']);
    computer.change(other, { title: '<p>Changed</p>' });
    expect((await computer.sync()).state).toBe('idle');
    const read = await readStoryFolder(folder);
    expect([read.problems, read.strayPaths.size]).toEqual([[], 0]);
    expect(new Map([...read.project.records()].map((record) => [record.id, record]))).toEqual(computer.records);
    expect(computer.story.find('element', other)?.title.de?.text).toBe('<p>Two deutsch</p>');
  });

  test('moves after a new start, where it had to wait', async () => {
    const { project, elements } = translatedStory();
    const { computer, folder } = await linked(project);
    const other = newComputer(2);
    await other.open(folder);
    await other.folders.close();
    const [hall, yard] = [boardFolderOf(folder, 'the-hall'), boardFolderOf(folder, 'the-yard')];
    const path = pathOf(folder, elements[0] ?? '');
    renameSync(join(folder, path), join(folder, path.replace(hall, yard)));
    await other.restart();
    expect(await other.sync()).toMatchObject({ state: 'waiting', reason: 'lock' });
    await other.restart();
    await computer.folders.close();
    expect((await other.sync()).state).toBe('idle');
    expect(filesOf(folder).get(`languages/de/boards/${yard}.yaml`)).toContain('One deutsch');
  });

  test('waits while one of both files has a fault, so that no id is in two files', async () => {
    const { project, yard, elements } = translatedStory();
    const { computer, folder } = await linked(project);
    const [id = ''] = elements;
    const file = join(folder, pathOf(folder, id));
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, good.replace('kind: element', 'kind: element\n  x: [1'));
    await computer.sync();
    const record = computer.story.find('element', id) ?? expect.fail();
    const put = [{ ...record, boardId: yard }];
    computer.engine.execute(computer.hash, { do: 'replaceRecords', renamedIds: [], put, removedIds: [] }, 'remote');
    const { waitingFiles } = await computer.sync();
    const filesWith = () => [...filesOf(folder)].filter(([path, text]) => path.startsWith('boards/') && text.startsWith(`${id}:`));
    expect([filesWith().length, waitingFiles.includes(pathOfFile(folder, file))]).toEqual([1, true]);
    writeFileSync(file, good);
    expect(await computer.sync()).toMatchObject({ state: 'idle', problems: [], waitingFiles: [] });
    expect(filesWith().map(([path]) => path.split('/')[1])).toEqual([boardFolderOf(folder, 'the-yard')]);
    expect(await readStoryFolder(folder)).toMatchObject({ problems: [] });
  });

  test('is kept while it depends on a file with a fault, and arrives when that is corrected', async () => {
    const { computer, folder } = await linked();
    const { id } = elementsOnBoard(computer)[4] ?? expect.fail();
    const path = pathOf(folder, id);
    const neon = '00000000-0000-4000-8000-00000000ee01';
    const neonFile = join(folder, path.replace(/[^/]+$/, 'neon.yaml'));
    writeFileSync(neonFile, `${neon}:\n  kind: element\n  rank: zz\n  x: 1\n  y: 1\n  theme: neon\n`);
    replaceIn(
      join(folder, path),
      /$/,
      `\n00000000-0000-4000-8000-00000000ee02:\n  kind: connection\n  rank: aZ\n  outputRank: aZ\n  sourceType: elements\n  targetid: ${neon}\n  targetType: elements\n`,
    );
    await computer.sync();
    computer.change(id, { title: '<p>Meanwhile</p>' });
    expect((await computer.sync()).waitingFiles).toEqual([path]);
    expect(filesOf(folder).get(path)).toContain(`targetid: ${neon}`);
    writeFileSync(neonFile, `${neon}:\n  kind: element\n  rank: aZ\n  x: 1\n  y: 1\n`);
    expect(await computer.sync()).toMatchObject({ state: 'idle', problems: [], waitingFiles: [] });
    expect(computer.story.childIds(id, 'outputs')).toHaveLength(1);
    expect(filesOf(folder).get(path)).toMatch(/Meanwhile[\s\S]*ee02:/);
  });
});

test('[S6] conditions that both sides have added to a branch follow their roles, and the folder gets their order', async () => {
  const story = new StoryBuilder();
  const { branch } = story.branch(story.board('The hall'), ['true']);
  const { computer, folder } = await linked(new Project([...story.project().records()].filter(({ role }) => role !== 'else')));
  const conditions = () => computer.story.children('condition', branch, 'conditions');
  const [first = expect.fail()] = conditions();
  const rank = rankBetween(first.rank, null);
  const put = [{ ...first, id: '00000000-0000-4000-8000-0000000000aa', role: 'else' as const, script: null, rank }];
  computer.engine.execute(computer.hash, { do: 'replaceRecords', renamedIds: [], put, removedIds: [] }, 'remote');
  const file = join(folder, 'boards', boardFolderOf(folder, 'the-hall'), 'board.yaml');
  const block = `ffffffff-0000-4000-8000-0000000000bb:\n  kind: condition\n  rank: ${rank}\n  role: elseIf\n  branchId: ${branch}\n`;
  replaceIn(file, /$/, `\n${block}`);
  expect(await computer.sync()).toMatchObject({ state: 'idle', problems: [] });
  expect(conditions().map(({ role }) => role)).toEqual(['if', 'elseIf', 'else']);
  const read = await readStoryFolder(folder);
  expect([read.problems, new Map([...read.project.records()].map((record) => [record.id, record]))]).toEqual([[], computer.records]);
});

describe('[S6] the same value changed on both sides', () => {
  test('is a conflict with both values; the rest goes on, and either answer settles it', async () => {
    for (const choice of ['local', 'remote'] as const) {
      const { computer, folder } = await linked();
      const [first, second] = elementsOf(computer);
      const id = first?.id ?? '';
      const file = join(folder, pathOf(folder, id));
      computer.change(id, { title: '<p>Mine</p>', theme: 'pink' });
      replaceIn(file, 'Element 0', 'Theirs');
      computer.change(second?.id ?? '', { title: '<p>Unrelated</p>' });
      expect(await computer.sync()).toMatchObject({ state: 'waiting', reason: 'conflict', conflicts: 1 });
      const text = readFileSync(file, 'utf8');
      expect([text.includes('Theirs'), text.includes('theme: pink')]).toEqual([true, true]);
      expect(readFileSync(join(folder, pathOf(folder, second?.id ?? '')), 'utf8')).toContain('Unrelated');
      await computer.restart();
      // As a command that makes no step before it is asked to.
      await computer.folders.findVisibleStates();
      expect(computer.folders.list()).toMatchObject([{ reason: 'conflict', conflicts: 1 }]);
      const [conflict] = computer.folders.conflicts(computer.hash);
      expect([conflict?.local, conflict?.remote, conflict?.base]).toEqual(['<p>Mine</p>', '<p>Theirs</p>', '<p>Element 0</p>']);
      const sentences = [conflict?.message, conflict?.choices.local, conflict?.choices.remote].map((each) => each && t(each));
      const name = `the story folder “${basename(folder)}”`;
      expect(sentences).toEqual([
        `You changed “Title” (English) of the element “Mine”, which was also changed in ${name}.`,
        `Keep your version and write it to ${name}.`,
        `Use the version of ${name}.`,
      ]);
      await computer.folders.resolveConflicts([conflict?.id ?? ''], { choice });
      expect(await computer.sync()).toMatchObject({ state: 'idle', conflicts: 0 });
      const chosen = choice === 'local' ? '<p>Mine</p>' : '<p>Theirs</p>';
      expect([titleOf(computer.story.get(id)), readFileSync(file, 'utf8').includes(chosen)]).toEqual([chosen, true]);
    }
  });

  test('in different paragraphs is merged', async () => {
    const { computer, folder } = await linked();
    const id = elementsOf(computer)[0]?.id ?? '';
    const content = computer.story.find('element', id)?.content.en?.text ?? '';
    computer.change(id, { content: content.replace('The first paragraph', 'My first paragraph') });
    replaceIn(join(folder, pathOf(folder, id)), 'And the third one', 'Their third one');
    expect((await computer.sync()).state).toBe('idle');
    const merged = computer.story.find('element', id)?.content.en?.text ?? '';
    expect([merged.includes('My first'), merged.includes('Their third')]).toEqual([true, true]);
    expect((await readStoryFolder(folder)).project.get(id)).toEqual(computer.story.get(id));
  });

  test('as a deletion and a change is a conflict, and nothing is deleted before the answer', async () => {
    const { computer, folder } = await linked();
    const [before, { id } = expect.fail()] = elementsOnBoard(computer).slice(3);
    const file = join(folder, pathOf(folder, id));
    const text = readFileSync(file, 'utf8');
    rmSync(file);
    // With the connection that leads to it.
    replaceIn(join(folder, pathOf(folder, before?.id ?? '')), /\n\n[\s\S]*/, '\n');
    computer.change(id, { title: '<p>Still needed</p>' });
    expect(await computer.sync()).toMatchObject({ reason: 'conflict' });
    expect([computer.story.has(id), existsSync(file)]).toEqual([true, false]);
    const [conflict] = computer.folders.conflicts(computer.hash);
    await computer.folders.resolveConflicts([conflict?.id ?? ''], { choice: 'local' });
    expect(await computer.sync()).toMatchObject({ state: 'idle' });
    expect(readFileSync(join(folder, pathOf(folder, id)), 'utf8')).toBe(text.replace(/Element \d/, 'Still needed'));
  });
});

describe('[S6] [S10] copies of a folder on two computers', () => {
  test('with random edits on both sides converge, without an echo', async () => {
    for (let at = 0; at < cases(3); at++) {
      const seed = testRunSeed() * 1000 + at;
      const pick = createPick(seed);
      const { computer, folder } = await linked(storyWithBoards(2, 4));
      const theirs = edit(computer.story, 1 + pick(6), pick);
      const ours = edit(computer.story, 1 + pick(6), pick);
      const take = (project: typeof theirs.project) => {
        for (const record of project.records()) {
          const before = computer.story.get(record.id);
          if (before === record || JSON.stringify(before) === JSON.stringify(record)) continue;
          computer.engine.execute(computer.hash, { do: 'replaceRecords', renamedIds: [], put: [record], removedIds: [] }, 'remote');
        }
      };
      take(ours.project);
      const names = (await readStoryFolder(folder)).names;
      for (const [path, text] of textsOf(writeStory(theirs.project, { names }).files)) writeFileSync(join(folder, path), text);
      let status = await computer.sync();
      const conflicts = computer.folders.conflicts(computer.hash);
      const shared = [...ours.edited].filter((each) => theirs.edited.has(each));
      if (shared.length === 0)
        expect(
          conflicts.map(({ record, field }) => `${record}#${field}`),
          `seed ${seed}`,
        ).toEqual([]);
      if (conflicts.length > 0) {
        await computer.folders.resolveConflicts(
          conflicts.map(({ id }) => id),
          { choice: pick(2) === 0 ? 'local' : 'remote' },
        );
        status = await computer.sync();
      }
      expect(status, `seed ${seed}`).toMatchObject({ state: 'idle', conflicts: 0 });
      const read = await readStoryFolder(folder);
      expect(new Map([...read.project.records()].map((record) => [record.id, record])), `seed ${seed}`).toEqual(computer.records);
      const before = filesOf(folder);
      const version = computer.engine.getVersion(computer.hash).version;
      await computer.sync();
      expect([changedFiles(before, filesOf(folder)), computer.engine.getVersion(computer.hash).version]).toEqual([[], version]);
    }
  });
});

describe('[S11] a folder that another Taleport uses', () => {
  test('is read, and written when the other one has ended', async () => {
    const { computer, folder } = await linked();
    const other = newComputer(2);
    await other.open(folder);
    const id = elementsOf(computer)[0]?.id ?? '';
    computer.change(id, { title: '<p>From the first</p>' });
    await computer.sync();
    await other.sync();
    expect(titleOf(other.story.get(id))).toBe('<p>From the first</p>');
    other.change(id, { title: '<p>From the second</p>' });
    const before = filesOf(folder);
    expect(await other.sync()).toMatchObject({ state: 'waiting', reason: 'lock', canTakeOver: false });
    expect(changedFiles(before, filesOf(folder))).toEqual([]);
    await computer.folders.close();
    expect((await other.sync()).state).toBe('idle');
    expect(readFileSync(join(folder, pathOf(folder, id)), 'utf8')).toContain('From the second');
  });
});

test('a step that is requested while a folder is closed is not made, and leaves no lock', async () => {
  let onStep = (): void => undefined;
  const identity = (folder: string) => {
    onStep();
    return nodeDisk.identity(folder);
  };
  const computer = new Computer(1, null, { disk: { ...nodeDisk, identity }, mode: 'live' });
  const folder = newFolder();
  await computer.link(storyWithBoards(2, 2), folder);
  const one = elementsOf(computer)[0]?.id ?? expect.fail();
  computer.change(one, { title: '<p>Pending</p>' });
  let steps = 0;
  let requested: Promise<unknown> = Promise.resolve();
  onStep = () => {
    steps += 1;
    if (steps === 1) requested = computer.sync();
  };
  await computer.folders.close();
  await requested;
  expect(existsSync(join(folder, workFolder, 'lock'))).toBe(false);
  expect(steps).toBe(1);
  await computer.close();
  expect(readFileSync(join(folder, pathOf(folder, one)), 'utf8')).toContain('Pending');
});

test('[Story folder] a full disk: a status that cannot be stored ends no step, and settings that cannot be stored do not apply', async () => {
  let isFull = false;
  const beforePut = (ids: readonly string[]) => {
    if (!isFull || !ids.some((id) => id.startsWith(linkKeyPrefix))) return;
    isFull = false;
    throw new Error('database or disk is full');
  };
  const computer = new Computer(1, null, { mode: 'live', beforePut });
  onTestFinished(() => computer.close());
  computer.mayLog = true;
  const folder = newFolder();
  await computer.link(storyWithBoards(2, 2), folder);
  const [broken = '', other = ''] = elementsOf(computer).map(({ id }) => id);
  // The step of the start has ended, so that the next one is that of the call.
  await computer.sync();
  isFull = true;
  writeFileSync(join(folder, pathOf(folder, broken)), `${broken}: [`);
  await computer.sync();
  expect(isFull).toBe(false);
  computer.change(other, { title: '<p>Afterwards</p>' });
  await expect.poll(() => readFileSync(join(folder, pathOf(folder, other)), 'utf8')).toContain('Afterwards');
  const stored = () => linkRowSchema.parse(computer.engine.openKeyValueStore(folderStoreName).get(linkKeyPrefix + computer.hash));
  await expect.poll(() => stored().lastStatus?.problems).toHaveLength(1);
  isFull = true;
  await expect(computer.folders.change(computer.hash, { comments: false })).rejects.toThrow('full');
  expect(computer.folders.list()).toMatchObject([{ comments: true }]);
});

test.each(['other', undefined])('[Story folder] a folder whose last status another version has stored (%s) stays linked', async (state) => {
  const { computer, folder } = await linked();
  const store = computer.engine.openKeyValueStore(folderStoreName);
  const { lastStatus, ...row } = linkRowSchema.parse(store.get(linkKeyPrefix + computer.hash));
  store.put([{ id: linkKeyPrefix + row.hash, value: { ...row, ...(state && { lastStatus: { ...lastStatus, state } }) } }]);
  await computer.restart();
  expect(computer.folders.list()).toMatchObject([{ folder }]);
});

describe('[S11] a folder whose disk does not respond', () => {
  test('ends in time when it is unlinked, and what its step does later is not stored', async () => {
    let respond = (): void => undefined;
    let isHung = false;
    const hung = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const identity = async (folder: string) => {
      if (isHung) await hung;
      return nodeDisk.identity(folder);
    };
    // Closing waits, but for no time here.
    const timer: Timer = { ...systemTimer, after: (milliseconds, run) => systemTimer.after(milliseconds >= 1000 ? 0 : milliseconds, run) };
    const computer = new Computer(1, null, { disk: { ...nodeDisk, identity }, timer });
    onTestFinished(() => computer.close());
    computer.mayLog = true;
    const folder = newFolder();
    await computer.link(storyWithBoards(2, 2), folder);
    isHung = true;
    const running = computer.sync();
    await computer.folders.unlink(computer.hash);
    expect(computer.folders.list()).toEqual([]);
    respond();
    await running;
    expect(computer.engine.openKeyValueStore('story-folders').list()).toEqual([]);
  });
});

test('[S11] a lock is taken over where it is asked to, and only after its holder has not been heard of for a minute', async () => {
  const folder = newFolder();
  let now = 0;
  const [holder, other] = [new FolderLock(folder, () => now), new FolderLock(folder, () => now)];
  expect(await holder.acquire()).toEqual({ isHeld: true });
  expect(await other.acquire({ takeOver: true })).toMatchObject({ isHeld: false, isStale: false });
  now += 59_000;
  expect(await holder.acquire()).toEqual({ isHeld: true });
  now += 2000;
  expect(await other.acquire({ takeOver: true })).toMatchObject({ isHeld: false, isStale: false });
  now += 60_000;
  expect(await other.acquire()).toMatchObject({ isHeld: false, isStale: true });
  expect(await other.acquire({ takeOver: true })).toEqual({ isHeld: true });
  expect(await holder.acquire()).toMatchObject({ isHeld: false, isStale: false });
  await holder.release();
  expect(await other.acquire()).toEqual({ isHeld: true });
});

describe.each(['', '{', '{"owner":1}\n', '[]'])('[S11] a file that contains %j instead of a lock', (text) => {
  const damagedFolder = () => {
    const folder = newFolder();
    const file = join(folder, workFolder, 'lock');
    mkdirSync(dirname(file));
    writeFileSync(file, text);
    let now = 0;
    const newLock = () => new FolderLock(folder, () => now);
    return { file, newLock, wait: () => (now += 5000) };
  };

  test('belongs to nobody when it stays as it is: of two who find it at once, one gets the lock', async () => {
    const { newLock, wait } = damagedFolder();
    const locks = [newLock(), newLock()];
    const holders: number[] = [];
    for (let turn = 0; turn < 6; turn++) {
      const results = await Promise.all(locks.map((lock) => lock.acquire()));
      holders.push(results.filter(({ isHeld }) => isHeld).length);
      wait();
    }
    expect(holders).toEqual([0, 0, 1, 1, 1, 1]);
    await Promise.all(locks.map((lock) => lock.release()));
    expect(await newLock().acquire()).toEqual({ isHeld: true });
  });

  test('may be one that is just being created', async () => {
    const { file, newLock, wait } = damagedFolder();
    const lock = newLock();
    expect(await lock.acquire()).toMatchObject({ isHeld: false });
    const creator = JSON.stringify({ owner: 'creator', host: 'another', process: 1, beat: 1 });
    writeFileSync(file, creator);
    wait();
    expect(await lock.acquire({ takeOver: true })).toEqual({ isHeld: false, name: 'another', isStale: false });
    expect(readFileSync(file, 'utf8')).toBe(creator);
  });

  test('is only replaced when it stays as it is since it was damaged, not since an earlier time', async () => {
    const { file, newLock, wait } = damagedFolder();
    const lock = newLock();
    await lock.acquire();
    rmSync(file);
    expect(await lock.acquire()).toEqual({ isHeld: true });
    for (let turn = 0; turn < 5; turn++) wait();
    writeFileSync(file, text);
    expect(await lock.acquire()).toMatchObject({ isHeld: false });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('is left behind by nobody who has not got the lock yet', async () => {
    const { file, newLock, wait } = damagedFolder();
    const lock = newLock();
    await lock.acquire();
    wait();
    expect(await lock.acquire()).toMatchObject({ isHeld: false });
    await lock.release();
    expect(existsSync(file)).toBe(false);
  });
});

test('[S11] a link whose lock is damaged waits for it', async () => {
  const { computer, folder } = await linked();
  await computer.folders.close();
  writeFileSync(join(folder, workFolder, 'lock'), '');
  const other = newComputer(2);
  await other.open(folder);
  other.change(elementsOf(other)[0]?.id ?? '', { title: '<p>From the second</p>' });
  expect(await other.sync()).toMatchObject({ state: 'waiting', reason: 'lock', canTakeOver: false });
});

describe('[S12] files that are read-only', () => {
  test.skipIf(process.platform === 'win32')('wait for a checkout, and nothing is written before', async () => {
    const { computer, folder } = await linked();
    const id = elementsOf(computer)[0]?.id ?? '';
    const path = pathOf(folder, id);
    chmodSync(join(folder, path), 0o444);
    computer.change(id, { title: '<p>Later</p>' });
    expect(await computer.sync()).toMatchObject({ state: 'waiting', reason: 'checkout', waitingFiles: [path] });
    expect(readFileSync(join(folder, path), 'utf8')).not.toContain('Later');
    chmodSync(join(folder, path), 0o644);
    expect((await computer.sync()).state).toBe('idle');
    expect(readFileSync(join(folder, path), 'utf8')).toContain('Later');
    expect(statSync(join(folder, path)).mode & 0o777).toBe(0o644);
  });
});

describe('a link', () => {
  test('ends without touching the project or the files, and can be made again', async () => {
    const { computer, folder } = await linked();
    const files = filesOf(folder);
    await computer.folders.unlink(computer.hash);
    expect(changedFiles(files, filesOf(folder))).toEqual([]);
    expect(computer.engine.openKeyValueStore('story-folders').list()).toEqual([]);
    const id = elementsOf(computer)[0]?.id ?? '';
    replaceIn(join(folder, pathOf(folder, id)), /x: \d+/, 'x: 4321');
    cpSync(folder, `${folder}-copy`, { recursive: true });
    await computer.folders.link({ hash: computer.hash, folder, settings: {} });
    // Without a common state, both values are shown.
    expect(computer.folders.conflicts(computer.hash).map(({ field }) => field)).toEqual(['x']);
  });

  test('removes the drafts of its first files that a killed process left, and no file of the user', async () => {
    const { computer, folder } = await linked();
    const drafts = ['..gitattributes.', join(workFolder, '..gitignore.'), join(workFolder, '.lock.')].map(
      (name) => `${name}0123456789abcdef`,
    );
    for (const name of [...drafts, '..gitattributes.mine']) writeFileSync(join(folder, name), '');
    await computer.restart();
    expect((await computer.sync()).state).toBe('idle');
    expect(drafts.filter((name) => existsSync(join(folder, name)))).toEqual([]);
    expect(existsSync(join(folder, '..gitattributes.mine'))).toBe(true);
  });

  test('contains local comments unless they are left out: then those of both sides stay where they are, until they are shared again', async () => {
    const { computer, folder } = await linked();
    const [id = '', other = ''] = elementsOf(computer).map((element) => element.id);
    computer.send({ do: 'addLocalComment', kind: 'element', id, text: 'Too long?' });
    await computer.sync();
    const comments = (): string[] => [...filesOf(folder).keys()].filter((path) => path.startsWith('comments/'));
    const [file = ''] = comments();
    expect(filesOf(folder).get(file)).toContain('Too long?');
    await computer.folders.change(computer.hash, { comments: false });
    expect((await computer.sync()).state).toBe('idle');
    expect(comments()).toEqual([file]);
    const ofColleague = 'comments/11111111.yaml';
    const text = filesOf(folder).get(file) ?? expect.fail();
    const commentId = /^id: (.*)$/m.exec(text)?.[1] ?? expect.fail(text);
    writeFileSync(join(folder, ofColleague), text.replace(commentId, `1111${commentId.slice(4)}`).replace('Too long?', 'Too short!'));
    computer.send({ do: 'addLocalComment', kind: 'element', id, text: 'Only here' });
    computer.send({ do: 'addLocalComment', kind: 'element', id: other, text: 'Neither' });
    computer.change(id, { title: '<p>A title</p>' });
    expect((await computer.sync()).state).toBe('idle');
    computer.change(id, { title: '<p>Another title</p>' });
    expect((await computer.sync()).state).toBe('idle');
    expect(comments().sort()).toEqual([file, ofColleague].sort());
    const textsOfProject = () =>
      Object.values(computer.story.get(id)?.localComments ?? {})
        .map((comment) => comment.text)
        .sort();
    expect(textsOfProject()).toEqual(['Only here', 'Too long?']);
    await computer.folders.change(computer.hash, { comments: true });
    expect((await computer.sync()).state).toBe('idle');
    expect(comments()).toEqual(expect.arrayContaining([file, ofColleague]));
    expect(comments()).toHaveLength(4);
    expect(textsOfProject()).toEqual(['Only here', 'Too long?', 'Too short!']);
  });

  test('that is paused follows neither side until it is resumed', async () => {
    const { computer, folder } = await linked();
    expect(await computer.folders.change(computer.hash, { on: false })).toMatchObject({ state: 'paused', on: false });
    const id = elementsOf(computer)[0]?.id ?? '';
    computer.change(id, { title: '<p>Paused</p>' });
    expect(await computer.folders.sync({})).toEqual([]);
    await computer.folders.change(computer.hash, { on: true });
    expect((await computer.sync()).state).toBe('idle');
    expect(readFileSync(join(folder, pathOf(folder, id)), 'utf8')).toContain('Paused');
  });
});
