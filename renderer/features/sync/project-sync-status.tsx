/** The sync status of a project in the project list. Renders nothing if the project is not synced. */

import { useSyncStatus } from '../../state/sync-store.ts';
import { SyncStatusLabel } from './sync-status-label.tsx';

export function ProjectSyncStatus({ hash }: { hash: string }) {
  const status = useSyncStatus(hash);
  if (!status) return null;
  return (
    <span className="project-sync">
      <SyncStatusLabel status={status} />
      <span className="sync-facts">{status.remote}</span>
    </span>
  );
}
