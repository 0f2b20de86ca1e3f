/** How a mirror is, in words and with a sign: for one project and for all together. Pure but for the clock it is given. */

import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CloudDownload,
  CloudUpload,
  Hourglass,
  type LucideIcon,
  PauseCircle,
  WifiOff,
} from 'lucide-react';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { formatDate, t } from '../../messages/translate.ts';

export type SyncStatusTone = 'good' | 'quiet' | 'waiting' | 'bad' | 'off';
export interface SyncStatusDisplay {
  readonly words: string;
  readonly icon: LucideIcon;
  readonly tone: SyncStatusTone;
  readonly isSpinning: boolean;
}

const stateDisplays: Readonly<Record<SyncStatus['state'], Omit<SyncStatusDisplay, 'words'>>> = {
  'in step': { icon: CircleCheck, tone: 'good', isSpinning: false },
  sending: { icon: CloudUpload, tone: 'quiet', isSpinning: false },
  receiving: { icon: CloudDownload, tone: 'quiet', isSpinning: false },
  waiting: { icon: Hourglass, tone: 'quiet', isSpinning: false },
  paused: { icon: PauseCircle, tone: 'off', isSpinning: false },
  offline: { icon: WifiOff, tone: 'waiting', isSpinning: false },
  stopped: { icon: CircleAlert, tone: 'bad', isSpinning: false },
};

/** `now` in milliseconds. Open questions are said beside the state, since the rest goes on. */
export function toSyncStatusDisplay(status: SyncStatus, now: number): SyncStatusDisplay {
  const look = stateDisplays[status.state];
  const words = stateLabel(status, now);
  if (status.questions === 0) return { ...look, words };
  const asked = { words: t('sync.stateAnd', { state: words, more: t('common.counted.question', { count: status.questions }) }) };
  return look.tone === 'bad' ? { ...look, ...asked } : { icon: CircleHelp, tone: 'waiting', isSpinning: false, ...asked };
}

function stateLabel({ state, isHere, waiting, until }: SyncStatus, now: number): string {
  if (state === 'in step') return t('sync.states.synced');
  if (state === 'receiving') return isHere ? t('sync.states.receiving') : t('sync.states.fetching');
  if (state === 'sending') return t('sync.states.sending', { count: waiting });
  if (state === 'waiting')
    return until === null ? t('sync.states.waiting') : t('sync.states.waitingUntil', { time: formatClockTime(until) });
  if (state === 'paused') return until === null ? t('sync.states.paused') : t('sync.states.pausedUntil', { time: formatClockTime(until) });
  if (state === 'offline')
    return until === null
      ? t('sync.states.offline')
      : t('sync.states.offlineUntil', { when: formatTimeUntil((Date.parse(until) - now) / 1000) });
  return t(`sync.states.${state}`);
}

/** The worst first: what all together are. */
const severityOrder: readonly SyncStatus['state'][] = ['stopped', 'offline', 'sending', 'receiving', 'waiting', 'in step', 'paused'];

/** Questions of all are counted together. null: nothing is mirrored. */
export function toOverallStatusDisplay(list: readonly SyncStatus[], now: number): SyncStatusDisplay | null {
  const state = severityOrder.find((each) => list.some((status) => status.state === each));
  const these = list.filter((status) => status.state === state);
  const [first] = these;
  if (!first) return null;
  const questions = list.reduce((sum, each) => sum + each.questions, 0);
  const waiting = these.reduce((sum, each) => sum + each.waiting, 0);
  const until = these.map((each) => each.until).sort()[0] ?? null;
  const said = toSyncStatusDisplay({ ...first, waiting, until, questions }, now);
  return list.length === 1 || these.length === list.length
    ? said
    : { ...said, words: t('sync.ofAll', { state: said.words, count: these.length }) };
}

/** `14:05`. */
export const formatClockTime = (iso: string): string => formatDate(Date.parse(iso), { hour: '2-digit', minute: '2-digit' });

const formatTimeUntil = (seconds: number): string => (seconds < 1 ? t('sync.soon') : t('sync.in', { duration: formatDuration(seconds) }));

/** `20 seconds`, `5 minutes`, `2 hours`: as exact as anybody can know it. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return t('sync.seconds', { count: Math.max(1, seconds < 10 ? Math.ceil(seconds) : Math.ceil(seconds / 5) * 5) });
  return seconds < 5400 ? t('sync.minutes', { count: Math.round(seconds / 60) }) : t('sync.hours', { count: Math.round(seconds / 3600) });
}

/** How long what waits will take, as a sentence; null where that is not known, or not worth to be told. */
export const waitingLabel = ({ waiting, seconds }: SyncStatus): string | null =>
  waiting === 0 || seconds === null || seconds < 5 ? null : t('sync.eta', { count: waiting, duration: formatDuration(seconds) });
