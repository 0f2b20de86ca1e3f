/** The icon and label of a sync status. The label is refreshed to count down the time until the next attempt. */

import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CloudDownload,
  CloudUpload,
  Hourglass,
  type LucideIcon,
  PauseCircle,
  RefreshCw,
  WifiOff,
} from 'lucide-react';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { mostSevereState } from '../../../shared/contracts/sync-states.ts';
import { formatDate, t } from '../../messages/translate.ts';
import type { StatusTone } from '../../ui/status-tone.ts';
import { useNow } from '../../ui/use-now.ts';
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

/** The label and icon of a sync status, for one project and for all together. Pure: the caller passes the time. */
interface SyncStatusDisplay {
  readonly label: string;
  /** Where there is little room: without times, and of conflicts only their number. */
  readonly shortLabel: string;
  readonly icon: LucideIcon;
  readonly tone: StatusTone;
  readonly isSpinning: boolean;
}

const stateDisplays: Readonly<Record<SyncStatus['state'], Omit<SyncStatusDisplay, 'label' | 'shortLabel'>>> = {
  synced: { icon: CircleCheck, tone: 'good', isSpinning: false },
  held: { icon: CircleCheck, tone: 'quiet', isSpinning: false },
  checking: { icon: RefreshCw, tone: 'quiet', isSpinning: false },
  attention: { icon: CircleHelp, tone: 'waiting', isSpinning: false },
  sending: { icon: CloudUpload, tone: 'quiet', isSpinning: false },
  receiving: { icon: CloudDownload, tone: 'quiet', isSpinning: false },
  waiting: { icon: Hourglass, tone: 'quiet', isSpinning: false },
  paused: { icon: PauseCircle, tone: 'off', isSpinning: false },
  offline: { icon: WifiOff, tone: 'waiting', isSpinning: false },
  stopped: { icon: CircleAlert, tone: 'bad', isSpinning: false },
};

/** `now` is in milliseconds. Open conflicts are shown beside the state, because sync continues for everything else. */
export function toSyncStatusDisplay(status: SyncStatus, now: number): SyncStatusDisplay {
  const appearance = stateDisplays[status.state];
  const label = stateLabel(status, now);
  if (status.conflicts === 0) return { ...appearance, label, shortLabel: shortStateLabel(status, label) };
  const conflicts = t('common.counted.conflict', { count: status.conflicts });
  const withConflicts = { label: t('sync.stateWithDetail', { state: label, more: conflicts }), shortLabel: conflicts };
  return appearance.tone === 'bad'
    ? { ...appearance, ...withConflicts }
    : { icon: CircleHelp, tone: 'waiting', isSpinning: false, ...withConflicts };
}

function stateLabel({ state, isKeyNeeded, isDownloaded, pending, held, until }: SyncStatus, now: number): string {
  if (isKeyNeeded) return t('sync.states.keyNeeded');
  if (state === 'receiving') return isDownloaded ? t('sync.states.receiving') : t('sync.states.fetching');
  if (state === 'held') return t('sync.states.held', { count: held });
  if (state === 'sending') return t('sync.states.sending', { count: pending });
  if (state === 'waiting')
    return until === null ? t('sync.states.waiting') : t('sync.states.waitingUntil', { time: formatClockTime(until) });
  if (state === 'paused') return until === null ? t('sync.states.paused') : t('sync.states.pausedUntil', { time: formatClockTime(until) });
  if (state === 'offline')
    return until === null
      ? t('sync.states.offline')
      : t('sync.states.offlineUntil', { when: formatTimeUntil((Date.parse(until) - now) / 1000) });
  return t(`sync.states.${state}`);
}

function shortStateLabel({ state, held }: SyncStatus, label: string): string {
  if (state === 'held') return t('sync.states.heldShort', { count: held });
  if (state === 'waiting') return t('sync.states.waitingShort');
  return state === 'paused' || state === 'offline' ? t(`sync.states.${state}`) : label;
}

/** Counts the conflicts of all projects together. Returns null if nothing is synced. */
export function toOverallStatusDisplay(list: readonly SyncStatus[], now: number): SyncStatusDisplay | null {
  const state = mostSevereState(list);
  const mostSevere = list.filter((status) => status.state === state);
  const [first] = mostSevere;
  if (!first) return null;
  const conflicts = list.reduce((sum, each) => sum + each.conflicts, 0);
  const pending = mostSevere.reduce((sum, each) => sum + each.pending, 0);
  const held = mostSevere.reduce((sum, each) => sum + each.held, 0);
  const until = mostSevere.map((each) => each.until).sort()[0] ?? null;
  const display = toSyncStatusDisplay({ ...first, pending, held, until, conflicts }, now);
  return list.length === 1 || mostSevere.length === list.length
    ? display
    : { ...display, label: t('sync.stateOfAll', { state: display.label, count: mostSevere.length }) };
}

/** `14:05`. */
export const formatClockTime = (iso: string): string => formatDate(Date.parse(iso), { hour: '2-digit', minute: '2-digit' });

const formatTimeUntil = (seconds: number): string => (seconds < 1 ? t('sync.now') : t('sync.after', { duration: formatDuration(seconds) }));

/** `20 seconds`, `5 minutes`, `2 hours`: rounded, because the input is an estimate. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return t('sync.seconds', { count: Math.max(1, seconds < 10 ? Math.ceil(seconds) : Math.ceil(seconds / 5) * 5) });
  return seconds < 5400 ? t('sync.minutes', { count: Math.round(seconds / 60) }) : t('sync.hours', { count: Math.round(seconds / 3600) });
}

/** The estimated time for pending changes; null if it is unknown or below 5 seconds. */
export const waitingLabel = ({ pending, seconds }: SyncStatus): string | null =>
  pending === 0 || seconds === null || seconds < 5 ? null : t('sync.eta', { count: pending, duration: formatDuration(seconds) });
