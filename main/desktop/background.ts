/** What goes on outside of the window: the tray item, and notifications for questions and for work that is blocked. */
import { Notification } from 'electron';
import type { MirrorStatus } from '../../shared/mirror.ts';
import type { Parts } from '../parts.ts';
import { followMirrors } from './follow-mirrors.ts';
import { openTray } from './tray.ts';
import { type Notice, noticeOf } from './tray-words.ts';

interface Deps {
  readonly parts: Pick<Parts, 'call' | 'onEvents'>;
  readonly log: (line: string) => void;
  /** Brings the window up; an action of its list is then done. */
  readonly open: (action?: string) => void;
  readonly quit: () => void;
  /** Whoever looks at the window sees it there. */
  readonly isLookedAt: () => boolean;
  readonly background: () => boolean;
}

export function openBackground(deps: Deps): { refresh(): void } {
  const tray = openTray({ ...deps, call: deps.parts.call, open: () => deps.open() });
  /** Held until they are answered: one that is forgotten can no longer be clicked. */
  const shown = new Map<string, Notification>();

  function tell({ hash, title, body, why }: Notice): void {
    if (deps.isLookedAt() || !Notification.isSupported()) return;
    shown.get(hash)?.close();
    const notification = new Notification({ title, body });
    shown.set(hash, notification);
    notification.on('click', () => deps.open(why === 'question' ? 'questions' : undefined));
    notification.on('close', () => shown.get(hash) === notification && shown.delete(hash));
    notification.show();
  }

  function changed(now?: MirrorStatus, before?: MirrorStatus): void {
    const notice = now && noticeOf(before, now);
    if (notice) tell(notice);
    tray.show(mirrors.list());
  }
  const mirrors = followMirrors(deps.parts, changed);
  return { refresh: () => tray.show(mirrors.list()) };
}
