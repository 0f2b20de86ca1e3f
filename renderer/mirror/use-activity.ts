/** What a mirror sent and received, newest first: read in pages, and again at the top whenever something has happened. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { MirrorActivity } from '../../shared/mirror.ts';
import { ask, onEvents } from '../bridge.ts';

interface Activity {
  readonly list: readonly MirrorActivity[];
  /** There is nothing older than the last one. */
  readonly isWhole: boolean;
  readonly isRead: boolean;
}

export function useActivity(hash: string): Activity & { readonly older: () => void } {
  const [state, setState] = useState<Activity>({ list: [], isWhole: false, isRead: false });
  const reading = useRef(false);
  const again = useRef(false);

  const readNewest = useCallback(async () => {
    again.current = reading.current;
    if (reading.current) return;
    reading.current = true;
    try {
      do {
        again.current = false;
        const newest = await ask('mirror.activity', { hash });
        setState((before) => ({ ...withNewest(before, newest), isRead: true }));
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
      if (events.some((event) => event.event === 'mirror.changed' && event.status.hash === hash)) void readNewest();
    });
  }, [hash, readNewest]);

  const older = useCallback(() => {
    const last = state.list.at(-1);
    if (!last || state.isWhole || reading.current) return;
    reading.current = true;
    ask('mirror.activity', { hash, before: last.id })
      .then((page) => setState((before) => withOlder(before, page)))
      .catch(() => undefined)
      .finally(() => {
        reading.current = false;
        if (again.current) void readNewest();
      });
  }, [hash, state, readNewest]);

  return { ...state, older };
}

/** What was read before stays below the newest page if the two touch; else there may be a hole between, and it is read again. */
export function withNewest(
  { list, isWhole }: Pick<Activity, 'list' | 'isWhole'>,
  newest: readonly MirrorActivity[],
): Pick<Activity, 'list' | 'isWhole'> {
  const last = newest.at(-1);
  const at = last ? list.findIndex(({ id }) => id === last.id) : -1;
  return at < 0 ? { list: newest, isWhole: newest.length === 0 } : { list: [...newest, ...list.slice(at + 1)], isWhole };
}

const withOlder = (before: Activity, page: readonly MirrorActivity[]): Activity => {
  const known = new Set(before.list.map(({ id }) => id));
  const fresh = page.filter(({ id }) => !known.has(id));
  return { ...before, list: [...before.list, ...fresh], isWhole: fresh.length === 0 };
};
