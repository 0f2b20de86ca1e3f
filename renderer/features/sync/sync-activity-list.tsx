/** What was sent and received, newest first. Only visible rows are rendered; older ones are loaded when the end is reached. */

import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect } from 'react';
import type { SyncActivityEntry } from '../../../shared/contracts/sync.ts';
import { formatDate, t } from '../../messages/translate.ts';
import { goToRecord, isReachable } from '../../navigation/go-to-record.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import { useVirtualRows } from '../../ui/use-virtual-rows.ts';
import { useSyncActivity } from './use-sync-activity.ts';

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
