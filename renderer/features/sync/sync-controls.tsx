/** The sync buttons: resolve conflicts, sync now, pause, resume. Used by the sync panel of a project and by the overview. */

import { CircleHelp, CirclePause, CirclePlay, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { useSyncState } from '../../state/sync-store.ts';
import { Button } from '../../ui/button.tsx';
import { MenuPopover } from '../../ui/menu.tsx';
import { pauseSync, resumeSync, type SyncScope, syncNow } from './sync-commands.ts';

/** `hash` is null for all synced projects together. */
export function SyncControls({ hash }: { hash: SyncScope }) {
  const { conflicts, isPaused } = useSyncSummary(hash);
  const [isSyncing, setSyncing] = useState(false);
  const syncNowLabel = hash === null ? t('sync.syncAllNow') : t('sync.syncNow');
  const startSync = () => {
    setSyncing(true);
    void syncNow(hash)
      .catch(() => undefined)
      .finally(() => setSyncing(false));
  };
  return (
    <>
      {hash !== null && conflicts > 0 && (
        <Button icon={CircleHelp} variant="primary" onPress={() => openDialog('conflicts', hash)}>
          {t('sync.resolveCount', { count: conflicts })}
        </Button>
      )}
      <Button icon={RefreshCw} variant="quiet" isPending={isSyncing} onPress={startSync}>
        {isSyncing ? t('sync.syncing') : syncNowLabel}
      </Button>
      {isPaused ? (
        <Button icon={CirclePlay} variant="quiet" onPress={() => void resumeSync(hash)}>
          {hash === null ? t('sync.resumeAll') : t('sync.resume')}
        </Button>
      ) : (
        <PauseMenu hash={hash} />
      )}
    </>
  );
}

/** Uses one selector per value, so that the buttons only re-render when one of the values changes. */
function useSyncSummary(hash: SyncScope): { conflicts: number; isPaused: boolean } {
  const conflicts = useSyncState(({ list }) =>
    sumOf(list.filter((each) => hash === null || each.hash === hash).map((each) => each.conflicts)),
  );
  const isPaused = useSyncState(({ list }) => list.every((each) => (hash !== null && each.hash !== hash) || each.state === 'paused'));
  return { conflicts, isPaused };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

function PauseMenu({ hash }: { hash: SyncScope }) {
  return (
    <MenuTrigger>
      <Button icon={CirclePause} variant="quiet">
        {hash === null ? t('sync.pauseAll') : t('sync.pause')}
      </Button>
      <MenuPopover placement="bottom end">
        <Menu className="menu" aria-label={t('sync.pause')}>
          <MenuItem className="menu-item" onAction={() => void pauseSync(hash, 30)}>
            {t('sync.pauseHalfHour')}
          </MenuItem>
          <MenuItem className="menu-item" onAction={() => void pauseSync(hash, 'open')}>
            {t('sync.pauseIndefinitely')}
          </MenuItem>
        </Menu>
      </MenuPopover>
    </MenuTrigger>
  );
}
