/** What is left for the files of a project ([Limits] Standard Team asset limits: existing assets plus the incoming file). */
import type { Workspace } from '../../shared/people.ts';
import type { Project } from '../../shared/project.ts';
import type { StoreLimits } from './receive.ts';

export function limitsFor(project: Project | undefined, plan: Pick<Workspace, 'fileBytes' | 'projectBytes' | 'imagePixels'>): StoreLimits {
  const { fileBytes, projectBytes, imagePixels } = plan;
  return { fileBytes, imagePixels, projectBytes: projectBytes === null ? null : Math.max(0, projectBytes - bytesIn(project)) };
}

function bytesIn(project: Project | undefined): number {
  let bytes = 0;
  for (const asset of project?.all('asset') ?? []) bytes += asset.bytes ?? 0;
  return bytes;
}
