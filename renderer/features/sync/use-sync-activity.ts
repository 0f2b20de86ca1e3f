/** What the sync of a project sent and received, newest first. Loaded in pages; the first page is reloaded when the sync changes. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SyncActivityEntry } from '../../../shared/contracts/sync.ts';
import { invoke, onEvents } from '../../platform/bridge.ts';

interface SyncActivityState {
  readonly list: readonly SyncActivityEntry[];
  /** Whether the list includes the oldest entry. */
  readonly isComplete: boolean;
  readonly isLoaded: boolean;
}

export function useSyncActivity(hash: string): SyncActivityState & { readonly loadOlder: () => void } {
  const [state, setState] = useState<SyncActivityState>({ list: [], isComplete: false, isLoaded: false });
  const isReading = useRef(false);
  const shouldReload = useRef(false);

  const readNewest = useCallback(async () => {
    shouldReload.current = isReading.current;
    if (isReading.current) return;
    isReading.current = true;
    try {
      do {
        shouldReload.current = false;
        const newest = await invoke('sync.activity', { hash });
        setState((before) => ({ ...mergeNewest(before, newest), isLoaded: true }));
      } while (shouldReload.current);
    } catch {
      setState((before) => ({ ...before, isLoaded: true }));
    } finally {
      isReading.current = false;
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
    if (!last || state.isComplete || isReading.current) return;
    isReading.current = true;
    invoke('sync.activity', { hash, before: last.id })
      .then((page) => setState((before) => appendOlder(before, page)))
      .catch(() => undefined)
      .finally(() => {
        isReading.current = false;
        if (shouldReload.current) void readNewest();
      });
  }, [hash, state, readNewest]);

  return { ...state, loadOlder };
}

/** Keeps the entries loaded before if they overlap with the newest page. Otherwise entries between them may be missing, so the list restarts. */
export function mergeNewest(
  { list, isComplete }: Pick<SyncActivityState, 'list' | 'isComplete'>,
  newest: readonly SyncActivityEntry[],
): Pick<SyncActivityState, 'list' | 'isComplete'> {
  const last = newest.at(-1);
  const at = last ? list.findIndex(({ id }) => id === last.id) : -1;
  return at < 0 ? { list: newest, isComplete: newest.length === 0 } : { list: [...newest, ...list.slice(at + 1)], isComplete };
}

const appendOlder = (before: SyncActivityState, page: readonly SyncActivityEntry[]): SyncActivityState => {
  const knownIds = new Set(before.list.map(({ id }) => id));
  const fresh = page.filter(({ id }) => !knownIds.has(id));
  return { ...before, list: [...before.list, ...fresh], isComplete: fresh.length === 0 };
};
