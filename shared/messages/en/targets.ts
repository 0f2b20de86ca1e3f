/** What a target says of itself. */
import { formatPlural } from '../format.ts';
import { defineMessages } from '../messages.ts';

const andMore = (count: number): string => (count > 0 ? ` (and ${formatPlural(count, { other: '#' })} more)` : '');

export const targetMessages = defineMessages({
  /** By what the file system answered. */
  byCode: {
    ENOSPC: (folder: string) => `The disk of ${folder} is full. Make room, and the story is written there.`,
    EDQUOT: (folder: string) => `There is no room left for you on the disk of ${folder}. Make room, and the story is written there.`,
    EROFS: (folder: string) => `${folder} is on a read-only disk. It is written as soon as that can be changed.`,
    EACCES: (folder: string) => `Taleport may not write into ${folder}. Give yourself permission to write there.`,
    EPERM: (folder: string) =>
      `Taleport may not write into ${folder}. Give yourself permission to write there, and close programs that use its files.`,
    EBUSY: (folder: string) => `A file in ${folder} is in use by another program. Close it there.`,
    EXDEV: (folder: string) => `A folder in ${folder} lies on another disk than the game project. It has to be on the same one.`,
  },
  notWritten: (folder: string, code: string) => `${folder} could not be written (${code}).`,
  gone: {
    folder: (folder: string) => `The folder ${folder} is not there. It is written as soon as it is back.`,
    project: (folder: string, engine: string) =>
      `There is no ${engine} project in ${folder} any more. It is written as soon as it is back.`,
  },
  /** `first`: the sentence of the first one. */
  storyErrors: (count: number, engine: string, first: string) =>
    `The story has ${formatPlural(count, { one: 'an error', other: '# errors' })} that ${engine} would refuse: ${first} The last good file stays.`,
  /** What has become of a file that is not ours, or no longer. */
  foreign: {
    changed: 'was changed by someone else',
    deleted: 'was deleted by someone else',
    present: 'is there already and is not ours',
  },
  /** `others`: how many files beside this one. */
  blocked: (path: string, what: string, others: number) =>
    `${path} ${what}${andMore(others)}. Nothing is written until you choose: put ours there, keep theirs, or stop.`,
  done: 'Up to date.',
  left: (paths: readonly string[]) => `Left as it is: ${paths.join(', ')}.`,
  rival: (path: string) => `${path} lies beside our file, and Unreal takes the first JSON it finds there: move it away, please.`,
  lost: (path: string) => `The stored file for ${path} is no longer there, so it is not written. Replace it in the assets.`,
  helper: (path: string, why: string) => `The helper ${path} could not be brought up to date: ${why}`,
  helperFailed: 'it failed',
  paused: 'Paused.',
  /** `at`: a time as it is shown. */
  past: (at: string, version: number) =>
    `Paused. The folder holds the export of ${at} UTC again (version ${version}), until it is turned on.`,
});
