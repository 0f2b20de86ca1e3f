/** The icon and label of a sync status. The label is refreshed to count down the time until the next attempt. */
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { useNow } from '../../ui/use-now.ts';
import { toSyncStatusDisplay } from './sync-status-display.ts';
import './sync.css';

const refreshMs = 5000;

export const useSyncStatusDisplay = (status: SyncStatus) => toSyncStatusDisplay(status, useNow(refreshMs));

export function SyncStatusLabel({ status }: { status: SyncStatus }) {
  const { label, icon: Icon, tone } = useSyncStatusDisplay(status);
  return (
    <span className={`sync-state ${tone}`}>
      <Icon size={16} aria-hidden />
      <span>{label}</span>
    </span>
  );
}
