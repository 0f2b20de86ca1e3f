/** Every message of a delivery and a target: as texts, Problems and findings. Templates that others share are in shared/messages. */

import type { Finding } from '../../shared/contracts/findings.ts';
import type { TargetStatusDetails } from '../../shared/contracts/targets.ts';
import { targetMessages as says } from '../../shared/messages/en/targets.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import type { Exporter } from '../exporters/exporter.ts';
import { exporters } from '../exporters/exporters.ts';
import { errorCodeOf } from '../platform/disk.ts';

type ForeignFile = TargetStatusDetails['foreign'][number];

const messagesByErrorCode: Readonly<Record<string, (folder: string) => string>> = says.byCode;

/** Any fault of a delivery as a Problem. `there` says whether the game project is still where it was. */
export function toDeliveryProblem(error: unknown, folder: string, exporter: Exporter, there: boolean): Problem {
  if (!there) return missingProjectProblem(folder, exporter);
  if (error instanceof Problem) return error;
  const code = errorCodeOf(error);
  if (code === null) return Problem.from(error);
  const sentence = messagesByErrorCode[code]?.(folder) ?? says.notWritten(folder, code);
  return new Problem('folder', sentence, { cause: error, context: { code } });
}

export function missingProjectProblem(folder: string, exporter: Exporter): Problem {
  const sentence = exporter.project === null ? says.gone.folder(folder) : says.gone.project(folder, exporter.label);
  return new Problem('folder', sentence, { context: { gone: folder } });
}
export const isMissingProjectProblem = (problem: Problem): boolean => problem.json.context?.gone !== undefined;

export function storyErrorsProblem(findings: readonly Finding[], exporter: Exporter): Problem {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const byPlace: Record<string, string> = {};
  for (const { kind, id, message } of errors) {
    const place = `${kind}.${id}`;
    byPlace[place] = byPlace[place] ? `${byPlace[place]}\n${message}` : message;
  }
  const sentence = says.storyErrors(errors.length, exporter.label, errors[0]?.message ?? '');
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

export function upToDateMessage(exporter: Exporter, skipped: readonly string[], otherFiles: readonly string[]): string {
  const others = otherFiles.map((path) => exporter.otherStoryFiles?.message(path) ?? path);
  return [says.done, ...(skipped.length > 0 ? [says.left(skipped)] : []), ...others].join(' ');
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

export const missingFolderProblem = (folder: string): Problem =>
  new Problem('folder', message('problem.target.noFolder', { folder }), { errors: { folder: 'does not exist' } });

export const noSuchProjectProblem = ({ label }: Exporter, folder: string): Problem =>
  new Problem('folder', message('problem.target.noProject', { label, folder }));

export function noProjectProblem(folder: string): Problem {
  const engines = exporters.filter(({ project }) => project !== null).map(({ label }) => label);
  const plain = exporters.find(({ project }) => project === null)?.id ?? '';
  const list = `${engines.slice(0, -1).join(', ')} or ${engines.at(-1)}`;
  const message = `No game project was recognised in ${folder} or above it. Choose the folder of a ${list} project, or the engine “${plain}” to write plain files there.`;
  return new Problem('folder', message, { errors: { engine: 'needed, because no game project was recognised' } });
}

export function severalProjectsProblem(folder: string, found: readonly Exporter[]): Problem {
  const engines = found.map(({ id }) => id).join(', ');
  const names = found.map(({ label }) => label).join(' and ');
  return new Problem('folder', message('problem.target.severalProjects', { folder, names }), {
    errors: { engine: `one of ${engines}` },
    context: { engines, folder },
  });
}

/** Statuses that say the same for every target. */
export const statusMessages = {
  paused: says.paused,
  starting: 'Looking at the folder.',
  manualOnly: 'Targets are not kept up to date for now.',
  storyChanged: 'The story has changed.',
  writing: 'Writing.',
};

/** Why two files are not shown side by side, or not in full. */
export const comparisonMessages = {
  tooLong: 'These files are too long to be compared here.',
  noText: 'What lies there is no text.',
  onlyLayout: 'They differ in how they are laid out only.',
  truncated: 'Only the first differences are shown.',
};

/** Sizes in bytes; null: there is no such file. */
export function sizeComparisonMessage(present: number | null, exported: number | null): string {
  if (present === null) return `It is not there; ours has ${exported ?? 0} bytes.`;
  if (exported === null) return `It has ${present} bytes; the story has no such file any more.`;
  return `What lies there has ${present} bytes, ours has ${exported}.`;
}

export const fileNotFoundProblem = (path: string): Problem => new Problem('notFound', message('problem.target.noFile', { path }));

/** A path that a target may not write to; `reason` continues the sentence. */
export const pathProblem = (path: string, reason: string): Problem => new Problem('folder', `${path} ${reason}.`, { context: { path } });

export const readOnlyProblem = (path: string): Problem =>
  new Problem('folder', message('problem.target.fileReadOnly', { path }), { context: { path } });

export const claimedPathProblem = (path: string): Problem =>
  new Problem('folder', message('problem.target.pathTaken', { path }), { context: { path } });

export const busyFolderProblem = (folder: string): Problem =>
  new Problem('folder', message('problem.target.filesKeepChanging', { folder }));

export const damagedStoredFileProblem = (path: string): Problem => new Problem('store', message('problem.target.assetDamaged', { path }));

export const missingTextProblem = (what: string): Problem => new Problem('store', message('problem.target.exportIncomplete', { what }));

export const integrationChangedFinding = (path: string, how: 'changed' | 'deleted'): Finding => ({
  severity: 'hint',
  rule: 'helper-changed',
  message: `${path} was ${how} by someone else, so it is left as it is. Switch the helper off and on again to have it back.`,
  kind: 'file',
  id: path,
});

/** `owner`: the target that writes into the folder already. */
export function folderInUseProblem(owner: { id: string; hash: string; folder: string }, exporter: Exporter, hash: string): Problem {
  const who = owner.hash === hash ? 'This story is' : 'Another story is';
  const message = `${who} already written into ${owner.folder} for ${exporter.label}. Remove that target first, or choose another folder.`;
  return new Problem('folder', message, {
    errors: { folder: 'in use by another target' },
    context: { target: owner.id, hash: owner.hash },
  });
}
