/** What a target says of itself, in words a writer understands. */
import type { ExportFormat, Finding } from '../../shared/findings.ts';
import { Problem } from '../../shared/problem.ts';
import { engineNames } from './detect.ts';
import { codeOf } from './disk.ts';
import type { Foreign } from './plan.ts';

const byCode: Record<string, (folder: string) => string> = {
  ENOSPC: (folder) => `The disk of ${folder} is full. Make room, and the story is written there.`,
  EDQUOT: (folder) => `There is no room left for you on the disk of ${folder}. Make room, and the story is written there.`,
  EROFS: (folder) => `${folder} is on a read-only disk. It is written as soon as that can be changed.`,
  EACCES: (folder) => `Taleport may not write into ${folder}. Give yourself permission to write there.`,
  EPERM: (folder) =>
    `Taleport may not write into ${folder}. Give yourself permission to write there, and close programs that use its files.`,
  EBUSY: (folder) => `A file in ${folder} is in use by another program. Close it there.`,
  EXDEV: (folder) => `A folder in ${folder} lies on another disk than the game project. It has to be on the same one.`,
};

/** Any fault of a delivery as a Problem. `there` says whether the game project is still where it was. */
export function faultOf(error: unknown, folder: string, engine: ExportFormat, there: boolean): Problem {
  if (!there) return goneProblem(folder, engine);
  if (error instanceof Problem) return error;
  const code = codeOf(error);
  if (code === null) return Problem.from(error);
  const sentence = byCode[code]?.(folder) ?? `${folder} could not be written (${code}).`;
  return new Problem('folder', sentence, { cause: error, context: { code } });
}

export function goneProblem(folder: string, engine: ExportFormat): Problem {
  const what =
    engine === 'json' ? `The folder ${folder} is not there.` : `There is no ${engineNames[engine]} project in ${folder} any more.`;
  return new Problem('folder', `${what} It is written as soon as it is back.`, { context: { gone: folder } });
}
export const isGone = (problem: Problem): boolean => problem.json.context?.gone !== undefined;

export function storyProblem(findings: readonly Finding[], engine: ExportFormat): Problem {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const byPlace: Record<string, string> = {};
  for (const { kind, id, message } of errors) {
    const place = `${kind}.${id}`;
    byPlace[place] = byPlace[place] ? `${byPlace[place]}\n${message}` : message;
  }
  const count = errors.length === 1 ? 'an error' : `${errors.length} errors`;
  const sentence = `The story has ${count} that ${engineNames[engine]} would refuse: ${errors[0]?.message ?? ''} The last good file stays.`;
  return new Problem('storyError', sentence, { errors: byPlace });
}

const said = {
  changed: 'was changed by someone else',
  deleted: 'was deleted by someone else',
  present: 'is there already and is not ours',
};

export function foreignSentence(foreign: readonly Foreign[]): string {
  const [first] = foreign;
  if (!first) return '';
  const rest = foreign.length > 1 ? ` (and ${foreign.length - 1} more)` : '';
  return `${first.path} ${said[first.what]}${rest}. Nothing is written until you choose: put ours there, keep theirs, or stop.`;
}

export const foreignProblem = (foreign: readonly Foreign[]): Problem =>
  new Problem('folder', foreignSentence(foreign), { errors: Object.fromEntries(foreign.map(({ path, what }) => [path, said[what]])) });

export function doneSentence(skipped: readonly string[], rivals: readonly string[]): string {
  const left = skipped.length > 0 ? ` Left as it is: ${skipped.join(', ')}.` : '';
  return `Up to date.${left}${rivals.map((path) => ` ${rivalSentence(path)}`).join('')}`;
}

export const rivalSentence = (path: string): string =>
  `${path} lies beside our file, and Unreal takes the first JSON it finds there: move it away, please.`;

/** A guard's or a claim's refusal, not a fault that may pass. */
export const isRefusal = (problem: unknown): boolean =>
  problem instanceof Problem && problem.code === 'folder' && problem.json.context?.path !== undefined;

/** Its bytes are gone from the store: the story goes out without it. */
export const lostFinding = (path: string): Finding => ({
  severity: 'warning',
  rule: 'asset-missing',
  message: `The stored file for ${path} is no longer there, so it is not written. Replace it in the assets.`,
  kind: 'file',
  id: path,
});

export const helperFinding = (path: string, error: unknown): Finding => ({
  severity: 'warning',
  rule: 'helper',
  message: `The helper ${path} could not be brought up to date: ${error instanceof Problem ? error.message : (codeOf(error) ?? 'it failed')}`,
  kind: 'file',
  id: path,
});

export const pausedSentence = 'Paused.';
export const pastSentence = (at: string, version: number): string =>
  `Paused. The folder holds the export of ${at.slice(0, 19).replace('T', ' ')} UTC again (version ${version}), until it is turned on.`;
