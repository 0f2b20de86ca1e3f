/** The texts of the tray item. Does not import Electron. */
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { mostSevereState } from '../../../shared/contracts/sync-states.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Translate } from '../../../shared/messages/translator.ts';

/** A line such as `Castle: Sending 3 changes · 1 conflict` or `Castle: Paused until 14:05`. */
export function formatTrayLine(status: SyncStatus, t: Translate): string {
  const line = t('tray.project', { project: status.name, state: stateMessage(status) });
  return [line, ...conflictTexts(status.conflicts, t)].join(separator);
}

/** One line for all projects together, for the tooltip. */
export function formatTooltip(list: readonly SyncStatus[], t: Translate): string {
  const state = mostSevereState(list);
  const conflicts = list.reduce((sum, each) => sum + each.conflicts, 0);
  return ['Taleport', ...(state ? [t(`tray.state.${state}`)] : []), ...conflictTexts(conflicts, t)].join(separator);
}

/** Whether sync waits for an action of the user. */
export const needsAttention = ({ state, conflicts }: SyncStatus): boolean => state === 'stopped' || state === 'attention' || conflicts > 0;

const separator = ' · ';

const conflictTexts = (count: number, t: Translate): string[] => (count > 0 ? [t('common.counted.conflict', { count })] : []);

function stateMessage({ state, isKeyNeeded, isDownloaded, pending, until }: SyncStatus): Message {
  if (isKeyNeeded) return message('tray.state.keyNeeded');
  if (state === 'sending' && pending > 0) return message('tray.sendingChanges', { count: pending });
  const shown = message(`tray.state.${state === 'receiving' && !isDownloaded ? 'downloading' : state}`);
  if (until === null || state === 'sending' || state === 'stopped') return shown;
  const params = { state: shown, time: Date.parse(until) };
  return state === 'offline' ? message('tray.retrying', params) : message('tray.until', params);
}
