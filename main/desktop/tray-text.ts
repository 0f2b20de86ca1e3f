/** What the tray item says. No Electron here. */
import type { SyncStatus } from '../../shared/contracts/sync.ts';
import { trayMessages as words } from '../../shared/messages/en/tray.ts';
import { formatTime } from '../../shared/messages/format.ts';

/** The worst first. */
const statesBySeverity = ['stopped', 'offline', 'sending', 'receiving', 'waiting', 'in step', 'paused'] as const;

/** `Castle: Sending 3 · 1 question`, `Castle: Paused until 14:05`. */
export function formatTrayLine(status: SyncStatus): string {
  const { name, questions } = status;
  return [words.line(name, formatState(status)), ...(questions > 0 ? [words.asked(questions)] : [])].join(' · ');
}

function formatState({ state, isHere, waiting, until }: SyncStatus): string {
  if (state === 'sending' && waiting > 0) return words.sending(waiting);
  const said = state === 'receiving' && !isHere ? words.fetched : words.states[state];
  if (until === null || state === 'sending' || state === 'stopped') return said;
  return (state === 'offline' ? words.again : words.until)(said, formatTime(Date.parse(until)));
}

/** All together, for the tooltip. */
export function formatTooltip(list: readonly SyncStatus[]): string {
  const state = statesBySeverity.find((each) => list.some((status) => status.state === each));
  const questions = list.reduce((sum, each) => sum + each.questions, 0);
  return ['Taleport', ...(state ? [words.states[state]] : []), ...(questions > 0 ? [words.asked(questions)] : [])].join(' · ');
}

/** Something only the user can do. */
export const needsAttention = ({ state, questions }: SyncStatus): boolean => state === 'stopped' || questions > 0;
