/** What the card of a project shows about its workspace and its game folders. */
import { ProjectSyncStatus } from '../../features/sync/project-sync-status.tsx';
import { ProjectTargetStatus } from '../../features/targets/project-target-status.tsx';

export function ProjectStatus({ hash }: { hash: string }) {
  return (
    <span className="project-statuses">
      <ProjectTargetStatus hash={hash} />
      <ProjectSyncStatus hash={hash} />
    </span>
  );
}
