/** The open conflicts, the sync reports and the held changes of a project, kept up to date while a component uses them. */
import { useEffect, useState } from 'react';
import type { Conflict, ConflictDetails, HeldChange, SyncReport } from '../../../shared/contracts/sync.ts';
import { invoke, onEvents, onReconnect } from '../../platform/bridge.ts';

/** null until they have been loaded. */
export const useConflicts = (hash: string): readonly Conflict[] | null => useLiveValue(hash, readConflicts);
/** The values of a conflict that is listed, read again with each new list; null until they are read. */
export function useConflictDetails(conflict: Conflict | undefined): ConflictDetails | null {
  const [details, setDetails] = useState<ConflictDetails | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (conflict)
      invoke('conflict.read', { hash: conflict.hash, ids: [conflict.id] }).then(
        ([read]) => isCurrent && setDetails(read ?? null),
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [conflict]);
  return details?.id === conflict?.id ? details : null;
}
export const useSyncReports = (hash: string): readonly SyncReport[] | null => useLiveValue(hash, readReports);
export const useHeldChanges = (hash: string): readonly HeldChange[] | null => useLiveValue(hash, readHeldChanges);

const readConflicts = (hash: string) => invoke('conflict.list', { hash });
const readReports = (hash: string) => invoke('sync.reports', { hash });
const readHeldChanges = (hash: string) => invoke('sync.held', { hash });

/** Reads now and whenever the conflicts, reports or held changes of this project change. Of overlapping reads only the last one is used. */
function useLiveValue<T>(hash: string, read: (hash: string) => Promise<T>): T | null {
  const [value, setValue] = useState<T | null>(null);
  useEffect(() => {
    let lastRequest = 0;
    const reload = async () => {
      const request = ++lastRequest;
      const result = await read(hash).catch(() => null);
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
  }, [hash, read]);
  return value;
}
