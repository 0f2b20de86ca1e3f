/** What was sent and received, newest first. Only visible rows are rendered; older ones are loaded when the end is reached. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SyncActivityEntry } from '../../../shared/contracts/sync.ts';
import { formatDate, t } from '../../messages/translate.ts';
import { goToRecord, isReachable } from '../../navigation/go-to-record.ts';
import { invoke, onEvents } from '../../platform/bridge.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import { useVirtualRows } from '../../ui/use-virtual-rows.ts';

const rowHeight = 30;
export function SyncActivityList({ hash }: { hash: string }) {
  const { list, isLoaded, isComplete, loadOlder } = useSyncActivity(hash);
  const { scrollerRef, totalHeight, visible } = useVirtualRows({ count: list.length, rowHeight: rowHeight, overscan: 10 });
  const isAtEnd = (visible.at(-1)?.index ?? 0) >= list.length - 1;
  useEffect(() => {
    if (isAtEnd && list.length > 0 && !isComplete) loadOlder();
  }, [isAtEnd, list.length, isComplete, loadOlder]);
  if (isLoaded && list.length === 0) return <p className="sync-none">{t('sync.activityList.none')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="activity" ref={scrollerRef} tabIndex={0} aria-label={t('sync.activityList.title')}>
      <ul style={{ height: totalHeight }}>
        {visible.map(({ key, index, start }) => {
          const each = list[index];
          return each && <ActivityRow key={key} activity={each} top={start} of={list.length} at={index} />;
        })}
      </ul>
    </section>
  );
}

function ActivityRow({ activity, top, at, of }: { activity: SyncActivityEntry; top: number; at: number; of: number }) {
  const { direction, request, result, record } = activity;
  const Icon = direction === 'sent' ? ArrowUp : ArrowDown;
  const text = t(activity.message);
  const canGo = record !== null && isReachable(openProjectStore.getState().project, { id: record });
  return (
    <li
      className={`activity-row ${result === 'done' ? '' : 'odd'}`}
      style={{ transform: `translateY(${top}px)`, height: rowHeight }}
      aria-setsize={of}
      aria-posinset={at + 1}
    >
      <time dateTime={activity.at}>{formatTimestamp(activity.at)}</time>
      <Icon size={14} aria-hidden />
      <span className="visually-hidden">{t(`sync.activityList.${direction}`)}: </span>
      {canGo ? (
        <Button variant="quiet" className="activity-action" onPress={() => goToRecord({ id: record })}>
          <span title={text}>{text}</span>
        </Button>
      ) : (
        <span className="activity-action" title={text}>
          {text}
        </span>
      )}
      {request !== null && <code title={request}>{request}</code>}
      <span className="activity-result">{t(`sync.activityList.${result}`)}</span>
    </li>
  );
}

const timestampFormat: Intl.DateTimeFormatOptions = {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
};
const formatTimestamp = (iso: string): string => formatDate(Date.parse(iso), timestampFormat);

interface SyncActivityState {
  readonly list: readonly SyncActivityEntry[];
  /** Whether the list includes the oldest entry. */
  readonly isComplete: boolean;
  readonly isLoaded: boolean;
}

/** What the sync of a project sent and received, newest first. Loaded in pages; the first page is reloaded when there is more. */
function useSyncActivity(hash: string): SyncActivityState & { readonly loadOlder: () => void } {
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
      if (events.some((event) => event.event === 'activity.changed' && event.hash === hash)) void readNewest();
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
