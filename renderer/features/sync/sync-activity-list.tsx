/** What was sent and received, newest first. Only visible rows are rendered; older ones are loaded when the end is reached. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { SyncActivityEntry } from '../../../shared/contracts/sync.ts';
import { formatDate, t } from '../../messages/translate.ts';
import { goToRecord, isReachable } from '../../navigation/go-to-record.ts';
import { invoke } from '../../platform/bridge.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { type Loaded, useLoaded } from '../../state/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import { useVirtualRows } from '../../ui/use-virtual-rows.ts';

const rowHeight = 30;
export function SyncActivityList({ hash }: { hash: string }) {
  const { loaded, loadOlder } = useSyncActivity(hash);
  return (
    <LoadedContent loaded={loaded}>
      {({ list }) =>
        list.length === 0 ? <p className="sync-none">{t('sync.activityList.none')}</p> : <Activity list={list} loadOlder={loadOlder} />
      }
    </LoadedContent>
  );
}

function Activity({ list, loadOlder }: { list: readonly SyncActivityEntry[]; loadOlder: (() => void) | null }) {
  const { scrollerRef, totalHeight, visible } = useVirtualRows({ count: list.length, rowHeight: rowHeight, overscan: 10 });
  const isAtEnd = (visible.at(-1)?.index ?? 0) >= list.length - 1;
  useEffect(() => {
    if (isAtEnd) loadOlder?.();
  }, [isAtEnd, loadOlder]);
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

interface SyncActivity {
  readonly hash: string;
  readonly list: readonly SyncActivityEntry[];
  /** Whether the list includes the oldest entry. */
  readonly isComplete: boolean;
}

/**
 * What the sync of a project sent and received, newest first. The newest page is loaded again when there is more, and the one below the oldest loaded entry on
 * request: `loadOlder` is null if there is none.
 */
function useSyncActivity(hash: string): { loaded: Loaded<SyncActivity>; loadOlder: (() => void) | null } {
  const [oldestId, setOldestId] = useState<string | null>(null);
  const loaded = useLoaded<SyncActivity>(
    async (before) => {
      const earlier = before?.hash === hash ? before : { list: [], isComplete: false };
      const newest = { hash, ...mergeNewest(earlier, await invoke('sync.activity', { hash })) };
      const isWanted = oldestId !== null && newest.list.at(-1)?.id === oldestId && !newest.isComplete;
      return isWanted ? appendOlder(newest, await invoke('sync.activity', { hash, before: oldestId })) : newest;
    },
    [hash, oldestId],
    { isChangedBy: (event) => event.event === 'activity.changed' && event.hash === hash },
  );
  const last = loaded.value?.isComplete === false ? loaded.value.list.at(-1)?.id : undefined;
  const loadOlder = useMemo(() => (last === undefined ? null : () => setOldestId(last)), [last]);
  return { loaded, loadOlder };
}

type ActivityEntries = Pick<SyncActivity, 'list' | 'isComplete'>;

/** Keeps the entries loaded before if they overlap with the newest page. Otherwise entries between them may be missing, so the list restarts. */
export function mergeNewest({ list, isComplete }: ActivityEntries, newest: readonly SyncActivityEntry[]): ActivityEntries {
  const last = newest.at(-1);
  const at = last ? list.findIndex(({ id }) => id === last.id) : -1;
  return at < 0 ? { list: newest, isComplete: newest.length === 0 } : { list: [...newest, ...list.slice(at + 1)], isComplete };
}

const appendOlder = (before: SyncActivity, page: readonly SyncActivityEntry[]): SyncActivity => {
  const knownIds = new Set(before.list.map(({ id }) => id));
  const fresh = page.filter(({ id }) => !knownIds.has(id));
  return { ...before, list: [...before.list, ...fresh], isComplete: fresh.length === 0 };
};
