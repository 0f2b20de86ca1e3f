/** What a target says of itself, as problems and findings; the sentences are in shared/words/en/targets.ts. */
import type { ExportFormat, Finding } from '../../shared/findings.ts';
import { Problem } from '../../shared/problem.ts';
import type { TargetState } from '../../shared/targets.ts';
import { targetSentences as says } from '../../shared/words/en/targets.ts';
import { engineNames } from './detect.ts';
import { codeOf } from './disk.ts';

type Foreign = TargetState['foreign'][number];

const byCode: Readonly<Record<string, (folder: string) => string>> = says.byCode;

/** Any fault of a delivery as a Problem. `there` says whether the game project is still where it was. */
export function faultOf(error: unknown, folder: string, engine: ExportFormat, there: boolean): Problem {
  if (!there) return goneProblem(folder, engine);
  if (error instanceof Problem) return error;
  const code = codeOf(error);
  if (code === null) return Problem.from(error);
  const sentence = byCode[code]?.(folder) ?? says.notWritten(folder, code);
  return new Problem('folder', sentence, { cause: error, context: { code } });
}

export function goneProblem(folder: string, engine: ExportFormat): Problem {
  const sentence = engine === 'json' ? says.gone.folder(folder) : says.gone.project(folder, engineNames[engine]);
  return new Problem('folder', sentence, { context: { gone: folder } });
}
export const isGone = (problem: Problem): boolean => problem.json.context?.gone !== undefined;

export function storyProblem(findings: readonly Finding[], engine: ExportFormat): Problem {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const byPlace: Record<string, string> = {};
  for (const { kind, id, message } of errors) {
    const place = `${kind}.${id}`;
    byPlace[place] = byPlace[place] ? `${byPlace[place]}\n${message}` : message;
  }
  const sentence = says.storyErrors(errors.length, engineNames[engine], errors[0]?.message ?? '');
  return new Problem('storyError', sentence, { errors: byPlace });
}

export function foreignSentence(foreign: readonly Foreign[]): string {
  const [first] = foreign;
  if (!first) return '';
  return says.blocked(first.path, says.foreign[first.what], foreign.length - 1);
}

export const foreignProblem = (foreign: readonly Foreign[]): Problem =>
  new Problem('folder', foreignSentence(foreign), {
    errors: Object.fromEntries(foreign.map(({ path, what }) => [path, says.foreign[what]])),
  });

export function doneSentence(skipped: readonly string[], rivals: readonly string[]): string {
  return [says.done, ...(skipped.length > 0 ? [says.left(skipped)] : []), ...rivals.map(says.rival)].join(' ');
}

/** A guard's or a claim's refusal, not a fault that may pass. */
export const isRefusal = (problem: unknown): boolean =>
  problem instanceof Problem && problem.code === 'folder' && problem.json.context?.path !== undefined;

/** Its bytes are gone from the store: the story goes out without it. */
export const lostFinding = (path: string): Finding => ({
  severity: 'warning',
  rule: 'asset-missing',
  message: says.lost(path),
  kind: 'file',
  id: path,
});

export const helperFinding = (path: string, error: unknown): Finding => ({
  severity: 'warning',
  rule: 'helper',
  message: says.helper(path, error instanceof Problem ? error.message : (codeOf(error) ?? says.helperFailed)),
  kind: 'file',
  id: path,
});

export const pastSentence = (at: string, version: number): string => says.past(at.slice(0, 19).replace('T', ' '), version);
