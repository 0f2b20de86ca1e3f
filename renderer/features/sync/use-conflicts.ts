/** The open conflicts, the sync reports and the held changes of a project, kept up to date while a component uses them. */
import { useCallback, useEffect, useState } from 'react';
import type { ConflictDetails, HeldChange, SyncReport } from '../../../shared/contracts/sync.ts';
import { invoke, onEvents, onReconnect } from '../../platform/bridge.ts';

/** null until they have been loaded. */
export const useConflicts = (hash: string): readonly ConflictDetails[] | null =>
  useLiveValue(hash, () => invoke('conflict.list', { hash }));
export const useSyncReports = (hash: string): readonly SyncReport[] | null => useLiveValue(hash, () => invoke('sync.reports', { hash }));

export const useHeldChanges = (hash: string): readonly HeldChange[] | null => useLiveValue(hash, () => invoke('sync.held', { hash }));

/** Reads now and whenever the conflicts, reports or held changes of this project change. Of overlapping reads only the last one is used. */
function useLiveValue<T>(hash: string, read: () => Promise<T>): T | null {
  const [value, setValue] = useState<T | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is a new closure on each render, but its result depends on `hash` only
  const follow = useCallback(() => {
    let lastRequest = 0;
    const reload = async () => {
      const request = ++lastRequest;
      const result = await read().catch(() => null);
      if (request === lastRequest && result !== null) setValue(result);
    };
    void reload();
    const unsubscribers = [
      onReconnect(() => void reload()),
      onEvents((events) => {
        if (events.some((event) => event.event === 'conflicts.changed' && event.hash === hash)) void reload();
      }),
    ];
    return () => {
      lastRequest = -1;
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [hash]);
  useEffect(() => follow(), [follow]);
  return value;
}
