/** What the card of a project shows about its workspace and its game folders. It appears when its code is loaded, after the list. */
import { ProjectSyncStatus } from '../../features/sync/project-sync-status.tsx';
import { ProjectTargetStatus } from '../../features/targets/project-target-status.tsx';

export function ProjectStatuses({ hash }: { hash: string }) {
  return (
    <span className="project-statuses">
      <ProjectTargetStatus hash={hash} />
      <ProjectSyncStatus hash={hash} />
    </span>
  );
}
