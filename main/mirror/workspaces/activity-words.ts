/** What a request did, or what came from there, in words. */
import { type AnyRecord, type KindName, kindNamed } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import { type Came, type Outcome, outcomeOf } from '../loop/outbox.ts';
import { fieldOf, localeOf } from '../plan/cells.ts';
import type { Op } from '../plan/sends.ts';
import type { Sending } from '../requests/requests.ts';
import type { Noted } from './activity.ts';
import { calledIn, titleOf } from './title-of.ts';

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
  return { ...noted, sentence: `${noted.sentence} ${isDone ? 'It had arrived.' : 'It had not arrived.'}` };
}

function aboutSent(sending: Sending, result: Noted['result'], mine: Project): Noted {
  const { op, method, path } = sending;
  const known = mine.at(op.id) ?? sending.expected.find(({ before }) => before?.id === op.id)?.before;
  return {
    direction: 'sent',
    sentence: `${verbs[op.do]} ${calledIn(op.kind, titleOf(known, mine))}${fieldsOf(op)}.`,
    request: `${method} ${path}`,
    result,
    kind: op.kind,
    record: op.id,
  };
}

const verbs: { readonly [D in Op['do']]: string } = {
  create: 'Added',
  change: 'Changed',
  move: 'Moved',
  remove: 'Removed',
  look: 'Looked at',
};

function fieldsOf(op: Op): string {
  if (op.do !== 'change') return '';
  const names = op.cells.map((cell) => (localeOf(cell) === null ? cell : `${fieldOf(cell)} (${localeOf(cell)})`));
  return `: ${names.slice(0, 4).join(', ')}${names.length > 4 ? ' …' : ''}`;
}

/** `put` and `gone` as they come in; `mine` is the project before. */
export function receivedActivity(put: readonly AnyRecord[], gone: readonly string[], mine: Project): Noted[] {
  const noted = (verb: string, kind: KindName, record: string, title: string): Noted => ({
    direction: 'received',
    sentence: `${verb} ${calledIn(kind, title)}.`,
    request: null,
    result: 'done',
    kind,
    record,
  });
  if (put.length + gone.length <= single)
    return [
      ...put.map((record) => noted(mine.has(record.id) ? 'Changed there:' : 'New there:', record.kind, record.id, titleOf(record, mine))),
      ...gone.flatMap((id) => {
        const record = mine.at(id);
        return record ? [noted('Removed there:', record.kind, id, titleOf(record, mine))] : [];
      }),
    ];
  return [
    summary(
      'New there',
      put.filter(({ id }) => !mine.has(id)),
    ),
  ]
    .concat(
      summary(
        'Changed there',
        put.filter(({ id }) => mine.has(id)),
      ),
    )
    .concat(
      summary(
        'Removed there',
        gone.flatMap((id) => mine.at(id) ?? []),
      ),
    )
    .flat();
}

/** Everything of a first read. */
export const fetchedActivity = (records: readonly AnyRecord[]): Noted[] => summary('Fetched', records);

function summary(verb: string, records: readonly AnyRecord[]): Noted[] {
  if (records.length === 0) return [];
  const counts = new Map<KindName, number>();
  for (const { kind } of records) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const words = [...counts].map(([kind, count]) => `${count} ${count === 1 ? kindNamed(kind).label : pluralOf(kind)}`);
  return [{ direction: 'received', sentence: `${verb}: ${words.join(', ')}.`, request: null, result: 'done', kind: null, record: null }];
}

const pluralOf = (kind: KindName): string => `${kindNamed(kind).label}s`.replace(/ys$/, 'ies').replace(/(ch|x|ss)s$/, '$1es');
