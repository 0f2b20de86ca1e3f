/** [Story folder] Merges by git itself: with the driver, with one that does not run, and without one. */

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkGitSetup, installInGit, plainAttributes, uninstallFromGit } from '../../../main/story-folder/git-setup.ts';
import { readStoryFolder } from '../../../main/story-folder/read-folder.ts';
import { t } from '../../../shared/messages/english.ts';
import type { Project } from '../../../shared/model/project.ts';
import { newFolder } from '../../new-folder.ts';
import { bundleOf, headlessCommand } from '../../programs.ts';
import { cases, expectEnough, rounds } from '../../rounds.ts';
import { testRunSeed } from '../../seed.ts';
import { textsOf, writeStory } from './story-files.ts';
import { createPick, edit, hasSameField, storyWithBoards } from './two-sides.ts';

const base = storyWithBoards(2, 5);
const { files, names } = writeStory(base);
const baseTexts = textsOf(files);
const element = [...baseTexts.keys()].find((path) => /boards\/board-0-\w+\/element-0/.test(path)) ?? expect.fail();

class Repository {
  readonly folder = newFolder();

  constructor(settings: Readonly<Record<string, string>> = {}) {
    this.git('init', '-q', '-b', 'main');
    for (const [key, value] of Object.entries({
      'user.name': 'Test',
      'user.email': 'test@example.org',
      'core.hooksPath': '/nowhere',
      ...settings,
    }))
      this.git('config', key, value);
    this.commit(baseTexts);
  }

  run(...args: string[]) {
    return spawnSync('git', args, {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...process.env, GIT_EDITOR: 'true', GIT_CONFIG_NOSYSTEM: '1' },
    });
  }

  git(...args: string[]): string {
    const { status, stdout, stderr } = this.run(...args);
    expect(status, `git ${args.join(' ')}: ${stderr}`).toBe(0);
    return stdout;
  }

  /** Sets the driver up and commits the attributes, which git reads from the side that it merges into. */
  async install(command: readonly string[]): Promise<void> {
    await installInGit(this.folder, command);
    this.git('add', '-A');
    this.git('commit', '-q', '-m', 'Set up');
  }

  /** Replaces all files of the story. */
  commit(texts: ReadonlyMap<string, string>): void {
    for (const name of readdirSync(this.folder)) if (!name.startsWith('.git')) rmSync(join(this.folder, name), { recursive: true });
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', 'Change the story');
  }

  /** Commits one version on a branch and the other one on `main`, which stays checked out. */
  diverge(local: ReadonlyMap<string, string>, remote: ReadonlyMap<string, string>): void {
    this.git('checkout', '-q', '-b', 'other');
    this.commit(remote);
    this.git('checkout', '-q', 'main');
    this.commit(local);
  }

  read = (path: string): string => readFileSync(join(this.folder, path), 'utf8').replaceAll('\r\n', '\n');
}

const change = (part: string, replacement: string) =>
  new Map(baseTexts).set(element, baseTexts.get(element)?.replace(part, replacement) ?? '');
/** Changes of neighbouring lines, for which a merge by lines leaves markers. */
const [moved, recoloured] = [change('  y: 20\n', '  y: 70\n'), change('  y: 20\n', '  y: 20\n  theme: gold\n')];
const [gold, pink] = [change('  y: 20\n', '  y: 20\n  theme: gold\n'), change('  y: 20\n', '  y: 20\n  theme: pink\n')];

describe.skipIf(process.platform === 'win32')('[Story folder] git with the merge driver', () => {
  test('merges fields that are on neighbouring lines, and is set up again after it was removed', async () => {
    const repository = new Repository();
    await repository.install(headlessCommand);
    expect((await checkGitSetup(repository.folder, headlessCommand)).filter(({ ok }) => !ok)).toEqual([]);
    repository.diverge(moved, recoloured);
    repository.git('merge', '-q', 'other', '-m', 'Merge');
    expect(repository.read(element)).toBe(moved.get(element)?.replace('  y: 70\n', '  y: 70\n  theme: gold\n'));
    await uninstallFromGit(repository.folder, headlessCommand);
    expect((await checkGitSetup(repository.folder, headlessCommand)).filter(({ ok }) => ok)).toEqual([]);
    expect(repository.read('.gitattributes')).toBe(plainAttributes);
  });

  test('stops at a value that both sides have changed; the file is valid and has both, and the reader asks for one', async () => {
    const repository = new Repository();
    await repository.install(headlessCommand);
    repository.diverge(gold, pink);
    expect(repository.run('merge', 'other').status).toBe(1);
    expect(repository.git('status', '--porcelain')).toContain(`UU ${element}`);
    expect(repository.read(element)).toContain('  theme:\n    conflict:\n      ours: gold\n      theirs: pink\n');
    const { problems } = await readStoryFolder(repository.folder);
    expect(problems.map(({ path, fault }) => `${path} ${t(fault)}`)).toEqual([
      `${element} theme: was changed on both sides of a merge: keep one of the values below “conflict”`,
    ]);
  });

  test('mergetool merges the fields that a merge without the driver has left with markers', async () => {
    const repository = new Repository();
    repository.diverge(moved, recoloured);
    expect(repository.run('merge', 'other').status).toBe(1);
    await installInGit(repository.folder, headlessCommand);
    repository.git('mergetool', '--no-prompt', '--tool=taleport', element);
    expect(repository.read(element)).toBe(moved.get(element)?.replace('  y: 70\n', '  y: 70\n  theme: gold\n'));
  });
});

describe.skipIf(process.platform === 'win32')('[Story folder] git where the driver does not run leaves markers and loses nothing', () => {
  const script = (text: string): string[] => {
    const file = join(newFolder(), 'taleport');
    writeFileSync(file, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
    return [file];
  };
  test.each([
    ['is missing (127)', () => ['/nowhere/taleport']],
    ['cannot be run (126)', () => [dirname(script('')[0] ?? '')]],
    ['is killed', () => script('kill -9 $$')],
    ['ends with 1 without having merged, as Node does for a missing file', () => [process.execPath, '/nowhere/headless.ts']],
    ['ends with a code that is fatal to git', () => script('exit 200')],
    ['has an apostrophe, a space and a percent sign in its path, and is missing', () => ["/nowhere/it's 100%A/taleport"]],
  ])('%s', async (_, createCommand) => {
    const command = createCommand();
    const repository = new Repository();
    await repository.install(command);
    expect((await checkGitSetup(repository.folder, command)).at(-1)).toEqual({ name: 'merge-driver', ok: false });
    repository.diverge(moved, recoloured);
    expect(repository.run('merge', 'other').status).toBe(1);
    expect(repository.git('status', '--porcelain')).toContain(`UU ${element}`);
    expect(repository.read(element)).toMatch(/<{7}[\s\S]*y: 70[\s\S]*={7}[\s\S]*theme: gold[\s\S]*>{7}/);
  });

  test('a version that is no valid file is merged by lines', async () => {
    const repository = new Repository();
    await repository.install(headlessCommand);
    repository.diverge(change('  y: 20\n', '  y: "20\n'), recoloured);
    expect(repository.run('merge', 'other').status).toBe(1);
    expect(repository.read(element)).toMatch(/<{7}/);
  });
});

/** The records of both sides, where no field was changed on both. */
function mergeRecords(local: Project, remote: Project): Map<string, object> {
  const ids = new Set([...local.records(), ...remote.records()].map(({ id }) => id));
  return new Map(
    [...ids].map((id) => {
      const [before, one, two] = [base.get(id), local.get(id), remote.get(id)];
      if (!one || !two || !before) return [id, one ?? two ?? {}];
      const fields = Object.keys(before).map((field) => [field, one[field] === before[field] ? two[field] : one[field]]);
      return [id, Object.fromEntries(fields)];
    }),
  );
}

const ways = {
  merge: ['merge', '-q', 'other', '-m', 'Merge'],
  rebase: ['rebase', '-q', 'other'],
  cherryPick: ['cherry-pick', 'other'],
} as const;

/** How a clone is set up: git reads the attributes of the side that it merges into, and the command of its own configuration. */
const setUps = ['both', 'thisSide', 'otherSide', 'programMissing', 'none'] as const;
const lineEnds = ['false', 'input', 'true'] as const;

/** A repository for many histories: each begins at the same commit. */
class HistoryRepository {
  readonly repository: Repository;
  readonly #start: string;

  constructor(lineEnd: string) {
    this.repository = new Repository({ 'core.autocrlf': lineEnd, 'gc.auto': '0', 'advice.detachedHead': 'false' });
    writeFileSync(join(this.repository.folder, '.gitattributes'), plainAttributes);
    this.repository.git('add', '-A');
    this.repository.git('commit', '-q', '-m', 'Attributes');
    this.#start = this.repository.git('rev-parse', 'HEAD').trim();
  }

  /** Both sides, with the attributes of the driver on one of them, on both or on none. */
  async diverge(local: ReadonlyMap<string, string>, remote: ReadonlyMap<string, string>, setUp: (typeof setUps)[number]): Promise<void> {
    const { repository } = this;
    for (const stopped of ['merge', 'rebase', 'cherry-pick']) repository.run(stopped, '--abort');
    repository.git('checkout', '-q', '-f', '--detach', this.#start);
    repository.git('clean', '-q', '-f', '-d');
    const program = setUp === 'programMissing' ? ['/nowhere/taleport'] : [process.execPath, await driverScript];
    await installInGit(repository.folder, program);
    const attributes = repository.read('.gitattributes');
    const commitSide = (name: string, texts: ReadonlyMap<string, string>, hasDriver: boolean): void => {
      repository.git('checkout', '-q', '-f', '-B', name, this.#start);
      writeFileSync(join(repository.folder, '.gitattributes'), hasDriver ? attributes : plainAttributes);
      repository.commit(texts);
    };
    commitSide('other', remote, setUp !== 'thisSide' && setUp !== 'none');
    commitSide('main', local, setUp !== 'otherSide' && setUp !== 'none');
  }
}

/** In milliseconds, for what one round can take on a busy machine. */
const hangs = 600_000;

const driverScript = bundleOf(join(import.meta.dirname, 'merge-driver-process.ts'));

/** Whether git merges with the driver: a rebase applies the commits of this side to the other one. */
const usesDriver = (setUp: (typeof setUps)[number], way: keyof typeof ways): boolean =>
  setUp === 'both' || setUp === (way === 'rebase' ? 'otherSide' : 'thisSide');

test.skipIf(process.platform === 'win32')(
  '[Story folder] random histories of two branches: what git merges is the merge of the fields, and nothing is lost',
  { timeout: hangs * Math.max(1, rounds) },
  async () => {
    const repositories = new Map<string, HistoryRepository>();
    for (let number = 0; number < cases(3, 10_000); number++) {
      const pick = createPick(testRunSeed() + number);
      const [local, remote] = [edit(base, 4, pick), edit(base, 4, pick)];
      const setUp = setUps[pick(setUps.length)] ?? 'both';
      const lineEnd = lineEnds[pick(lineEnds.length)] ?? 'false';
      const way = (['merge', 'rebase', 'cherryPick'] as const)[pick(3)] ?? 'merge';
      const history = repositories.get(lineEnd) ?? new HistoryRepository(lineEnd);
      repositories.set(lineEnd, history);
      const { repository } = history;
      await history.diverge(
        textsOf(writeStory(local.project, { names }).files),
        textsOf(writeStory(remote.project, { names }).files),
        setUp,
      );
      const { status } = repository.run(...ways[way]);
      const isApart = !hasSameField(local.edited, remote.edited);
      const unmerged = repository
        .git('diff', '--name-only', '--diff-filter=U')
        .split('\n')
        .filter((path) => path !== '');
      const about = { seed: testRunSeed() + number, way, setUp };
      if (usesDriver(setUp, way) && isApart) expect({ ...about, status, unmerged }).toEqual({ ...about, status: 0, unmerged: [] });
      expect({ ...about, isMerged: status === 0 }).toEqual({ ...about, isMerged: unmerged.length === 0 });
      const read = await readStoryFolder(repository.folder);
      // Every file with a conflict is reported, and none without one.
      const reported = [...new Set(read.problems.map(({ path }) => path))].sort();
      expect({ ...about, reported }).toEqual({ ...about, reported: unmerged.sort() });
      if (status !== 0 || !isApart) continue;
      const found = new Map([...read.project.records()].map((record) => [record.id, record]));
      expect(found).toEqual(mergeRecords(local.project, remote.project));
    }
  },
);

const largeBase = storyWithBoards(6, 40);
const large = writeStory(largeBase);
const largeTexts = textsOf(large.files);

/** The number of files that `git merge-file` cannot merge by lines. */
function countLineConflicts(local: ReadonlyMap<string, string>, remote: ReadonlyMap<string, string>): number {
  const folder = newFolder();
  let conflicts = 0;
  for (const path of new Set([...local.keys(), ...remote.keys()])) {
    const versions = [local, largeTexts, remote].map((texts) => texts.get(path));
    const [ours, before, theirs] = versions;
    if (ours === theirs || ours === before || theirs === before) continue;
    const files = versions.map((text, at) => {
      const file = join(folder, String(at));
      writeFileSync(file, text ?? '');
      return file;
    });
    if (spawnSync('git', ['merge-file', '-p', '-q', ...files]).status !== 0) conflicts += 1;
  }
  return conflicts;
}

test('[Story folder] by lines alone, 8 edits a side conflict in at most 5 % where no field was changed twice, and never on different boards', () => {
  const count = cases(4, 200);
  let [apart, inConflict] = [0, 0];
  for (let number = 0; number < count; number++) {
    const pick = createPick(testRunSeed() + number);
    const sides = (isLocal: (board: number) => boolean, isRemote: (board: number) => boolean) => {
      const [local, remote] = [edit(largeBase, 8, pick, isLocal), edit(largeBase, 8, pick, isRemote)];
      const [ours, theirs] = [local, remote].map(({ project }) => textsOf(writeStory(project, { names: large.names }).files));
      return { isApart: !hasSameField(local.edited, remote.edited), conflicts: countLineConflicts(ours ?? new Map(), theirs ?? new Map()) };
    };
    const anywhere = sides(
      () => true,
      () => true,
    );
    if (anywhere.isApart) apart += 1;
    if (anywhere.isApart && anywhere.conflicts > 0) inConflict += 1;
    const elsewhere = sides(
      (board) => board < 3,
      (board) => board >= 3,
    );
    expect({ number, conflicts: elsewhere.conflicts }).toEqual({ number, conflicts: 0 });
  }
  // In a small sample, 5 % is less than one.
  expect(inConflict).toBeLessThanOrEqual(Math.max(1, 0.05 * apart));
  expectEnough(apart, count, 0.8);
});
