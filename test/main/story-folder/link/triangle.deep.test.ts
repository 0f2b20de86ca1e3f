/**
 * [S10] A project that is in step with a hosted workspace and, by a folder in a clone, with a second computer that is in step with the same workspace: random edits
 * in all places, synced and exchanged in random order by git itself. All end up equal, nothing that only one of them has changed is lost, and nothing is sent,
 * written or committed again once all are equal.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mergeStoryFile } from '../../../../main/story-folder/merge-story-file.ts';
import { readStoryFolder } from '../../../../main/story-folder/read-folder.ts';
import { type Command, changeCommand } from '../../../../shared/model/commands.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { openFakeRemote } from '../../../fake-remote.ts';
import { newFolder } from '../../../new-folder.ts';
import { cases } from '../../../rounds.ts';
import { testRunSeed } from '../../../seed.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { TwoSides } from '../../sync/two-sides.ts';
import { createPick, storyWithBoards } from '../two-sides.ts';
import { Computer } from './computers.ts';

type Pick = ReturnType<typeof createPick>;
/** Called for each conflict that is answered: what was in it is not expected to be there at the end. */
type OnConflict = (id: string, field: string | null) => void;

/** Its ids differ in their first digits, as those of a workspace do. */
let assigned = 0;
const newId = () =>
  `${((0x9e3779b1 * ++assigned) >>> 0).toString(16).padStart(8, '0')}-0000-4000-9000-${String(assigned).padStart(12, '0')}`;
const remote = await openFakeRemote({ ...createTestEnvironment(), newId });
afterAll(() => remote.close());

function runGit(folder: string, ...args: string[]) {
  const env = { ...process.env, GIT_EDITOR: 'true', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'core.hooksPath=/nowhere', '-c', 'gc.auto=0'];
  return spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', env });
}
function git(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = runGit(folder, ...args);
  expect(status, `git ${args.join(' ')}: ${stdout}${stderr}`).toBe(0);
  return stdout;
}

/** A computer with Taleport, a clone, and sync with the workspace. */
class Corner {
  readonly computer: Computer;
  readonly clone: string;
  readonly hosted: TwoSides;
  commits = 0;

  constructor(computer: Computer, clone: string, hosted: TwoSides) {
    this.computer = computer;
    this.clone = clone;
    this.hosted = hosted;
  }

  get story(): Project {
    return this.computer.story;
  }

  /** What it has sent, committed and changed: where nothing is left to do, this stays the same. */
  get work(): readonly number[] {
    return [this.hosted.sent.length, this.commits, this.computer.engine.getVersion(this.computer.hash).version];
  }

  /** Syncs with the workspace, and answers what both have changed. */
  async sync(pick: Pick, onConflict: OnConflict): Promise<void> {
    for (let round = 0; round < 10; round++) {
      const [conflict] = await this.hosted.converge();
      if (!conflict) return;
      onConflict(conflict.recordId, conflict.field);
      this.hosted.answer(conflict, pick(2) === 0 ? 'local' : 'remote');
    }
    expect.fail('conflicts without end');
  }

  /** Writes and reads the folder, and exchanges it with the repository that both computers share. */
  async exchange(pick: Pick, onConflict: OnConflict): Promise<void> {
    await this.#syncFolder(pick, onConflict);
    this.#commit('Edit the story');
    git(this.clone, 'fetch', '-q', 'origin');
    // A deleted and an added file that look like a rename would be merged first, with the driver; without one, that gives versions with markers.
    const { status } = runGit(this.clone, 'merge', '-q', '--no-edit', '-s', 'resolve', 'origin/main');
    if (status !== 0) {
      await this.#mergeFields();
      await this.#syncFolder(pick, onConflict);
      this.#commit('Merge');
    }
    await this.#syncFolder(pick, onConflict);
    this.#commit('Answer');
    git(this.clone, 'push', '-q', 'origin', 'HEAD:main');
  }

  async #syncFolder(pick: Pick, onConflict: OnConflict): Promise<void> {
    for (let round = 0; round < 10; round++) {
      const { problems } = await this.computer.sync({ acceptRemovals: true });
      expect(
        problems.filter(({ message: { key } }) => key !== 'storyFolder.fault.unmerged' && key !== 'storyFolder.fault.conflict'),
      ).toEqual([]);
      const conflicts = this.computer.folders.conflicts(this.computer.hash);
      if (conflicts.length === 0) return;
      const choice = pick(2) === 0 ? 'local' : 'remote';
      for (const { id, choices, record, field } of conflicts) {
        onConflict(record, field);
        const other = choice === 'local' ? 'remote' : 'local';
        await this.computer.folders.resolveConflicts([id], { choice: choices[choice] === null ? other : choice });
      }
    }
    expect.fail('conflicts without end');
  }

  /** What the driver does, in this process. A file that one side has deleted and the other has changed is kept. */
  async #mergeFields(): Promise<void> {
    // Where there are several, git merges them first, with the driver; without one, that version has markers.
    const ancestor = git(this.clone, 'merge-base', 'HEAD', 'MERGE_HEAD').trim();
    const paths = new Set(git(this.clone, 'diff', '--name-only', '--diff-filter=U', '-z').split('\0'));
    for (const path of [...paths].filter((each) => each !== '')) {
      const [base = '', local, other] = [`${ancestor}:`, ':2:', ':3:'].map((version) => {
        const { status, stdout } = runGit(this.clone, 'show', `${version}${path}`);
        return status === 0 ? stdout : undefined;
      });
      if (local === undefined && other === undefined) continue;
      const text =
        local !== undefined && other !== undefined ? (await mergeStoryFile({ base, local, remote: other })).text : (local ?? other ?? '');
      writeFileSync(join(this.clone, path), text);
    }
  }

  #commit(text: string): void {
    git(this.clone, 'add', '-A');
    const isMerge = runGit(this.clone, 'rev-parse', '-q', '--verify', 'MERGE_HEAD').status === 0;
    if (!isMerge && git(this.clone, 'status', '--porcelain') === '') return;
    git(this.clone, 'commit', '-q', '-m', text);
    this.commits += 1;
  }
}

/** What was written into which field, by whom: a value that nobody else has touched must be there at the end. */
class Writes {
  readonly #last = new Map<string, { readonly actor: number; readonly value: string }>();
  readonly #contested = new Set<string>();
  readonly removed = new Set<string>();

  add(actor: number, id: string, field: string, value: string): void {
    const key = `${id}#${field}`;
    const before = this.#last.get(key);
    if (before && before.actor !== actor) this.#contested.add(key);
    this.#last.set(key, { actor, value });
  }

  contest(id: string, path: string | null): void {
    if (path === null) this.removed.add(id);
    else this.#contested.add(`${id}#${path === 'place' ? 'x' : path.split('/')[0]}`);
  }

  /** Those that are missing in a story. */
  missingIn(story: Project): string[] {
    return [...this.#last].flatMap(([key, { actor, value }]) => {
      const [id = '', field = ''] = key.split('#');
      if (this.#contested.has(key) || this.removed.has(id)) return [];
      const found = JSON.stringify(story.get(id)?.[field] ?? null);
      return found.includes(value) ? [] : [`${key}: ${value} of ${actor} is ${found}`];
    });
  }
}

class Triangle {
  readonly #pick: Pick;
  readonly #corners: readonly Corner[];
  readonly #writes = new Writes();
  #count = 0;
  readonly #onConflict: OnConflict = (id, field) => this.#writes.contest(id, field);

  private constructor(pick: Pick, corners: readonly Corner[]) {
    this.#pick = pick;
    this.#corners = corners;
  }

  static async start(seed: number): Promise<Triangle> {
    const pick = createPick(seed);
    const place = newFolder();
    git(place, 'init', '-q', '--bare', '-b', 'main', 'shared');
    const records = [...storyWithBoards(2, 6).records()];
    const [one, two] = [new Computer(2 * seed), new Computer(2 * seed + 1)];
    const first = new TwoSides(one.engine, remote, records);
    one.hash = first.hash;
    one.isSynced = true;
    two.isSynced = true;
    const [here, there] = [join(place, 'one'), join(place, 'two')];
    git(place, 'clone', '-q', 'shared', 'one');
    git(here, 'checkout', '-q', '-B', 'main');
    mkdirSync(join(here, 'story'));
    await one.folders.link({ hash: one.hash, folder: join(here, 'story'), settings: {} });
    git(here, 'add', '-A');
    git(here, 'commit', '-q', '-m', 'Add the story');
    git(here, 'push', '-q', 'origin', 'main');
    git(place, 'clone', '-q', 'shared', 'two');
    await two.open(join(there, 'story'));
    const second = new TwoSides(two.engine, remote, records, { hash: two.hash, remoteHash: first.remoteHash });
    return new Triangle(pick, [new Corner(one, here, first), new Corner(two, there, second)]);
  }

  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      const at = this.#pick(2);
      const corner = this.#corners[at] ?? expect.fail();
      const what = this.#pick(12);
      if (what < 4) this.#edit(at, corner.story, (command) => corner.computer.send(command));
      else if (what < 6) this.#edit(2, corner.hosted.remoteProject, (command) => corner.hosted.edit('remote', command));
      else if (what === 6) await this.#add(at, corner);
      else if (what === 7) this.#remove(corner);
      else if (what < 10) await corner.sync(this.#pick, this.#onConflict);
      else await corner.exchange(this.#pick, this.#onConflict);
    }
  }

  #edit(actor: number, story: Project, send: (command: Command) => void): void {
    const kind = this.#pick(4) === 0 ? 'note' : 'element';
    const records = [...story.recordsOfKind(kind)];
    const record = records[this.#pick(records.length)];
    if (!record) return;
    this.#count += 1;
    const number = String(10_000 + this.#count);
    const field = kind === 'note' ? 'content' : ((['title', 'content', 'x'] as const)[this.#pick(3)] ?? 'x');
    const value = field === 'x' ? Number(number) : `<p>Text ${number}</p>`;
    send(changeCommand(kind, record.id, { [field]: value }));
    this.#writes.add(actor, record.id, field, number);
  }

  /** A new item gets its id from the workspace before it is written into the folder, as on a computer that is online. */
  async #add(actor: number, corner: Corner): Promise<void> {
    const [board] = [...corner.story.recordsOfKind('board')].filter(({ type }) => type === 'board');
    const { ids } = corner.computer.engine.execute(
      corner.computer.hash,
      { do: 'create', kind: 'element', fields: { boardId: board?.id ?? '', x: this.#pick(1000), y: 5 } },
      'user',
    );
    await corner.sync(this.#pick, this.#onConflict);
    this.#count += 1;
    const id = corner.hosted.renamed.get(ids[0] ?? '') ?? ids[0] ?? '';
    corner.computer.change(id, { title: `<p>New ${this.#count}</p>` });
    this.#writes.add(actor, id, 'title', `New ${this.#count}`);
  }

  /** Nothing refers to notes: a deletion that leaves a reference in a file of the other clone is a fault that people correct. */
  #remove({ story, computer }: Corner): void {
    const notes = [...story.recordsOfKind('note')];
    const { id } = notes[this.#pick(notes.length)] ?? {};
    if (id === undefined) return;
    computer.send({ do: 'remove', kind: 'note', id });
    this.#writes.removed.add(id);
  }

  /**
   * Exchanges until nothing is left to do, with sync after each exchange, as on computers that are online: commits are made by people, much more slowly. Where
   * both ways were equally slow, two values could follow each other around for ever, each of them always the newer one.
   */
  async settle(): Promise<void> {
    for (let round = 0; round < 10; round++) {
      const before = JSON.stringify(this.#corners.map(({ work }) => work));
      for (const corner of this.#corners) {
        await corner.exchange(this.#pick, this.#onConflict);
        for (const each of [...this.#corners, ...this.#corners]) await each.sync(this.#pick, this.#onConflict);
      }
      if (JSON.stringify(this.#corners.map(({ work }) => work)) === before) return;
    }
    expect.fail(`still at work: ${JSON.stringify(this.#corners.map(({ work }) => work))}`);
  }

  async expectEqual(): Promise<void> {
    const [one, two] = this.#corners;
    if (!one || !two) throw new Error('two corners');
    const sorted = (story: Project) => [...story.records()].sort((a, b) => (a.id < b.id ? -1 : 1));
    const inFolder = await readStoryFolder(join(one.clone, 'story'));
    expect(inFolder.problems).toEqual([]);
    expect(sorted(two.story)).toEqual(sorted(one.story));
    expect(sorted(inFolder.project)).toEqual(sorted(one.story));
    expect(git(two.clone, 'rev-parse', 'HEAD^{tree}')).toBe(git(one.clone, 'rev-parse', 'HEAD^{tree}'));
    const { remoteProject } = one.hosted;
    const ids = (story: Project) => [...story.records()].map(({ id, kind }) => `${kind} ${id}`).sort();
    expect([...one.hosted.refused, ...two.hosted.refused]).toEqual([]);
    expect(ids(remoteProject)).toEqual(ids(one.story));
    expect(one.hosted.plan()).toMatchObject({ hasIncoming: false, operations: [] });
    expect(this.#writes.missingIn(remoteProject)).toEqual([]);
    expect(this.#writes.missingIn(one.story)).toEqual([]);
  }

  async close(): Promise<void> {
    remote.engine.removeProject(this.#corners[0]?.hosted.remoteHash ?? '');
    for (const { computer } of this.#corners) await computer.close();
  }
}

test.skipIf(process.platform === 'win32')(
  '[S10] a workspace, two computers and a repository become equal, and nothing echoes',
  async () => {
    for (let number = 0; number < cases(1, 1000); number++) {
      const seed = testRunSeed() + number;
      const triangle = await Triangle.start(seed);
      try {
        await triangle.run(24);
        await triangle.settle();
        await triangle.expectEqual();
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      } finally {
        await triangle.close();
      }
    }
  },
);
