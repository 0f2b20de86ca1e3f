/** What goes on outside of the window: the tray item, and notifications for questions and for work that is blocked. */
import { Notification } from 'electron';
import type { MirrorStatus } from '../../shared/mirror.ts';
import type { Place } from '../../shared/place.ts';
import type { Parts } from '../parts.ts';
import { followMirrors } from './follow-mirrors.ts';
import { type Notice, openNotices } from './notices.ts';
import { openTray } from './tray.ts';

interface Deps {
  readonly parts: Pick<Parts, 'call' | 'onEvents'>;
  readonly log: (line: string) => void;
  /** Brings the window up, at a place where one is named. */
  readonly open: (place?: Place) => void;
  readonly quit: () => void;
  /** Whoever looks at the window sees it there. */
  readonly isLookedAt: () => boolean;
  readonly background: () => boolean;
}

export function openBackground(deps: Deps): { refresh(): void } {
  const notices = openNotices(deps.parts.call);
  const tray = openTray({ ...deps, call: deps.parts.call, open: () => deps.open() });
  /** Held until they are answered: one that is forgotten can no longer be clicked. */
  const shown = new Map<string, Notification>();

  function tell(hash: string, { title, body, question }: Notice): void {
    if (deps.isLookedAt() || !Notification.isSupported()) return;
    shown.get(hash)?.close();
    const notification = new Notification({ title, body });
    shown.set(hash, notification);
    notification.on('click', () => deps.open(question === null ? undefined : { hash, question }));
    notification.on('close', () => shown.get(hash) === notification && shown.delete(hash));
    notification.show();
  }

  async function changed(now?: MirrorStatus, before?: MirrorStatus): Promise<void> {
    tray.show(mirrors.list());
    if (!now) return void (await Promise.all(mirrors.list().map(notices.know)));
    const notice = await notices.of(now, before);
    if (notice) tell(now.hash, notice);
  }
  const mirrors = followMirrors(deps.parts, (now, before) => void changed(now, before));
  return { refresh: () => tray.show(mirrors.list()) };
}
