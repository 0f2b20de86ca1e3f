/** What is left for the files of a project ([Limits] Standard Team asset limits: existing assets plus the incoming file). */
import type { SingleCommand } from '../../shared/commands.ts';
import type { Workspace } from '../../shared/people.ts';
import type { Project } from '../../shared/project.ts';
import type { StoredFile } from '../../shared/stored-file.ts';
import { refuseIfTooLarge, type StoreLimits } from './receive.ts';

type Plan = Pick<Workspace, 'fileBytes' | 'projectBytes' | 'imagePixels'>;

export function limitsFor(project: Project | undefined, { fileBytes, projectBytes, imagePixels }: Plan): StoreLimits {
  return { fileBytes, imagePixels, projectBytes: projectBytes === null ? null : left(projectBytes, bytesByFile(project)) };
}

/**
 * Files that were stored before an asset named them did not count when they came: they do when one is to name them. Throws what an
 * upload that does not fit throws.
 */
export function mustFit(
  commands: readonly SingleCommand[],
  project: Project,
  { projectBytes }: Plan,
  find: (file: string) => StoredFile | undefined,
): void {
  for (const command of projectBytes === null ? [] : commands) {
    if ((command.do !== 'create' && command.do !== 'change') || command.kind !== 'asset') continue;
    const { file } = command.fields;
    const stored = typeof file === 'string' ? find(file) : undefined;
    if (!stored || projectBytes === null) continue;
    const others = bytesByFile(project, command.do === 'change' ? command.id : undefined);
    if (!others.has(stored.file)) refuseIfTooLarge(stored.bytes, { fileBytes: null, projectBytes: left(projectBytes, others) });
  }
}

/** A file that several assets name is there once. `but`: without this asset. */
function bytesByFile(project: Project | undefined, but?: string): ReadonlyMap<string, number> {
  const files = new Map<string, number>();
  for (const { id, file, bytes } of project?.all('asset') ?? []) if (file !== null && id !== but) files.set(file, bytes ?? 0);
  return files;
}

const left = (projectBytes: number, files: ReadonlyMap<string, number>): number =>
  Math.max(0, projectBytes - [...files.values()].reduce((sum, bytes) => sum + bytes, 0));
