/** What was sent and received, newest first. Only the rows in sight are drawn; older ones are read when one comes to the end. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { MirrorActivity } from '../../shared/mirror.ts';
import { openProject } from '../state/open-project.ts';
import { goToRecord, isReachable } from '../targets/go-to-record.ts';
import { Button } from '../ui/button.tsx';
import { mirrorWords } from '../words/en/mirror.ts';
import { useActivity } from './use-activity.ts';

const ROW = 30;
const results: Readonly<Record<MirrorActivity['result'], string>> = {
  done: mirrorWords.activity.done,
  refused: mirrorWords.activity.refused,
  unknown: mirrorWords.activity.unknown,
  'not sent': mirrorWords.activity.notSent,
};

export function ActivityList({ hash }: { hash: string }) {
  const { list, isRead, isWhole, older } = useActivity(hash);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({ count: list.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 10 });
  const drawn = rows.getVirtualItems();
  const isAtEnd = (drawn.at(-1)?.index ?? 0) >= list.length - 1;
  useEffect(() => {
    if (isAtEnd && list.length > 0 && !isWhole) older();
  }, [isAtEnd, list.length, isWhole, older]);
  if (isRead && list.length === 0) return <p className="mirror-none">{mirrorWords.activity.none}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className="activity" ref={scroller} tabIndex={0} aria-label={mirrorWords.activity.title}>
      <ul style={{ height: rows.getTotalSize() }}>
        {drawn.map(({ key, index, start }) => {
          const each = list[index];
          return each && <ActivityRow key={key} activity={each} top={start} of={list.length} at={index} />;
        })}
      </ul>
    </section>
  );
}

function ActivityRow({ activity, top, at, of }: { activity: MirrorActivity; top: number; at: number; of: number }) {
  const { direction, sentence, request, result, record } = activity;
  const Icon = direction === 'sent' ? ArrowUp : ArrowDown;
  const canGo = record !== null && isReachable(openProject.getState().project, { id: record });
  return (
    <li
      className={`activity-row ${result === 'done' ? '' : 'odd'}`}
      style={{ transform: `translateY(${top}px)`, height: ROW }}
      aria-setsize={of}
      aria-posinset={at + 1}
    >
      <time dateTime={activity.at}>{secondOf(activity.at)}</time>
      <Icon size={14} aria-hidden />
      <span className="unseen">{mirrorWords.activity[direction]}: </span>
      {canGo ? (
        <Button look="quiet" className="activity-what" onPress={() => goToRecord({ id: record })}>
          {sentence}
        </Button>
      ) : (
        <span className="activity-what">{sentence}</span>
      )}
      {request !== null && <code title={request}>{request}</code>}
      <span className="activity-result">{results[result]}</span>
    </li>
  );
}

const seconds = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const secondOf = (iso: string): string => seconds.format(Date.parse(iso));
