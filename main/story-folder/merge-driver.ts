/**
 * The merge driver for git: merges one file of a story folder and says so in one word. It loads little, because git starts it for each file that both sides have
 * changed, and it needs no data folder.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { replaceFile } from '../platform/atomic-file.ts';
import { errorMessageOf } from '../platform/errors.ts';
import { mergeStoryFile } from './merge-story-file.ts';
import { maxFileBytes } from './yaml-file.ts';

/** What the command prints. The installed command only trusts these words: a program that could not start prints neither. */
type MergeOutcome = 'merged' | 'conflict';

/** The paths of the common version, of this side, which gets the result, and of the other side. */
type MergeArguments = readonly [base: string, local: string, remote: string];

/** Throws if a version cannot be read or is no file of a story folder; then nothing is written. */
export async function runMergeDriver([base, local, remote]: MergeArguments): Promise<MergeOutcome> {
  const [baseText, localText, remoteText] = await Promise.all([readVersion(base), readVersion(local), readVersion(remote)]);
  const { text, conflicts } = await mergeStoryFile({ base: baseText, local: localText, remote: remoteText });
  await replaceFile(local, text);
  return conflicts === 0 ? 'merged' : 'conflict';
}

/** The exit codes of git: 0 merged, 1 conflict. A merge that is not possible exits with 126, as a program that cannot be run. */
export async function mergeInProcess(paths: readonly string[]): Promise<number> {
  const [base = '', local = '', remote = '', path = ''] = paths;
  try {
    const outcome = await runMergeDriver([base, local, remote]);
    process.stdout.write(`${outcome}\n`);
    return outcome === 'merged' ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${path}: ${errorMessageOf(error)}\n`);
    return 126;
  }
}

async function readVersion(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxFileBytes) throw new Error(path);
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile());
  } finally {
    await file.close();
  }
}
