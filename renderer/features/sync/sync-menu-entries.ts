/** The sync entries of a project's menu. */

import { CircleHelp, CirclePause, CirclePlay, CloudUpload, RefreshCw, Unlink } from 'lucide-react';
import type { ProjectSummary } from '../../../shared/contracts/ipc/results.ts';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import type { MenuEntry } from '../../ui/menu.tsx';
import { syncNow, toggleSyncPaused } from './sync-commands.ts';

/** The menu entries for a project's sync; for a project that is not synced, the entry that uploads it. */
export function syncMenuEntries({ hash, name }: Pick<ProjectSummary, 'hash' | 'name'>, status: SyncStatus | undefined): MenuEntry[] {
  if (!status)
    return [{ id: 'upload', label: t('sync.actions.upload'), icon: CloudUpload, run: () => openDialog('uploadProject', hash, name) }];
  const isPaused = status.state === 'paused';
  return [
    ...(status.conflicts > 0
      ? [
          {
            id: 'answer',
            label: t('sync.resolveCount', { count: status.conflicts }),
            icon: CircleHelp,
            run: () => openDialog('conflicts', hash),
          },
        ]
      : []),
    { id: 'syncNow', label: t('sync.syncNow'), icon: RefreshCw, run: () => void syncNow(hash) },
    {
      id: 'pause',
      label: isPaused ? t('sync.resume') : t('sync.pauseIndefinitely'),
      icon: isPaused ? CirclePlay : CirclePause,
      run: () => void toggleSyncPaused(hash),
    },
    { id: 'stop', label: t('sync.actions.stop'), icon: Unlink, run: () => openDialog('stopSync', hash) },
  ];
}
