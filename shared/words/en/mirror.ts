/** How a mirror is, and what it has sent and received. */
import type { KindName } from '../../kinds/all.ts';
import { capital, many } from '../counts.ts';
import { sentences } from '../words.ts';
import { kindSentences } from './kinds.ts';

const changes = (count: number): string => many(count, { one: 'a change', other: '# changes' });
const waiting = (count: number): string => many(count, { one: 'a change waits', other: '# changes wait' });
const kept = (count: number): string => (count === 0 ? 'what you do is kept here' : `${waiting(count)} here`);

export const statusSentences = sentences({
  /** `why` is a sentence of its own. */
  stopped: (why: string, count: number) => `${why} Nothing is lost: ${kept(count)}.`,
  paused: {
    open: (count: number) => `Paused until you say otherwise: ${kept(count)}.`,
    until: (count: number) => `Paused: ${kept(count)}.`,
  },
  notReached: (remote: string, why: string, count: number) => `${remote} cannot be reached. ${why} ${capital(kept(count))}.`,
  noAnswer: (remote: string, count: number) => `${remote} does not answer. ${capital(kept(count))}.`,
  limited: {
    withChanges: (remote: string, count: number) => `Waiting for the limit of ${remote} with ${changes(count)}.`,
    withFirstRead: (remote: string) => `Waiting for the limit of ${remote} with the first read.`,
    alone: (remote: string) => `Waiting for the limit of ${remote}.`,
  },
  settling: (remote: string) => `An answer of ${remote} was lost: whether that change arrived is looked up soon.`,
  fetching: (remote: string) => `The project is being fetched from ${remote}.`,
  sending: (remote: string, count: number) => `Sending ${changes(count)} to ${remote}.`,
  receiving: (remote: string) => `Receiving from ${remote}.`,
  files: (count: number) => `Files go and come: ${many(count, { other: '#' })} left.`,
  asking: (count: number) => `In step, but for ${many(count, { one: 'a question that waits', other: '# questions that wait' })} for you.`,
  refused: (remote: string, count: number) => `In step, but for ${changes(count)} that ${remote} does not take.`,
  readOnly: (count: number) => `The key may only read: ${kept(count)}.`,
  mayNotStop: (remote: string, count: number) =>
    `${many(count, { one: '# change waits', other: '# changes wait' })} here that ${remote} does not have. Wait until they are there, or stop all the same.`,
  idle: {
    notFetched: (remote: string) => `Nothing is mirrored now: the project has not been fetched from ${remote} yet.`,
    waiting: (count: number) => `Nothing is mirrored now: ${kept(count)}.`,
    neverInStep: 'Nothing is mirrored now: it was never looked through to the end.',
    /** `sentence`: how it was then. */
    lastKnown: (sentence: string) => `${sentence} So it was last known: nothing is mirrored now.`,
  },
  same: 'Both sides are the same.',
});

const sent = (verb: string) => (kind: KindName, title: string) => `${verb} ${kindSentences.called(kind, title)}.`;

export const activitySentences = sentences({
  sent: {
    create: sent('Added'),
    change: (kind: KindName, title: string, fields: string) => `Changed ${kindSentences.called(kind, title)}: ${fields}.`,
    move: sent('Moved'),
    remove: sent('Removed'),
    look: sent('Looked at'),
  },
  arrived: 'It had arrived.',
  notArrived: 'It had not arrived.',
  received: { new: sent('New there:'), changed: sent('Changed there:'), removed: sent('Removed there:') },
  /** `what`: counted kinds. */
  all: {
    new: (what: string) => `New there: ${what}.`,
    changed: (what: string) => `Changed there: ${what}.`,
    removed: (what: string) => `Removed there: ${what}.`,
    fetched: (what: string) => `Fetched: ${what}.`,
  },
});

/** Of a question: what would be done. Null: there is no such choice. */
interface Choices {
  readonly mine: string | null;
  readonly theirs: string | null;
}

/** By why it is asked. `about` is a record as `kindSentences.called` names it. */
export const questionSentences = {
  /** `label`: of `fieldNames`; `locale` as an ISO code, where the field has languages. */
  field: (label: string, locale: string | null, called: string): string =>
    `“${label}”${locale === null ? '' : ` (${locale})`} of ${called}`,
  asks: sentences({
    'both changed': (about: string, remote: string) => `You and somebody in ${remote} changed ${about}.`,
    'gone there': (about: string, remote: string) => `In ${remote} somebody removed ${about}, which you have changed or begun to use.`,
    'gone here': (about: string, remote: string) => `You removed ${about}, which somebody in ${remote} has changed or begun to use.`,
    place: (about: string, remote: string) =>
      `You and somebody in ${remote} moved ${about} to different places. Now it is where they put it.`,
    'no room': (about: string, remote: string) =>
      `There is no room beside what ${remote} has for ${about}. It was taken out here, and is kept in this question.`,
    'last board': (about: string, remote: string) =>
      `You removed ${about}, and in ${remote} all the others were removed. A project needs a board, so it is back.`,
    'added?': (about: string, remote: string) =>
      `The answer of ${remote} was lost while ${about} was sent. It may have been added there, and may not.`,
    twin: (about: string, remote: string) =>
      `${capital(about)} is in ${remote} twice: a request that was lost seems to have arrived all the same.`,
  }),
  choices: {
    'both changed': (remote: string): Choices => ({ mine: `Keep yours, and send it to ${remote}.`, theirs: `Take theirs from ${remote}.` }),
    'gone there': (remote: string): Choices => ({ mine: `Make it again in ${remote}.`, theirs: 'Remove it here, too.' }),
    'gone here': (remote: string): Choices => ({ mine: `Remove it in ${remote}, too.`, theirs: 'Bring it back here.' }),
    place: (): Choices => ({ mine: 'Move it to where you had it.', theirs: 'Leave it where they put it.' }),
    'no room': (remote: string): Choices => ({ mine: null, theirs: `Leave it as ${remote} has it.` }),
    'last board': (): Choices => ({ mine: null, theirs: 'Leave it.' }),
    'added?': (remote: string): Choices => ({
      mine: `It is not there: send it again to ${remote}.`,
      theirs: 'Wait: it is taken for the same when it turns up.',
    }),
    twin: (remote: string): Choices => ({ mine: `Remove the second one in ${remote}.`, theirs: 'Keep both.' }),
  },
} as const;

export const reportSentences = sentences({
  changeNotTaken: (called: string, remote: string, why: string) => `${remote} does not take a change of ${called}. ${why}`,
  fileNotTaken: (called: string, why: string) => `The file of ${called} was not taken. ${why}`,
  overtaken: (called: string, remote: string) =>
    `Somebody in ${remote} wrote at the same moment as you: what they may have changed in ${called} was possibly overwritten.`,
  renamed: (called: string, remote: string) => `${capital(called)} goes by another name now, since ${remote} has the other one.`,
  leftOut: (remote: string, why: string) => `Something of ${remote} cannot be taken in here and was left out: ${why}.`,
});
