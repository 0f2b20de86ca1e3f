/** How the mirrored projects are, all of them, and the workspaces they belong to, as the program tells them. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Event } from '../../shared/ipc/events.ts';
import type { MirrorStatus, Remote } from '../../shared/mirror.ts';
import { ask } from '../bridge.ts';

export interface Mirrors {
  readonly list: readonly MirrorStatus[];
  readonly remotes: readonly Remote[];
  /** The workspaces have been read. */
  readonly isRead: boolean;
}

export const mirrors = createStore<Mirrors>(() => ({ list: [], remotes: [], isRead: false }));

/** What cannot be read now comes with the next event. */
export async function readMirrors(): Promise<void> {
  await Promise.all([
    ask('mirror.list', {}).then(
      (list) => mirrors.setState({ list }),
      () => undefined,
    ),
    readRemotes(),
  ]);
}

/** The network is back: what waits for the next try need not. */
export function lookWhenOnline(): void {
  addEventListener('online', () => {
    if (mirrors.getState().list.length > 0) void ask('mirror.run', {}).catch(() => undefined);
  });
}

export async function readRemotes(): Promise<void> {
  const remotes = await ask('remote.list', {}).catch(() => null);
  if (remotes) mirrors.setState({ remotes, isRead: true });
}

export function takeMirrors(events: readonly Event[]): void {
  const { list } = mirrors.getState();
  let next = list;
  for (const event of events) {
    if (event.event === 'mirror.changed') next = withStatus(next, event.status);
    if (event.event === 'mirror.removed') next = next.filter(({ hash }) => hash !== event.hash);
  }
  if (next !== list) mirrors.setState({ list: next });
  if (events.some(({ event }) => event === 'remotes.changed')) void readRemotes();
}

/** Takes in what a call has answered; its event may come before or after. */
export const putMirrors = (statuses: readonly MirrorStatus[]): void =>
  mirrors.setState(({ list }) => ({ list: statuses.reduce(withStatus, list) }));

export const withoutMirror = (hash: string): void => mirrors.setState(({ list }) => ({ list: list.filter((each) => each.hash !== hash) }));

const withStatus = (list: readonly MirrorStatus[], status: MirrorStatus): readonly MirrorStatus[] =>
  list.some(({ hash }) => hash === status.hash) ? list.map((each) => (each.hash === status.hash ? status : each)) : [...list, status];

export const useMirrors = <T>(selector: (state: Mirrors) => T): T => useStore(mirrors, selector);
/** undefined: the project is not mirrored. */
export const useMirror = (hash: string | null): MirrorStatus | undefined =>
  useMirrors(({ list }) => list.find((each) => each.hash === hash));
export const mirrorOf = (hash: string | null): MirrorStatus | undefined => mirrors.getState().list.find((each) => each.hash === hash);
