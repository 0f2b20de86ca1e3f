/** A write that was not acknowledged: what is written down, what is next, and whether theirs must be read again. And how its row begins. */
import type { Project } from '../../../shared/project.ts';
import { questionOf } from '../plan/question.ts';
import type { Sending } from '../requests/sending.ts';
import type { Next } from './loop-deps.ts';
import type { Outcome, Row } from './outbox.ts';
import { refusalEntry, requestText, stateOf } from './refused.ts';
import type { Entry, Standing } from './rows.ts';

/** Milliseconds until the next try where nobody says how long. */
const patience = 5000;
const aMinute = 60;
const over: Entry = { id: 'sending', value: null };

/** `known`: what of this kind is there before, so that what is made can be told from it. */
export function rowOf(sending: Sending, theirs: Project, { version, updatedAt }: Standing): Row {
  const { do: verb, kind } = sending.op;
  const known = verb === 'create' ? [...theirs.all(kind)].map(({ id }) => id) : [];
  return { sending, attempt: 1, version, updatedAt, known, unknownSince: null };
}

export interface Afterwards {
  readonly entries: readonly Entry[];
  readonly next: Next;
  readonly readAgain: boolean;
}

export function afterwards(row: Row, outcome: Exclude<Outcome, { is: 'done' }>, now: number): Afterwards {
  const unknown: Entry = { id: 'sending', value: { ...row, unknownSince: now } };
  switch (outcome.is) {
    case 'not sent':
      return { entries: [over], next: { is: 'until', at: now + patience, why: 'offline' }, readAgain: false };
    case 'limited': {
      const at = now + (outcome.retryAfter ?? aMinute) * 1000;
      return { entries: [unknown], next: { is: 'until', at, why: 'waiting for the limit' }, readAgain: true };
    }
    case 'unknown':
      return { entries: [unknown], next: { is: 'busy', did: 'unknown' }, readAgain: true };
    case 'gone':
      return { entries: [over], next: { is: 'busy', did: 'gone' }, readAgain: true };
    case 'shut out':
      return { entries: [over], next: { is: 'stopped', why: `The workspace does not let us in (${outcome.status}).` }, readAgain: false };
    case 'refused': {
      const { op } = row.sending;
      const more = { ...(op.do === 'create' && { row }), ...(outcome.status === 409 && { state: stateOf(row) }) };
      const refusal = refusalEntry(op.id, requestText(row.sending), outcome.why, more);
      return { entries: [over, refusal], next: { is: 'busy', did: 'refused' }, readAgain: false };
    }
  }
}

/** Whether a create that was lost is there cannot be told: it waits for the user, and nothing else waits for it. */
export function askEntries(row: Row, mine: Project): Entry[] {
  const { id } = row.sending.op;
  const record = mine.at(id);
  const question = record && questionOf(record, null, 'added?', { base: null, mine: record, theirs: null });
  return [over, { id: `unsure/${id}`, value: row }, ...(question ? [{ id: `question/${question.id}`, value: question }] : [])];
}
