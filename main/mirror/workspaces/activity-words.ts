/** What a request did, or what came from there, in words. */
import type { AnyRecord, KindName } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { kindSentences } from '../../../shared/words/en/kinds.ts';
import { activitySentences as says } from '../../../shared/words/en/mirror.ts';
import { type Came, type Outcome, outcomeOf } from '../loop/outbox.ts';
import { fieldOf, localeOf } from '../plan/cells.ts';
import type { Op } from '../plan/sends.ts';
import type { Sending } from '../requests/sending.ts';
import type { Noted } from './activity.ts';
import { titleOf } from './title-of.ts';

/** What was taken in at once is told record by record up to so many. */
const single = 20;

export function sentActivity(sending: Sending, came: Came, mine: Project): Noted {
  return aboutSent(sending, results[outcomeOf(sending, came).is], mine);
}

/** [Limits 3] what the limiter refuses is not done. */
const results: { readonly [O in Outcome['is']]: Noted['result'] } = {
  done: 'done',
  'not sent': 'not sent',
  limited: 'not sent',
  gone: 'refused',
  'shut out': 'refused',
  refused: 'refused',
  unknown: 'unknown',
};

/** Of a request whose answer was lost: a look has shown whether it was done. */
export function clearedActivity(sending: Sending, isDone: boolean, mine: Project): Noted {
  const noted = aboutSent(sending, isDone ? 'done' : 'not sent', mine);
  return { ...noted, sentence: `${noted.sentence} ${isDone ? says.arrived : says.notArrived}` };
}

function aboutSent(sending: Sending, result: Noted['result'], mine: Project): Noted {
  const { op, method, path } = sending;
  const known = mine.at(op.id) ?? sending.expected.find(({ before }) => before?.id === op.id)?.before;
  return {
    direction: 'sent',
    sentence: sentenceOf(op, titleOf(known, mine)),
    request: `${method} ${path}`,
    result,
    kind: op.kind,
    record: op.id,
  };
}

const sentenceOf = (op: Op, title: string): string =>
  op.do === 'change' ? says.sent.change(op.kind, title, fieldsOf(op.cells)) : says.sent[op.do](op.kind, title);

function fieldsOf(cells: readonly string[]): string {
  const names = cells.map((cell) => (localeOf(cell) === null ? cell : `${fieldOf(cell)} (${localeOf(cell)})`));
  return `${names.slice(0, 4).join(', ')}${names.length > 4 ? ' …' : ''}`;
}

/** `put` and `gone` as they come in; `mine` is the project before. */
export function receivedActivity(put: readonly AnyRecord[], gone: readonly string[], mine: Project): Noted[] {
  const noted = (how: keyof typeof says.received, { kind, id }: AnyRecord, title: string): Noted => ({
    direction: 'received',
    sentence: says.received[how](kind, title),
    request: null,
    result: 'done',
    kind,
    record: id,
  });
  const removed = gone.flatMap((id) => mine.at(id) ?? []);
  if (put.length + gone.length <= single)
    return [
      ...put.map((record) => noted(mine.has(record.id) ? 'changed' : 'new', record, titleOf(record, mine))),
      ...removed.map((record) => noted('removed', record, titleOf(record, mine))),
    ];
  return [
    ...summary(
      'new',
      put.filter(({ id }) => !mine.has(id)),
    ),
    ...summary(
      'changed',
      put.filter(({ id }) => mine.has(id)),
    ),
    ...summary('removed', removed),
  ];
}

/** Everything of a first read. */
export const fetchedActivity = (records: readonly AnyRecord[]): Noted[] => summary('fetched', records);

function summary(how: keyof typeof says.all, records: readonly AnyRecord[]): Noted[] {
  if (records.length === 0) return [];
  const counts = new Map<KindName, number>();
  for (const { kind } of records) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const words = [...counts].map(([kind, count]) => kindSentences.counted(kind, count));
  return [{ direction: 'received', sentence: says.all[how](words.join(', ')), request: null, result: 'done', kind: null, record: null }];
}
