/** What a mirror sent and received, newest first: read in pages, and again at the top whenever something has happened. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SyncActivityEntry } from '../../../shared/contracts/sync.ts';
import { invoke, onEvents } from '../../platform/bridge.ts';

interface SyncActivityState {
  readonly list: readonly SyncActivityEntry[];
  /** There is nothing older than the last one. */
  readonly isWhole: boolean;
  readonly isRead: boolean;
}

export function useSyncActivity(hash: string): SyncActivityState & { readonly loadOlder: () => void } {
  const [state, setState] = useState<SyncActivityState>({ list: [], isWhole: false, isRead: false });
  const reading = useRef(false);
  const again = useRef(false);

  const readNewest = useCallback(async () => {
    again.current = reading.current;
    if (reading.current) return;
    reading.current = true;
    try {
      do {
        again.current = false;
        const newest = await invoke('sync.activity', { hash });
        setState((before) => ({ ...mergeNewest(before, newest), isRead: true }));
      } while (again.current);
    } catch {
      setState((before) => ({ ...before, isRead: true }));
    } finally {
      reading.current = false;
    }
  }, [hash]);

  useEffect(() => {
    void readNewest();
    return onEvents((events) => {
      if (events.some((event) => event.event === 'sync.changed' && event.status.hash === hash)) void readNewest();
    });
  }, [hash, readNewest]);

  const loadOlder = useCallback(() => {
    const last = state.list.at(-1);
    if (!last || state.isWhole || reading.current) return;
    reading.current = true;
    invoke('sync.activity', { hash, before: last.id })
      .then((page) => setState((before) => appendOlder(before, page)))
      .catch(() => undefined)
      .finally(() => {
        reading.current = false;
        if (again.current) void readNewest();
      });
  }, [hash, state, readNewest]);

  return { ...state, loadOlder };
}

/** What was read before stays below the newest page if the two touch; else there may be a hole between, and it is read again. */
export function mergeNewest(
  { list, isWhole }: Pick<SyncActivityState, 'list' | 'isWhole'>,
  newest: readonly SyncActivityEntry[],
): Pick<SyncActivityState, 'list' | 'isWhole'> {
  const last = newest.at(-1);
  const at = last ? list.findIndex(({ id }) => id === last.id) : -1;
  return at < 0 ? { list: newest, isWhole: newest.length === 0 } : { list: [...newest, ...list.slice(at + 1)], isWhole };
}

const appendOlder = (before: SyncActivityState, page: readonly SyncActivityEntry[]): SyncActivityState => {
  const known = new Set(before.list.map(({ id }) => id));
  const fresh = page.filter(({ id }) => !known.has(id));
  return { ...before, list: [...before.list, ...fresh], isWhole: fresh.length === 0 };
};
