/** The messages of deliveries and targets: statuses, problems and findings. */
import { posix } from 'node:path';
import { blocksExport, type Finding } from '../../shared/contracts/findings.ts';
import type { ForeignFile } from '../../shared/contracts/targets.ts';
import { joinLines, joinSentences, type Message, message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import type { Exporter } from '../exporters/exporter.ts';
import { exporters } from '../exporters/exporters.ts';
import { otherStoryFileMessage } from '../exporters/story-files.ts';
import { type DiskFault, diskFaultOf } from '../platform/disk-error.ts';
import { errorCodeOf } from '../platform/errors.ts';

const messagesByFault: Readonly<Partial<Record<DiskFault, (folder: string) => Message>>> = {
  full: (folder) => message('targets.blocked.diskFull', { folder }),
  quotaReached: (folder) => message('targets.blocked.quotaExceeded', { folder }),
  readOnly: (folder) => message('targets.blocked.readOnlyDisk', { folder }),
  notPermitted: (folder) => message('targets.blocked.noPermission', { folder }),
  notPermittedOrInUse: (folder) => message('targets.blocked.noPermissionOrInUse', { folder }),
  inUse: (folder) => message('targets.blocked.fileInUse', { folder }),
  notResponding: (folder) => message('targets.blocked.notResponding', { folder }),
  otherDisk: (folder) => message('targets.blocked.otherDisk', { folder }),
};

/** Turns any error of a delivery into a Problem. `isPresent` is whether the game project still exists. */
export function toDeliveryProblem(error: unknown, folder: string, exporter: Exporter, isPresent: boolean): Problem {
  return isPresent ? toGameFolderProblem(error, folder) : missingProjectProblem(folder, exporter);
}

/** Turns any error of the file system in a folder into a Problem that names the folder and says what to do. */
export function toGameFolderProblem(error: unknown, folder: string): Problem {
  if (error instanceof Problem) return error;
  const code = errorCodeOf(error);
  if (code === null) return Problem.from(error);
  const fault = diskFaultOf(error);
  const text = (fault && messagesByFault[fault]?.(folder)) ?? message('targets.blocked.other', { folder, code });
  return new Problem('folder', text, { cause: error, context: { code } });
}

export function missingProjectProblem(folder: string, exporter: Exporter): Problem {
  const text =
    exporter.project === null
      ? message('targets.blocked.folderMissing', { folder })
      : message('targets.blocked.projectMissing', { folder, engine: exporter.label });
  return new Problem('folder', text, { context: { gone: folder } });
}
export const isMissingProjectProblem = (problem: Problem): boolean => problem.json.context?.gone !== undefined;

/** `hasExport`: whether the folder contains an earlier export, which is kept. */
export function storyErrorsProblem(
  findings: readonly Finding[],
  { label: engine }: Exporter,
  { hasExport }: { hasExport: boolean },
): Problem {
  const errors = findings.filter(blocksExport);
  const byRecord = Map.groupBy(errors, ({ kind, id }) => `${kind}.${id}`);
  const faults = [...byRecord].map(([record, found]) => [record, joinLines(found.map((finding) => finding.message))] as const);
  const first = errors[0]?.message ?? '';
  const text = message('targets.blocked.storyErrors', { count: errors.length, engine, first, hasExport });
  return new Problem('storyError', text, { errors: Object.fromEntries(faults) });
}

export function foreignFilesMessage([first, ...others]: readonly ForeignFile[]): Message {
  const { path, what: change } = first ?? { path: '', what: 'changed' };
  return message('targets.status.changedByOthers', { path, change, others: others.length });
}

export const foreignFilesProblem = (foreign: readonly ForeignFile[]): Problem =>
  new Problem('folder', foreignFilesMessage(foreign), {
    reason: 'changedByOthers',
    errors: Object.fromEntries(foreign.map(({ path, what }) => [path, message(`targets.externalChange.${what}`)])),
  });

export function upToDateMessage({ otherStoryFiles }: Exporter, skipped: readonly string[], otherPaths: readonly string[]): Message {
  return joinSentences([
    message('targets.status.upToDate'),
    ...(skipped.length > 0 ? [message('targets.status.leftUnchanged', { paths: skipped })] : []),
    ...otherPaths.map((path) => otherStoryFileMessage(otherStoryFiles, path)),
  ]);
}

/** Whether the problem is a rejected path, which no retry can solve. */
export const isPathProblem = (problem: unknown): boolean =>
  problem instanceof Problem && problem.code === 'folder' && problem.json.context?.path !== undefined;

/** The stored bytes of an asset are missing: the story is exported without the file. */
export const missingStoredFileFinding = (path: string): Finding => ({
  severity: 'warning',
  rule: 'asset-missing',
  message: message('targets.finding.assetMissing', { path }),
  kind: 'file',
  id: path,
});

/** The system does not allow such a long path: the story is exported without the file. */
export const pathTooLongFinding = (path: string): Finding => ({
  severity: 'warning',
  rule: 'asset-path',
  message: message('targets.finding.pathTooLong', { name: posix.basename(path) }),
  kind: 'file',
  id: path,
});

export const integrationFailedFinding = (path: string, error: unknown): Finding => ({
  severity: 'warning',
  rule: 'integration-failed',
  message: message('targets.finding.integrationFailed', { path, reason: integrationFailure(error) }),
  kind: 'file',
  id: path,
});

function integrationFailure(error: unknown): Message {
  if (error instanceof Problem) return error.text;
  const code = errorCodeOf(error);
  return code === null ? message('targets.finding.unexpectedError') : message('targets.finding.errorCode', { code });
}

export const integrationChangedFinding = (path: string, change: 'changed' | 'deleted'): Finding => ({
  severity: 'hint',
  rule: 'integration-changed',
  message: message('targets.finding.integrationChanged', { path, change }),
  kind: 'file',
  id: path,
});

export const noHardLinksFinding = (folder: string): Finding => ({
  severity: 'hint',
  rule: 'no-hard-links',
  message: message('targets.finding.noHardLinks', { folder }),
  kind: 'file',
  id: folder,
});

/** The files are written, and Perforce was not told of all of them. */
export const perforceFinding = (text: Message): Finding => ({
  severity: 'warning',
  rule: 'perforce-failed',
  message: text,
  kind: 'file',
  id: 'p4',
});

/** `exportedAt` is in ISO 8601. */
export const restoredExportMessage = (exportedAt: string, version: number): Message =>
  message('targets.status.restoredExport', { at: Date.parse(exportedAt), version });

export const missingFolderProblem = (folder: string): Problem =>
  new Problem('folder', message('targets.problem.folderMissing', { folder }), {
    errors: { folder: message('targets.fault.folderMissing') },
  });

export const noSuchProjectProblem = ({ label }: Exporter, folder: string): Problem =>
  new Problem('folder', message('targets.problem.otherProject', { engine: label, folder }));

export function noProjectProblem(folder: string): Problem {
  const engines = exporters.filter(({ project }) => project !== null).map(({ label }) => label);
  const plain = exporters.find(({ project }) => project === null)?.id ?? '';
  return new Problem('folder', message('targets.problem.noProject', { folder, engines, plain }), {
    errors: { engine: message('targets.fault.engineNeeded') },
  });
}

export function severalProjectsProblem(folder: string, found: readonly Exporter[]): Problem {
  const ids = found.map(({ id }) => id).join(', ');
  return new Problem('folder', message('targets.problem.severalProjects', { folder, engines: found.map(({ label }) => label) }), {
    errors: { engine: message('targets.fault.oneOfEngines', { engines: ids }) },
    context: { engines: ids, folder },
  });
}

/** Compares the sizes of two files in bytes; null if a file does not exist. */
export function sizeComparisonMessage(present: number | null, exported: number | null): Message {
  if (present === null) return message('targets.comparison.fileMissing', { bytes: exported ?? 0 });
  if (exported === null) return message('targets.comparison.notExported', { bytes: present });
  return message('targets.comparison.sizes', { present, exported });
}

export const fileNotFoundProblem = (path: string): Problem => new Problem('notFound', message('problem.disk.noFile', { path }));

/** `path` is one that a target must not write to. */
export const pathProblem = (path: string, text: Message): Problem => new Problem('folder', text, { context: { path } });

export const readOnlyProblem = (path: string): Problem => pathProblem(path, message('targets.problem.fileReadOnly', { path }));

export const claimedPathProblem = (path: string): Problem => pathProblem(path, message('targets.problem.pathTaken', { path }));

export const busyFolderProblem = (folder: string): Problem =>
  new Problem('folder', message('targets.problem.filesKeepChanging', { folder }));

export const stagingFolderTakenProblem = (name: string, root: string): Problem =>
  new Problem('folder', message('targets.problem.stagingFolderTaken', { name, root }));

export const fileJustChangedProblem = (path: string): Problem =>
  new Problem('folder', message('targets.problem.fileJustChanged', { path }));

export const fileChangedAgainProblem = (path: string): Problem =>
  new Problem('folder', message('targets.problem.fileChangedAgain', { path }));

export const damagedStoredFileProblem = (path: string): Problem => new Problem('store', message('targets.problem.assetDamaged', { path }));

export const missingTextProblem = (path: string): Problem => new Problem('store', message('targets.problem.exportIncomplete', { path }));

/** The text of a release is missing or damaged, for example after the restore of a backup, which has no texts of exports. */
export const lostLayoutProblem = (release: string): Problem => new Problem('store', message('targets.problem.layoutLost', { release }));

export const missingAssetListProblem = (): Problem => new Problem('store', message('targets.problem.assetListMissing'));

/** `owner` is the target that already writes into the folder. */
export function folderInUseProblem(owner: { id: string; hash: string; folder: string }, exporter: Exporter, hash: string): Problem {
  const { folder } = owner;
  const text = message('targets.problem.folderInUse', { isSameStory: owner.hash === hash, folder, engine: exporter.label });
  return new Problem('folder', text, {
    errors: { folder: message('targets.fault.folderInUse') },
    context: { target: owner.id, hash: owner.hash },
  });
}
