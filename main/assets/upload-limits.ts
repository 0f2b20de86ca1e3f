/** The remaining storage of a project ([Limits] Standard Team asset limits: existing assets plus the incoming file). */

import type { Workspace } from '../../shared/contracts/accounts.ts';
import type { StoredFile } from '../../shared/contracts/stored-file.ts';
import type { SingleCommand } from '../../shared/model/commands.ts';
import type { Project } from '../../shared/model/project.ts';
import { assertWithinLimits, type UploadLimits } from './upload-receiver.ts';

type StoragePlan = Pick<Workspace, 'fileBytes' | 'projectBytes' | 'imagePixels'>;

export function uploadLimitsFor(project: Project | undefined, { fileBytes, projectBytes, imagePixels }: StoragePlan): UploadLimits {
  return { fileBytes, imagePixels, projectBytes: projectBytes === null ? null : remainingBytes(projectBytes, bytesByFile(project)) };
}

/**
 * Throws unless the files that the commands refer to fit into the remaining storage of the project. A file counts as soon as an asset
 * refers to it, not when it is uploaded. Throws the same 400 as an upload that does not fit ([G9]).
 */
export function assertFilesFit(
  commands: readonly SingleCommand[],
  project: Project,
  { projectBytes }: StoragePlan,
  find: (file: string) => StoredFile | undefined,
): void {
  for (const command of projectBytes === null ? [] : commands) {
    if ((command.do !== 'create' && command.do !== 'change') || command.kind !== 'asset') continue;
    const { file } = command.fields;
    const stored = typeof file === 'string' ? find(file) : undefined;
    if (!stored || projectBytes === null) continue;
    const others = bytesByFile(project, command.do === 'change' ? command.id : undefined);
    if (!others.has(stored.file)) assertWithinLimits(stored.bytes, { fileBytes: null, projectBytes: remainingBytes(projectBytes, others) });
  }
}

/** The sizes of the files of all assets except `exceptAssetId`. A file that several assets refer to counts once. */
function bytesByFile(project: Project | undefined, exceptAssetId?: string): ReadonlyMap<string, number> {
  const files = new Map<string, number>();
  for (const { id, file, bytes } of project?.recordsOfKind('asset') ?? [])
    if (file !== null && id !== exceptAssetId) files.set(file, bytes ?? 0);
  return files;
}

const remainingBytes = (projectBytes: number, files: ReadonlyMap<string, number>): number =>
  Math.max(0, projectBytes - [...files.values()].reduce((sum, bytes) => sum + bytes, 0));
