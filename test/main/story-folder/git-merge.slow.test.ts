/** [Story folder] Merges by git itself: with the driver, with one that does not run, and without one. */

import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runMergeDriver } from '../../../main/story-folder/merge-driver.ts';
import { readStoryFolder } from '../../../main/story-folder/read-folder.ts';
import { gitSetup, perforceSetup } from '../../../main/story-folder/version-control-setup.ts';
import { t } from '../../../shared/messages/english.ts';
import type { Project } from '../../../shared/model/project.ts';
import { newFolder } from '../../new-folder.ts';
import { headlessCommand } from '../../programs.ts';
import { root } from '../../root.ts';
import { cases, expectEnough, rounds } from '../../rounds.ts';
import { testRunSeed } from '../../seed.ts';
import { textsOf, writeStory } from './story-files.ts';
import { createPick, edit, editWidely, hasMovedAndEdited, hasSameField, storyWithBoards, withLooseElements } from './two-sides.ts';

const base = storyWithBoards(2, 5);
const { files, names } = writeStory(base);
const baseTexts = textsOf(files);
const element = [...baseTexts.keys()].find((path) => /boards\/board-0-\w+\/element-0/.test(path)) ?? expect.fail();

/** Those of a folder that nobody has set up. */
const plainAttributes = '*.yaml text eol=lf\n*.css text eol=lf\n';

const gitEnvironment = { ...process.env, GIT_EDITOR: 'true', GIT_CONFIG_NOSYSTEM: '1' };

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
    return spawnSync('git', args, { cwd: this.folder, encoding: 'utf8', env: gitEnvironment });
  }

  git(...args: string[]): string {
    const { status, stdout, stderr } = this.run(...args);
    expect(status, `git ${args.join(' ')}: ${stderr}`).toBe(0);
    return stdout;
  }

  /** Sets the driver up and commits the attributes, which git reads from the side that it merges into. */
  async install(command: readonly string[]): Promise<void> {
    await gitSetup.install(this.folder, command);
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
    const former = ['diff.taleport.cachetextconv', 'true'] as const;
    const repository = new Repository(Object.fromEntries([former]));
    await repository.install(headlessCommand);
    expect((await gitSetup.check(repository.folder, headlessCommand)).filter(({ ok }) => !ok)).toEqual([]);
    expect(repository.git('config', '--list')).not.toContain(former[0]);
    repository.diverge(moved, recoloured);
    repository.git('merge', '-q', 'other', '-m', 'Merge');
    expect(repository.read(element)).toBe(moved.get(element)?.replace('  y: 70\n', '  y: 70\n  theme: gold\n'));
    repository.git('config', ...former);
    expect(await gitSetup.uninstall(repository.folder, headlessCommand)).toContain(former[0]);
    expect(repository.git('config', '--list')).not.toContain('taleport');
    expect((await gitSetup.check(repository.folder, headlessCommand)).filter(({ ok }) => ok)).toEqual([]);
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
    await gitSetup.install(repository.folder, headlessCommand);
    repository.git('mergetool', '--no-prompt', '--tool=taleport', element);
    expect(repository.read(element)).toBe(moved.get(element)?.replace('  y: 70\n', '  y: 70\n  theme: gold\n'));
  });

  test('mergetool leaves only the value that both sides have changed, and the file stays unmerged', async () => {
    const repository = new Repository();
    const goldElsewhere = new Map(moved).set(element, moved.get(element)?.replace('  y: 70\n', '  y: 70\n  theme: gold\n') ?? '');
    repository.diverge(goldElsewhere, pink);
    expect(repository.run('merge', 'other').status).toBe(1);
    await gitSetup.install(repository.folder, headlessCommand);
    expect(repository.run('mergetool', '--no-prompt', '--tool=taleport', element).status).toBe(1);
    expect(repository.git('status', '--porcelain')).toContain(`UU ${element}`);
    expect(repository.read(element)).toContain('  y: 70\n  theme:\n    conflict:\n      ours: gold\n      theirs: pink\n');
    expect(repository.read(element)).not.toContain('<<<<<<<');
  });

  test('is found to work where only git is among the programs, as on Windows', async () => {
    const repository = new Repository();
    await repository.install(headlessCommand);
    const programs = newFolder();
    symlinkSync(spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim(), join(programs, 'git'));
    vi.stubEnv('PATH', programs);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await gitSetup.check(repository.folder, headlessCommand)).filter(({ ok }) => !ok)).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('[S12] the script of the documents that other version control starts for a merge', () => {
  const [script = ''] =
    /#!\/bin\/sh\n# BASE THEIRS YOURS RESULT\n.*\n/.exec(readFileSync(join(root, 'docs/story-folder.md'), 'utf8')) ?? [];
  const merge = (local: ReadonlyMap<string, string>, remote: ReadonlyMap<string, string>) => {
    const folder = newFolder();
    const at = (name: string): string => join(folder, name);
    writeFileSync(at('taleport'), `#!/bin/sh\nexec ${headlessCommand.map((word) => `'${word}'`).join(' ')} "$@"\n`, { mode: 0o755 });
    writeFileSync(at('merge'), script, { mode: 0o755 });
    const versions = [baseTexts, remote, local];
    for (const [index, texts] of versions.entries()) writeFileSync(at(String(index)), texts.get(element) ?? '');
    const environment = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const { status } = spawnSync(at('merge'), ['0', '1', '2', 'result'].map(at), { env: environment });
    expect(readFileSync(at('2'), 'utf8')).toBe(local.get(element));
    return { status, result: readFileSync(at('result'), 'utf8') };
  };
  test('merges field by field into the result', () => {
    expect(merge(moved, recoloured)).toEqual({ status: 0, result: moved.get(element)?.replace('  y: 70\n', '  y: 70\n  theme: gold\n') });
  });
  test('fails where both sides have changed the same value, which the result has twice', () => {
    const { status, result } = merge(gold, pink);
    expect(status).toBe(1);
    expect(result).toContain('  theme:\n    conflict:\n      ours: gold\n      theirs: pink\n');
  });
});

test('[S12] Perforce ignores what is only staged, beside what others have named', async () => {
  const repository = new Repository();
  const read = (): string => readFileSync(join(repository.folder, '.p4ignore'), 'utf8');
  writeFileSync(join(repository.folder, '.p4ignore'), '*.tmp');
  expect(await perforceSetup.check(repository.folder, [])).toEqual([{ name: '.p4ignore', ok: false }]);
  expect(await perforceSetup.install(repository.folder, [])).toEqual(['.p4ignore']);
  expect(await perforceSetup.install(repository.folder, [])).toEqual(['.p4ignore']);
  expect(read()).toBe('*.tmp\n.taleport~\n');
  expect(await perforceSetup.check(repository.folder, [])).toEqual([{ name: '.p4ignore', ok: true }]);
  expect(await perforceSetup.uninstall(repository.folder, [])).toEqual(['.p4ignore']);
  expect(await perforceSetup.uninstall(repository.folder, [])).toEqual([]);
  expect(read()).toBe('*.tmp\n');
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
    expect((await gitSetup.check(repository.folder, command)).at(-1)).toEqual({ name: 'merge-driver', ok: false });
    repository.diverge(moved, recoloured);
    expect(repository.run('merge', 'other').status).toBe(1);
    expect(repository.git('status', '--porcelain')).toContain(`UU ${element}`);
    expect(repository.read(element)).toMatch(/<{7}[\s\S]*y: 70[\s\S]*={7}[\s\S]*theme: gold[\s\S]*>{7}/);
  });

  test('shows a file as it is where the program fails halfway', async () => {
    const repository = new Repository();
    await repository.install(script('echo half; exit 1'));
    repository.commit(new Map([...moved, ['.gitattributes', repository.read('.gitattributes')]]));
    const shown = repository.git('show', '--', element);
    expect(shown).toContain('+  y: 70\n');
    expect(shown).not.toContain('half');
  });

  test('a version that is no valid file is merged by lines', async () => {
    const repository = new Repository();
    await repository.install(headlessCommand);
    repository.diverge(change('  y: 20\n', '  y: "20\n'), recoloured);
    expect(repository.run('merge', 'other').status).toBe(1);
    expect(repository.read(element)).toMatch(/<{7}/);
  });
});

/** Elements without connections, which can be moved to another board and removed. */
const histories = withLooseElements(base, 3);
const historyFiles = writeStory(histories, { names });
const historyTexts = textsOf(historyFiles.files);
const historyNames = historyFiles.names;

/** The records of both sides, where no field was changed on both, and no removed record was changed. */
function mergeRecords(local: Project, remote: Project): Map<string, object> {
  const ids = new Set([...local.records(), ...remote.records()].map(({ id }) => id));
  return new Map(
    [...ids].flatMap((id): [string, object][] => {
      const [before, one, two] = [histories.get(id), local.get(id), remote.get(id)];
      if (before && !(one && two)) return [];
      if (!one || !two || !before) return [[id, one ?? two ?? {}]];
      const fields = Object.keys(before).map((field) => [field, one[field] === before[field] ? two[field] : one[field]]);
      return [[id, Object.fromEntries(fields)]];
    }),
  );
}

const ways = ['merge', 'rebase', 'cherryPick', 'revert', 'stash'] as const;
type Way = (typeof ways)[number];

/** How a clone is set up: git reads the attributes of the side that it merges into, and the command of its own configuration. */
const setUps = ['both', 'thisSide', 'otherSide', 'programMissing', 'none', 'noAttributes'] as const;
type SetUp = (typeof setUps)[number];
const lineEnds = ['false', 'input', 'true'] as const;

type Texts = ReadonlyMap<string, string>;

/** What git left of a history. */
interface Met {
  readonly status: number;
  /** The files that git could not merge. */
  readonly unmerged: readonly string[];
  /** Those of them that both sides have, where the others were removed or moved by one. */
  readonly changedTwice: readonly string[];
}

/** A repository for many histories, each of which begins anew. A history takes few processes, because there are thousands. */
class HistoryRepository {
  readonly folder: string;
  readonly #driverAttributes: string;
  /** Stays for all histories: starting a process takes long where the process that starts it is large. */
  readonly #shell: ChildProcessByStdio<Writable, Readable, null>;

  private constructor(folder: string, driverAttributes: string) {
    this.folder = folder;
    this.#driverAttributes = driverAttributes;
    this.#shell = spawn('sh', [], { cwd: folder, env: gitEnvironment, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#shell.stdout.setEncoding('utf8');
    onTestFinished(() => void this.#shell.stdin.end());
  }

  static async create(lineEnd: string, program: readonly string[]): Promise<HistoryRepository> {
    const { folder } = new Repository({ 'core.autocrlf': lineEnd, 'gc.auto': '0', 'advice.detachedHead': 'false' });
    await gitSetup.install(folder, program);
    return new HistoryRepository(folder, readFileSync(join(folder, '.gitattributes'), 'utf8'));
  }

  /** Makes both sides meet. */
  meet(local: Texts, remote: Texts, { way, setUp }: { readonly way: Way; readonly setUp: SetUp }): Promise<Met> {
    const attributesOf = (hasDriver: boolean): Texts =>
      new Map(setUp === 'noAttributes' ? [] : [['.gitattributes', hasDriver ? this.#driverAttributes : plainAttributes]]);
    const isWithout = setUp === 'none' || setUp === 'noAttributes';
    const before = new Map([...historyTexts, ...attributesOf(false)]);
    const ours = new Map([...local, ...attributesOf(!isWithout && setUp !== 'otherSide')]);
    const theirs = new Map([...remote, ...attributesOf(!isWithout && setUp !== 'thisSide')]);
    const commits = new CommitStream();
    const start = commits.add('start', before, []);
    if (way === 'revert') {
      // What is reverted is the commit that took the other side back.
      const undone = commits.add('other', before, [commits.add('theirs', theirs, [start])]);
      commits.add('head', ours, [undone]);
    } else if (way === 'stash') {
      // A stash is a commit with the files, whose second parent has those of the index.
      commits.add('head', theirs, [start]);
      commits.add('other', ours, [start, commits.add('index', before, [start])]);
    } else {
      commits.add('head', ours, [start]);
      commits.add('other', theirs, [start]);
    }
    return this.#run(commits.text, commandOf[way]);
  }

  async #run(stream: string, command: string): Promise<Met> {
    for (const name of readdirSync(this.folder)) if (name !== '.git') rmSync(join(this.folder, name), { recursive: true });
    rmSync(join(this.folder, '.git', 'rebase-merge'), { recursive: true, force: true });
    const file = join(this.folder, '.git', 'stream');
    writeFileSync(file, stream);
    const prepare = `git fast-import --quiet --force < ${file} && git checkout -q -f --detach head`;
    this.#shell.stdin.write(
      `${prepare} && { ${command} >&2; status=$?; git ls-files --unmerged -z; } || status=200; printf '\\0%s\\0\n' $status\n`,
    );
    const lines: string[] = [];
    for (let rest = ''; ; ) {
      const [chunk] = (await once(this.#shell.stdout, 'data')) as [string];
      rest += chunk;
      if (!rest.endsWith('\n')) continue;
      lines.push(...rest.split('\0'));
      break;
    }
    const status = Number(lines.at(-2));
    expect(status, 'git, or what prepares it, has failed').toBeLessThan(128);
    const stages = new Map<string, string>();
    for (const line of lines) {
      const [, stage = '', path = ''] = /^\S+ \S+ (\d)\t(.*)$/.exec(line) ?? [];
      if (path !== '') stages.set(path, `${stages.get(path) ?? ''}${stage}`);
    }
    const unmerged = [...stages.keys()].sort();
    return { status, unmerged, changedTwice: unmerged.filter((path) => stages.get(path)?.endsWith('23')) };
  }
}

const commandOf: Readonly<Record<Way, string>> = {
  merge: 'git merge -q other -m Merge',
  rebase: 'git rebase -q other',
  cherryPick: 'git cherry-pick other',
  revert: 'git revert --no-edit other',
  stash: 'git stash apply -q $(git rev-parse other)',
};

/** Commits on branches, as git imports them. */
class CommitStream {
  text = '';
  #count = 0;

  add(branch: string, texts: Texts, [parent, ...others]: readonly number[]): number {
    const mark = ++this.#count;
    const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
    this.text += `reset refs/heads/${branch}\ncommit refs/heads/${branch}\nmark :${mark}\n`;
    this.text += `committer Test <test@example.org> ${1e9 + mark} +0000\n${data('Change')}`;
    if (parent !== undefined) this.text += `from :${parent}\n`;
    for (const other of others) this.text += `merge :${other}\n`;
    this.text += 'deleteall\n';
    for (const [path, text] of texts) this.text += `M 100644 inline ${path}\n${data(text)}`;
    return mark;
  }
}

/** A program that git starts, and which asks this process to merge: starting Node took most of the time of a history. */
async function serveDriver(): Promise<readonly string[]> {
  const folder = newFolder();
  const [requests, replies, program] = [join(folder, 'requests'), join(folder, 'replies'), join(folder, 'driver')];
  spawnSync('mkfifo', [requests, replies]);
  writeFileSync(
    program,
    `#!/bin/sh
shift
printf '%s\n' "$PWD" "$@" > ${requests}
read word < ${replies}
[ "$word" = failed ] && exit 126
echo "$word"
[ "$word" = merged ]
`,
  );
  chmodSync(program, 0o755);
  let isOpen = true;
  const serve = async (): Promise<void> => {
    for (;;) {
      const [place = '', base = '', local = '', remote = ''] = (await readFile(requests, 'utf8')).split('\n');
      if (!isOpen) return;
      const outcome = await runMergeDriver([resolve(place, base), resolve(place, local), resolve(place, remote)]).catch(() => 'failed');
      await writeFile(replies, `${outcome}\n`);
    }
  };
  const served = serve();
  onTestFinished(async () => {
    isOpen = false;
    await writeFile(requests, '');
    await served;
  });
  return [program];
}

/** Whether git merges with the driver: a rebase applies the commits of this side to the other one, as a stash is. */
const usesDriver = (setUp: SetUp, way: Way): boolean =>
  setUp === 'both' || setUp === (way === 'rebase' || way === 'stash' ? 'otherSide' : 'thisSide');

/** In milliseconds, for what one round can take on a busy machine. */
const hangs = 600_000;

test.skipIf(process.platform === 'win32')(
  '[Story folder] random histories of two branches: what git merges is the merge of the fields, and nothing is lost',
  { timeout: hangs * Math.max(1, rounds) },
  async () => {
    const repositories = new Map<string, HistoryRepository>();
    const served = await serveDriver();
    const count = cases(3, 10_000);
    for (let number = 0; number < count; number++) {
      const pick = createPick(testRunSeed() + number);
      const [local, remote] = [editWidely(histories, 4, pick), editWidely(histories, 4, pick)];
      const setUp = setUps[pick(setUps.length)] ?? 'both';
      const lineEnd = lineEnds[pick(lineEnds.length)] ?? 'false';
      const way = ways[pick(ways.length)] ?? 'merge';
      const program = setUp === 'programMissing' ? ['/nowhere/taleport'] : served;
      const key = `${lineEnd} ${program}`;
      const repository = repositories.get(key) ?? (await HistoryRepository.create(lineEnd, program));
      repositories.set(key, repository);
      const [ours, theirs] = [local, remote].map(({ project }) => textsOf(writeStory(project, { names: historyNames }).files));
      const { status, unmerged, changedTwice } = await repository.meet(ours ?? new Map(), theirs ?? new Map(), { way, setUp });
      const about = { seed: testRunSeed() + number, way, setUp, lineEnd };
      const isApart = !hasSameField(local.edited, remote.edited);
      // Git finds most moved files by what they contain.
      const isFollowed = !hasMovedAndEdited(local.edited, remote.edited);
      if (usesDriver(setUp, way) && isApart && isFollowed)
        expect({ ...about, status, unmerged }).toEqual({ ...about, status: 0, unmerged: [] });
      expect({ ...about, isMerged: status === 0 }).toEqual({ ...about, isMerged: unmerged.length === 0 });
      const read = await readStoryFolder(repository.folder);
      // Every file with a conflict is reported, and none without one. A file that one side has removed is whole.
      const reported = [...new Set(read.problems.map(({ path }) => path))].sort();
      const missing = changedTwice.filter((path) => !reported.includes(path));
      const excess = isFollowed ? reported.filter((path) => !unmerged.includes(path)) : [];
      expect({ ...about, missing, excess }).toEqual({ ...about, missing: [], excess: [] });
      if (status !== 0 || !isApart) continue;
      const found = new Map([...read.project.records()].map((record) => [record.id, record]));
      expect({ ...about, found }).toEqual({ ...about, found: mergeRecords(local.project, remote.project) });
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
