/** [S9] [S12] Story folders in clones of one repository, by git itself; and in a workspace of Perforce, by a stand-in for `p4`. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gitSetup } from '../../../../main/story-folder/version-control-setup.ts';
import { t } from '../../../../shared/messages/english.ts';
import { newFolder } from '../../../new-folder.ts';
import { PerforceStandIn } from '../../../perforce-stand-in.ts';
import { headlessCommand } from '../../../programs.ts';
import { storyWithBoards } from '../two-sides.ts';
import { Computer } from './computers.ts';

function newComputer(seed: number): Computer {
  const computer = new Computer(seed);
  onTestFinished(() => computer.close());
  return computer;
}

class Clone {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  run(...args: string[]) {
    const env = { ...process.env, GIT_EDITOR: 'true', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
    return spawnSync('git', args, { cwd: this.folder, encoding: 'utf8', env });
  }

  git(...args: string[]): string {
    const { status, stdout, stderr } = this.run(...args);
    expect(status, `git ${args.join(' ')}: ${stderr}`).toBe(0);
    return stdout;
  }

  configure(): this {
    this.git('config', 'user.name', 'Test');
    this.git('config', 'user.email', 'test@example.org');
    return this;
  }

  commit(text: string): void {
    this.git('add', '-A');
    this.git('commit', '-q', '-m', text);
  }

  get story(): string {
    return join(this.folder, 'story');
  }
}

/** Two computers with a clone each of one repository that contains a story. */
async function twoClones() {
  const place = newFolder();
  const [one, two] = [new Clone(join(place, 'one')), new Clone(join(place, 'two'))];
  mkdirSync(one.folder);
  one.git('init', '-q', '-b', 'main');
  one.configure();
  const [ada, ben] = [newComputer(1), newComputer(2)];
  await ada.link(storyWithBoards(2, 4), one.story);
  one.commit('Add the story');
  spawnSync('git', ['clone', '-q', one.folder, two.folder]);
  two.configure();
  await ben.open(two.story);
  return { ada, ben, one, two };
}

const idsOf = ({ story }: Computer): string[] => [...story.recordsOfKind('element')].map(({ id }) => id).sort();
const titleIn = ({ story }: Computer, id: string) => story.find('element', id)?.title.en?.text;
const undoLabel = ({ engine, hash }: Computer) => t(engine.getUndoRedoLabels(hash).undo ?? expect.fail());

describe('[S9] two clones of one repository', () => {
  test('exchange what both have changed; nothing is left to commit after a merge, and both stories are equal', async () => {
    const { ada, ben, one, two } = await twoClones();
    expect(two.git('status', '--porcelain')).toBe('');
    const [first = '', second = ''] = idsOf(ada);
    ada.change(first, { title: '<p>By Ada</p>' });
    ben.change(second, { title: '<p>By Ben</p>' });
    await ada.sync();
    await ben.sync();
    one.commit('Ada');
    two.commit('Ben');
    two.git('pull', '-q', '--no-rebase', one.folder, 'main');
    expect((await ben.sync()).state).toBe('idle');
    expect([titleIn(ben, first), titleIn(ben, second)]).toEqual(['<p>By Ada</p>', '<p>By Ben</p>']);
    one.git('pull', '-q', two.folder, 'main');
    expect((await ada.sync()).state).toBe('idle');
    expect(ada.records).toEqual(ben.records);
    expect([one.git('status', '--porcelain'), two.git('status', '--porcelain')]).toEqual(['', '']);
  });

  test('switch branches in one step of the history, with its name, which can be undone', async () => {
    const { ada, one } = await twoClones();
    const ids = idsOf(ada);
    one.git('switch', '-q', '-c', 'ending-rework');
    for (const id of ids.slice(0, 3)) ada.change(id, { title: '<p>Reworked</p>' });
    await ada.sync();
    one.commit('Rework');
    one.git('switch', '-q', 'main');
    expect(await ada.sync()).toMatchObject({ state: 'idle', branch: 'main' });
    expect(ids.slice(0, 3).map((id) => titleIn(ada, id))).not.toContain('<p>Reworked</p>');
    one.git('switch', '-q', 'ending-rework');
    expect((await ada.sync()).branch).toBe('ending-rework');
    expect(undoLabel(ada)).toBe('Apply 3 changes from the story folder, branch ending-rework');
    ada.engine.undo(ada.hash);
    expect(titleIn(ada, ids[0] ?? '')).not.toBe('<p>Reworked</p>');
  });

  test('neither read nor write while a merge has conflicts, and continue when it is resolved', async () => {
    const { ada, ben, one, two } = await twoClones();
    const [first = '', second = ''] = idsOf(ada);
    ada.change(first, { title: '<p>By Ada</p>' });
    ben.change(first, { title: '<p>By Ben</p>' });
    await ada.sync();
    await ben.sync();
    one.commit('Ada');
    two.commit('Ben');
    expect(two.run('pull', '-q', '--no-rebase', one.folder, 'main').status).not.toBe(0);
    ben.change(second, { title: '<p>Meanwhile</p>' });
    const before = two.git('status', '--porcelain');
    const status = await ben.sync();
    expect(status).toMatchObject({ state: 'waiting', reason: 'versionControl' });
    expect(t(status.sentence)).toContain('A merge is in progress in Git');
    expect([two.git('status', '--porcelain'), titleIn(ben, first)]).toEqual([before, '<p>By Ben</p>']);
    two.git('checkout', '--theirs', '.');
    two.git('add', '-A');
    expect((await ben.sync()).state).toBe('idle');
    expect([titleIn(ben, first), titleIn(ben, second)]).toEqual(['<p>By Ada</p>', '<p>Meanwhile</p>']);
  });

  test('offer what the driver of git could not merge; an answer rewrites only that file, and adding it stays with the user', async () => {
    const { ada, ben, one, two } = await twoClones();
    await gitSetup.install(one.story, headlessCommand);
    one.commit('Set up');
    two.git('pull', '-q', one.folder, 'main');
    await gitSetup.install(two.story, headlessCommand);
    await ben.sync();
    const [first = '', second = ''] = idsOf(ada);
    ada.change(first, { title: '<p>By Ada</p>', theme: 'pink' });
    ada.change(second, { title: '<p>Another</p>' });
    ben.change(first, { title: '<p>By Ben</p>', x: 40 });
    await ada.sync();
    await ben.sync();
    one.commit('Ada');
    two.commit('Ben');
    expect(two.run('pull', '-q', '--no-rebase', one.folder, 'main').status).not.toBe(0);
    expect(await ben.sync()).toMatchObject({ state: 'waiting', reason: 'versionControl', conflicts: 1 });
    const [conflict] = ben.folders.conflicts(ben.hash);
    expect([conflict?.field, conflict?.locale, conflict?.local, conflict?.remote]).toEqual([
      'title',
      'en',
      '<p>By Ben</p>',
      '<p>By Ada</p>',
    ]);
    const before = two.git('status', '--porcelain');
    await ben.folders.resolveConflicts([conflict?.id ?? ''], { choice: 'remote' });
    expect(two.git('status', '--porcelain')).toBe(before);
    expect(await ben.sync()).toMatchObject({ state: 'waiting', reason: 'versionControl', conflicts: 0 });
    expect(titleIn(ben, first)).toBe('<p>By Ben</p>');
    two.commit('Merge');
    expect(await ben.sync()).toMatchObject({ state: 'idle', conflicts: 0 });
    expect([titleIn(ben, first), titleIn(ben, second)]).toEqual(['<p>By Ada</p>', '<p>Another</p>']);
    one.git('pull', '-q', two.folder, 'main');
    await ada.sync();
    expect(ada.records).toEqual(ben.records);
    expect([one.git('status', '--porcelain'), two.git('status', '--porcelain')]).toEqual(['', '']);
  });

  test('wait while a rebase or a cherry-pick has stopped, and while git runs a command', async () => {
    const { ada, ben, one, two } = await twoClones();
    const [first = ''] = idsOf(ada);
    ada.change(first, { title: '<p>By Ada</p>' });
    ben.change(first, { title: '<p>By Ben</p>' });
    await ada.sync();
    await ben.sync();
    one.commit('Ada');
    two.commit('Ben');
    two.git('fetch', '-q', one.folder, 'main');
    for (const [command, sentence] of [
      [['rebase', 'FETCH_HEAD'], 'A rebase'],
      [['cherry-pick', 'FETCH_HEAD'], 'A cherry-pick'],
    ] as const) {
      expect(two.run(...command).status).not.toBe(0);
      expect(t((await ben.sync()).sentence)).toContain(sentence);
      two.git(command[0], '--abort');
      expect((await ben.sync()).state).toBe('idle');
      expect(titleIn(ben, first)).toBe('<p>By Ben</p>');
    }
    writeFileSync(join(two.folder, '.git', 'index.lock'), '');
    expect(t((await ben.sync()).sentence)).toContain('Git is working in this folder');
  });

  test('keep what was not committed when a commit of others is reverted', async () => {
    const { ada, ben, one, two } = await twoClones();
    const [first = '', second = ''] = idsOf(ada);
    ada.change(first, { title: '<p>By Ada</p>' });
    await ada.sync();
    one.commit('Ada');
    two.git('pull', '-q', one.folder, 'main');
    await ben.sync();
    expect(titleIn(ben, first)).toBe('<p>By Ada</p>');
    two.git('revert', '--no-edit', 'HEAD');
    ben.change(second, { title: '<p>Mine</p>' });
    expect((await ben.sync()).state).toBe('idle');
    expect([titleIn(ben, first) === '<p>By Ada</p>', titleIn(ben, second)]).toEqual([false, '<p>Mine</p>']);
  });
});

describe.skipIf(process.platform === 'win32')('[S12] a workspace of Perforce', () => {
  test('read-only files are opened for edit, new ones are added and removed ones deleted, open ones too; a failure is told', async () => {
    const perforce = new PerforceStandIn();
    const computer = newComputer(1);
    const folder = join(newFolder(), 'story');
    await computer.link(storyWithBoards(1, 3), folder, { perforce: true });
    expect(perforce.takeCommands(folder).every((line) => line.startsWith('-ztag add '))).toBe(true);
    perforce.submit(folder);
    const [first = '', second = '', last = ''] = [...idsOf(computer).slice(0, 2), idsOf(computer).at(-1)];
    computer.change(first, { title: '<p>Edited</p>' });
    expect((await computer.sync()).state).toBe('idle');
    expect(perforce.takeCommands(folder)).toEqual([expect.stringMatching(/^-ztag edit boards\/.*\.yaml$/)]);
    perforce.submit(folder);
    computer.send({ do: 'remove', kind: 'element', id: last });
    expect((await computer.sync()).state).toBe('idle');
    expect(perforce.takeCommands(folder).some((line) => /^-ztag delete -k boards\/.*\.yaml$/.test(line))).toBe(true);
    computer.change(second, { title: '<p>Open</p>' });
    await computer.sync();
    perforce.takeCommands(folder);
    computer.send({ do: 'remove', kind: 'element', id: second });
    expect((await computer.sync()).state).toBe('idle');
    expect(perforce.takeCommands(folder).filter((line) => !line.startsWith('-ztag edit'))).toEqual([
      expect.stringMatching(/^-ztag revert -k boards\/.*\.yaml$/),
      expect.stringMatching(/^-ztag delete -k boards\/.*\.yaml$/),
    ]);
    perforce.submit(folder);
    perforce.failWith('file(s) not on client.');
    computer.change(first, { title: '<p>Again</p>' });
    const status = await computer.sync();
    expect(t(status.sentence)).toContain('file(s) not on client.');
  });

  test('new files that Perforce was not told of are added by the next step, also after a restart', async () => {
    const perforce = new PerforceStandIn();
    const computer = newComputer(1);
    const folder = join(newFolder(), 'story');
    perforce.failWith('Connect to server failed');
    computer.mayLog = true;
    await computer.link(storyWithBoards(1, 3), folder, { perforce: true });
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml'));
    perforce.takeCommands(folder);
    perforce.failWith('');
    computer.mayLog = false;
    await computer.restart();
    expect((await computer.sync()).state).toBe('idle');
    const added = perforce.takeCommands(folder).flatMap((line) => (line.startsWith('-ztag add -f ') ? line.split(' ').slice(3) : []));
    expect(added.sort()).toEqual(files.sort());
    await computer.sync();
    expect(perforce.takeCommands(folder)).toEqual([]);
  });
});
