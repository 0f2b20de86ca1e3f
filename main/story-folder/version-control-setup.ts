/** Sets version control up for a story folder: a clone of git for merging and comparing, a workspace of Perforce for leaving out what is only staged. */
import { lstat, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storyFileName } from '../../shared/contracts/project-file-name.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { replaceFile } from '../platform/atomic-file.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { workFolder } from './folder-layout.ts';
import { usesLfs } from './git-repository.ts';
import { assertStoryFolder, runGit } from './read-folder.ts';

interface SetupCheck {
  /** The file or key. */
  readonly name: string;
  readonly ok: boolean;
}

/** `command` starts this program (`ownCommand`). All throw a Problem if the folder contains no story, or for git is in no repository. */
interface VersionControlSetup {
  /** Returns what was set, by file and key. */
  install(folder: string, command: readonly string[]): Promise<readonly string[]>;
  /** Whether each part is set up. */
  check(folder: string, command: readonly string[]): Promise<readonly SetupCheck[]>;
  /** Returns what was removed. */
  uninstall(folder: string, command: readonly string[]): Promise<readonly string[]>;
}

export const attributesFile = '.gitattributes';
const attributes: readonly string[] = ['*.yaml text eol=lf', '*.css text eol=lf'];
const driverAttribute = '*.yaml merge=taleport diff=taleport';

/** Come first, because later lines win: the texts beside the files of assets stay texts. */
const lfsAttributes: readonly string[] = ['assets/* filter=lfs diff=lfs merge=lfs -text', 'assets/*.yaml !filter !diff !merge text eol=lf'];

/**
 * The attributes of a folder that nobody has set up. Line ends are part of the bytes that Taleport compares; files of assets are kept as the repository keeps
 * others.
 */
export async function gitAttributesFor(folder: string): Promise<string> {
  const lines = [...((await usesLfs(folder)) ? lfsAttributes : []), ...attributes];
  return `${lines.join('\n')}\n`;
}

/** The words of the command that starts this program from any folder. */
export function ownCommand(): readonly string[] {
  if (process.versions.electron !== undefined) return [process.env.APPIMAGE ?? process.execPath];
  return [process.execPath, '--disable-warning=ExperimentalWarning', process.argv[1] ?? ''];
}

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
const programOf = (command: readonly string[]): string => command.map(quote).join(' ');

/**
 * Git keeps the file of this side, without markers, where a driver fails. So the result is only trusted if the program has said what it is; otherwise git's own
 * merge leaves markers. Exits above 128 end the whole merge of git.
 */
const trustedOutcome = (fallback: string): string =>
  `case $r in merged) exit 0;; conflict) exit 1;; *) ${fallback}; s=$?; [ $s -le 127 ] || s=1; exit $s;; esac`;

/** By key, in the order in which they are shown. `%` has a meaning in the command of a driver. */
function gitSettings(command: readonly string[]): ReadonlyMap<string, string> {
  const program = programOf(command);
  const driver = `r=$(${program.replaceAll('%', '%%')} merge-driver %O %A %B %P); ${trustedOutcome('git merge-file %A %O %B')}`;
  // Where a tool fails, git puts back what it keeps in BACKUP.
  const conflict = 'cp "$LOCAL" "$MERGED"; cp "$LOCAL" "$BACKUP"; exit 1';
  const outcome = `case $r in merged) cp "$LOCAL" "$MERGED";; conflict) ${conflict};; *) exit 1;; esac`;
  const tool = `r=$(${program} merge-driver "$BASE" "$LOCAL" "$REMOTE" "$MERGED"); ${outcome}`;
  return new Map([
    ['merge.taleport.name', 'Taleport'],
    ['merge.taleport.driver', driver],
    // Without the program, or where it fails halfway, git shows the file as it is.
    ['diff.taleport.textconv', `f() { text=$(${program} diff "$1" 2>/dev/null) && printf '%s\\n' "$text" || cat "$1"; }; f`],
    ['mergetool.taleport.cmd', tool],
    ['mergetool.taleport.trustExitCode', 'true'],
  ]);
}

/** Settings of earlier versions. With a cache, git would show for ever what it got without the program. */
const formerGitSettings: readonly string[] = ['diff.taleport.cachetextconv'];

/** Returns those of the keys that were set. */
async function removeSettings(folder: string, keys: Iterable<string>): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const key of keys)
    if ((await readSetting(folder, key)) !== null) {
      await runGit(folder, ['config', '--local', '--unset-all', key]);
      removed.push(key);
    }
  return removed;
}

/**
 * Attributes in the folder, which everyone gets with it, and the commands in the configuration of the clone, which git never takes from others. Line ends stay
 * as they are when it is removed.
 */
export const gitSetup: VersionControlSetup = {
  async install(folder, command) {
    await assertStoryFolder(folder);
    await assertRepository(folder);
    const settings = gitSettings(command);
    for (const [key, value] of settings) await runGit(folder, ['config', '--local', key, value]);
    await removeSettings(folder, formerGitSettings);
    const first = (await usesLfs(folder)) ? lfsAttributes : [];
    await changeLines(folder, attributesFile, (lines) => withLines(withLines(first, lines), [...attributes, driverAttribute]));
    return [attributesFile, ...settings.keys()];
  },
  async check(folder, command) {
    await assertStoryFolder(folder);
    await assertRepository(folder);
    const attribute = (await runGit(folder, ['check-attr', 'merge', '--', storyFileName])).toString().trim();
    const filter = (await runGit(folder, ['check-attr', 'filter', '--', 'assets/sample.png'])).toString().trim();
    const isKept = !(await usesLfs(folder)) || filter.endsWith(': filter: lfs');
    const checks: SetupCheck[] = [{ name: attributesFile, ok: isKept && attribute.endsWith(': merge: taleport') }];
    for (const [key, value] of gitSettings(command)) checks.push({ name: key, ok: (await readSetting(folder, key)) === value });
    const driver = await readSetting(folder, 'merge.taleport.driver');
    return [...checks, { name: 'merge-driver', ok: driver !== null && (await canMerge(driver)) }];
  },
  async uninstall(folder, command) {
    await assertStoryFolder(folder);
    await assertRepository(folder);
    const removed = await removeSettings(folder, [...gitSettings(command).keys(), ...formerGitSettings]);
    return (await removeLine(folder, attributesFile, driverAttribute)) ? [attributesFile, ...removed] : removed;
  },
};

/** Throws the Problem with git's own reason: there is no repository, or it belongs to another user. Later commands would name another one. */
const assertRepository = (folder: string): Promise<unknown> => runGit(folder, ['rev-parse', '--show-toplevel']);

const ignoreFile = '.p4ignore';

/** `p4 reconcile` and `p4 add` must not take what is only staged. */
export const perforceSetup: VersionControlSetup = {
  async install(folder) {
    await assertStoryFolder(folder);
    await addLines(folder, ignoreFile, [workFolder]);
    return [ignoreFile];
  },
  async check(folder) {
    await assertStoryFolder(folder);
    return [{ name: ignoreFile, ok: (await readLines(folder, ignoreFile)).includes(workFolder) }];
  },
  async uninstall(folder) {
    await assertStoryFolder(folder);
    return (await removeLine(folder, ignoreFile, workFolder)) ? [ignoreFile] : [];
  },
};

const addLines = (folder: string, name: string, added: readonly string[]): Promise<boolean> =>
  changeLines(folder, name, (lines) => withLines(lines, added));
const withLines = (lines: readonly string[], added: readonly string[]): readonly string[] => [
  ...lines,
  ...added.filter((line) => !lines.includes(line)),
];
const removeLine = (folder: string, name: string, removed: string): Promise<boolean> =>
  changeLines(folder, name, (lines) => lines.filter((line) => line !== removed));

/** Returns whether the lines of a file have changed, which a folder shares with whatever else set it up. */
async function changeLines(folder: string, name: string, change: (lines: readonly string[]) => readonly string[]): Promise<boolean> {
  const before = await readLines(folder, name);
  const after = change(before);
  if (after.join('\n') === before.join('\n')) return false;
  await replaceFile(join(folder, name), after.map((line) => `${line}\n`).join(''));
  return true;
}

/** The lines of a file in a folder; none if it does not exist. A link is not followed. */
async function readLines(folder: string, name: string): Promise<readonly string[]> {
  const file = join(folder, name);
  const found = await lstat(file).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return [];
  if (!found.isFile())
    throw new Problem('folder', message('storyFolder.problem.ofFile', { path: name, fault: message('storyFolder.fault.notFile') }));
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

const readSetting = async (folder: string, key: string): Promise<string | null> => {
  const found = await runGit(folder, ['config', '--local', '--default', '', '--get', key]);
  const value = found.toString().replace(/\n$/, '');
  return value === '' ? null : value;
};

/** Two versions with different fields; a merge by lines would conflict. */
const sample = (fields: string): string => `a:\n  kind: element\n  rank: a0\n${fields}`;
const sampleVersions = {
  base: sample('  x: 1\n  y: 1\n'),
  local: sample('  x: 2\n  y: 1\n'),
  remote: sample('  x: 1\n  y: 2\n'),
};
const sampleResult = sample('  x: 2\n  y: 2\n');

/** Git runs the command in the shell that it merges with: on Windows, no other program may find one. */
async function canMerge(driver: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'taleport-merge-'));
  try {
    const [base, local, remote] = [join(folder, 'base'), join(folder, 'local'), join(folder, 'remote')];
    for (const [name, text] of Object.entries(sampleVersions)) await writeFile(join(folder, name), text);
    const paths: Readonly<Record<string, string>> = { O: base, A: local, B: remote, P: storyFileName, '%': '%' };
    const command = driver.replace(/%([OABP%])/g, (_, name: string) => (name === '%' ? '%' : quote(paths[name] ?? '')));
    await runGit(folder, ['-c', `alias.taleport-merge=!${command}`, 'taleport-merge']);
    return (await readFile(local, 'utf8')) === sampleResult;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
