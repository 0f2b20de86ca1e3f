/** A row of the list of projects: where the project is mirrored and how it stands, and what its menu says of that. */

import { CircleHelp, CirclePause, CirclePlay, CloudUpload, RefreshCw, Unlink } from 'lucide-react';
import type { ProjectSummary } from '../../../shared/contracts/ipc/results.ts';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { t } from '../../messages/translate.ts';
import { useSyncStatus } from '../../state/sync-store.ts';
import type { MenuEntry } from '../../ui/menu.tsx';
import { syncNow, toggleSyncPaused } from './sync-commands.ts';
import { showConflicts, showStopSync, showUploadProject } from './sync-dialogs.ts';
import { SyncStatusLabel } from './sync-status-label.tsx';

export function ProjectSyncStatus({ hash }: { hash: string }) {
  const status = useSyncStatus(hash);
  if (!status) return <span />;
  return (
    <span className="project-mirror">
      <SyncStatusLabel status={status} />
      <span className="mirror-facts">{t('sync.onRemote', { remote: status.remote })}</span>
    </span>
  );
}

/** What a menu of the project offers about its mirror, or to begin one. */
export function syncMenuEntries({ hash, name }: Pick<ProjectSummary, 'hash' | 'name'>, status: SyncStatus | undefined): MenuEntry[] {
  if (!status)
    return [{ id: 'upload', label: `${t('sync.actions.upload')}…`, icon: CloudUpload, run: () => void showUploadProject(hash, name) }];
  const isPaused = status.state === 'paused';
  return [
    ...(status.questions > 0
      ? [
          {
            id: 'answer',
            label: t('sync.resolveCount', { count: status.questions }),
            icon: CircleHelp,
            run: () => void showConflicts(hash),
          },
        ]
      : []),
    { id: 'look', label: t('sync.syncNow'), icon: RefreshCw, run: () => void syncNow(hash) },
    {
      id: 'pause',
      label: isPaused ? t('sync.resume') : t('sync.pauseOpen'),
      icon: isPaused ? CirclePlay : CirclePause,
      run: () => void toggleSyncPaused(hash),
    },
    { id: 'stop', label: t('sync.stop'), icon: Unlink, run: () => void showStopSync(hash) },
  ];
}
