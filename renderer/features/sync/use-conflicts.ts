/** The open questions of a project, or its reports, as the program tells them, for as long as they are shown. */
import { useCallback, useEffect, useState } from 'react';
import type { ConflictDetails, SyncReport } from '../../../shared/contracts/sync.ts';
import { invoke, onEvents, onReconnect } from '../../platform/bridge.ts';

/** null until they have been read. */
export const useConflicts = (hash: string): readonly ConflictDetails[] | null =>
  useLiveValue(hash, () => invoke('conflict.list', { hash }));
export const useSyncReports = (hash: string): readonly SyncReport[] | null => useLiveValue(hash, () => invoke('sync.reports', { hash }));

/** Reads now and whenever questions or reports of this project have come or gone; of several readings only the last counts. */
function useLiveValue<T>(hash: string, read: () => Promise<T>): T | null {
  const [value, setValue] = useState<T | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read depends on the project alone
  const follow = useCallback(() => {
    let turn = 0;
    const again = async () => {
      const mine = ++turn;
      const found = await read().catch(() => null);
      if (mine === turn && found !== null) setValue(found);
    };
    void again();
    const stops = [
      onReconnect(() => void again()),
      onEvents((events) => {
        if (events.some((event) => event.event === 'conflicts.changed' && event.hash === hash)) void again();
      }),
    ];
    return () => {
      turn = -1;
      for (const stop of stops) stop();
    };
  }, [hash]);
  useEffect(() => follow(), [follow]);
  return value;
}
