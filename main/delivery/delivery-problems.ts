/** What a target says of itself, as problems and findings; the sentences are in shared/messages/en/targets.ts. */
import type { ExportFormat, Finding } from '../../shared/contracts/findings.ts';
import type { TargetStatusDetails } from '../../shared/contracts/targets.ts';
import { targetMessages as says } from '../../shared/messages/en/targets.ts';
import { Problem } from '../../shared/problem.ts';
import { errorCodeOf } from '../platform/disk.ts';
import { engineNames } from './detect-projects.ts';

type ForeignFile = TargetStatusDetails['foreign'][number];

const messagesByErrorCode: Readonly<Record<string, (folder: string) => string>> = says.byCode;

/** Any fault of a delivery as a Problem. `there` says whether the game project is still where it was. */
export function toDeliveryProblem(error: unknown, folder: string, engine: ExportFormat, there: boolean): Problem {
  if (!there) return missingProjectProblem(folder, engine);
  if (error instanceof Problem) return error;
  const code = errorCodeOf(error);
  if (code === null) return Problem.from(error);
  const sentence = messagesByErrorCode[code]?.(folder) ?? says.notWritten(folder, code);
  return new Problem('folder', sentence, { cause: error, context: { code } });
}

export function missingProjectProblem(folder: string, engine: ExportFormat): Problem {
  const sentence = engine === 'json' ? says.gone.folder(folder) : says.gone.project(folder, engineNames[engine]);
  return new Problem('folder', sentence, { context: { gone: folder } });
}
export const isMissingProjectProblem = (problem: Problem): boolean => problem.json.context?.gone !== undefined;

export function storyErrorsProblem(findings: readonly Finding[], engine: ExportFormat): Problem {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const byPlace: Record<string, string> = {};
  for (const { kind, id, message } of errors) {
    const place = `${kind}.${id}`;
    byPlace[place] = byPlace[place] ? `${byPlace[place]}\n${message}` : message;
  }
  const sentence = says.storyErrors(errors.length, engineNames[engine], errors[0]?.message ?? '');
  return new Problem('storyError', sentence, { errors: byPlace });
}

export function foreignFilesMessage(foreign: readonly ForeignFile[]): string {
  const [first] = foreign;
  if (!first) return '';
  return says.blocked(first.path, says.foreign[first.what], foreign.length - 1);
}

export const foreignFilesProblem = (foreign: readonly ForeignFile[]): Problem =>
  new Problem('folder', foreignFilesMessage(foreign), {
    errors: Object.fromEntries(foreign.map(({ path, what }) => [path, says.foreign[what]])),
  });

export function upToDateMessage(skipped: readonly string[], rivals: readonly string[]): string {
  return [says.done, ...(skipped.length > 0 ? [says.left(skipped)] : []), ...rivals.map(says.rival)].join(' ');
}

/** A guard's or a claim's refusal, not a fault that may pass. */
export const isPathProblem = (problem: unknown): boolean =>
  problem instanceof Problem && problem.code === 'folder' && problem.json.context?.path !== undefined;

/** Its bytes are gone from the store: the story goes out without it. */
export const missingStoredFileFinding = (path: string): Finding => ({
  severity: 'warning',
  rule: 'asset-missing',
  message: says.lost(path),
  kind: 'file',
  id: path,
});

export const integrationFailedFinding = (path: string, error: unknown): Finding => ({
  severity: 'warning',
  rule: 'helper',
  message: says.helper(path, error instanceof Problem ? error.message : (errorCodeOf(error) ?? says.helperFailed)),
  kind: 'file',
  id: path,
});

export const restoredExportMessage = (at: string, version: number): string => says.past(at.slice(0, 19).replace('T', ' '), version);
