/**
 * Sets a clone up for merging and comparing story folders: attributes in the folder, which everyone gets with it, and the commands in the configuration of the
 * clone, which git never takes from others.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storyFileName } from '../../shared/contracts/project-file-name.ts';
import { changeLines } from './change-lines.ts';
import { assertStoryFolder, runGit } from './read-folder.ts';

export const attributesFile = '.gitattributes';
const attributes: readonly string[] = ['*.yaml text eol=lf', '*.css text eol=lf'];
const driverAttribute = '*.yaml merge=taleport diff=taleport';

/** The attributes of a folder that nobody has set up: line ends are part of the bytes that Taleport compares. */
export const plainAttributes = `${attributes.join('\n')}\n`;

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
  const tool = `r=$(${program} merge-driver "$BASE" "$LOCAL" "$REMOTE" "$MERGED") && cp "$LOCAL" "$MERGED" && [ "$r" = merged ]`;
  return new Map([
    ['merge.taleport.name', 'Taleport'],
    ['merge.taleport.driver', driver],
    ['diff.taleport.textconv', `${program} diff`],
    ['diff.taleport.cachetextconv', 'true'],
    ['mergetool.taleport.cmd', tool],
    ['mergetool.taleport.trustExitCode', 'true'],
  ]);
}

export interface SetupCheck {
  /** The file or key. */
  readonly name: string;
  readonly ok: boolean;
}

/** Returns what was set, by file and key. Throws a Problem if the folder contains no story or is in no repository. */
export async function installInGit(folder: string, command: readonly string[]): Promise<readonly string[]> {
  await assertStoryFolder(folder);
  const settings = gitSettings(command);
  for (const [key, value] of settings) await runGit(folder, ['config', '--local', key, value]);
  await changeLines(folder, attributesFile, (lines) => [
    ...lines,
    ...[...attributes, driverAttribute].filter((line) => !lines.includes(line)),
  ]);
  return [attributesFile, ...settings.keys()];
}

/** Returns what was removed. Line ends stay as they are. */
export async function uninstallFromGit(folder: string, command: readonly string[]): Promise<readonly string[]> {
  await assertStoryFolder(folder);
  const removed: string[] = [];
  for (const key of gitSettings(command).keys())
    if ((await readSetting(folder, key)) !== null) {
      await runGit(folder, ['config', '--local', '--unset-all', key]);
      removed.push(key);
    }
  const isChanged = await changeLines(folder, attributesFile, (lines) => lines.filter((line) => line !== driverAttribute));
  return isChanged ? [attributesFile, ...removed] : removed;
}

/** Whether each part is set up, and whether the driver merges when git starts it. */
export async function checkGitSetup(folder: string, command: readonly string[]): Promise<readonly SetupCheck[]> {
  await assertStoryFolder(folder);
  const attribute = (await runGit(folder, ['check-attr', 'merge', '--', storyFileName])).toString().trim();
  const checks: SetupCheck[] = [{ name: attributesFile, ok: attribute.endsWith(': merge: taleport') }];
  for (const [key, value] of gitSettings(command)) checks.push({ name: key, ok: (await readSetting(folder, key)) === value });
  const driver = await readSetting(folder, 'merge.taleport.driver');
  return [...checks, { name: 'merge-driver', ok: driver !== null && (await canMerge(driver)) }];
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

/** Runs the command as git does. */
async function canMerge(driver: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'taleport-merge-'));
  try {
    const [base, local, remote] = [join(folder, 'base'), join(folder, 'local'), join(folder, 'remote')];
    for (const [name, text] of Object.entries(sampleVersions)) await writeFile(join(folder, name), text);
    const paths: Readonly<Record<string, string>> = { O: base, A: local, B: remote, P: storyFileName, '%': '%' };
    const command = driver.replace(/%([OABP%])/g, (_, name: string) => (name === '%' ? '%' : quote(paths[name] ?? '')));
    const code = await new Promise((resolve) => {
      const shell = spawn('sh', ['-c', command], { cwd: folder, stdio: 'ignore', windowsHide: true });
      shell.on('error', () => resolve(null));
      shell.on('close', resolve);
    });
    return code === 0 && (await readFile(local, 'utf8')) === sampleResult;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
