/** Sync status, activity, conflicts and reports. */
import type { KindName } from '../../model/kinds/kinds.ts';
import { capitalize, formatPlural } from '../format.ts';
import { defineMessages } from '../messages.ts';
import { kindMessages } from './kinds.ts';

const countChanges = (count: number): string => formatPlural(count, { one: 'a change', other: '# changes' });
const countWaitingChanges = (count: number): string => formatPlural(count, { one: 'a change waits', other: '# changes wait' });
const retainedChanges = (count: number): string => (count === 0 ? 'what you do is kept here' : `${countWaitingChanges(count)} here`);

export const syncStatusMessages = defineMessages({
  /** `why` is a sentence of its own. */
  stopped: (why: string, count: number) => `${why} Nothing is lost: ${retainedChanges(count)}.`,
  paused: {
    open: (count: number) => `Paused until you say otherwise: ${retainedChanges(count)}.`,
    until: (count: number) => `Paused: ${retainedChanges(count)}.`,
  },
  notReached: (remote: string, why: string, count: number) => `${remote} cannot be reached. ${why} ${capitalize(retainedChanges(count))}.`,
  noAnswer: (remote: string, count: number) => `${remote} does not answer. ${capitalize(retainedChanges(count))}.`,
  limited: {
    withChanges: (remote: string, count: number) => `Waiting for the limit of ${remote} with ${countChanges(count)}.`,
    withFirstRead: (remote: string) => `Waiting for the limit of ${remote} with the first read.`,
    alone: (remote: string) => `Waiting for the limit of ${remote}.`,
  },
  settling: (remote: string) => `An answer of ${remote} was lost: whether that change arrived is looked up soon.`,
  fetching: (remote: string) => `The project is being fetched from ${remote}.`,
  sending: (remote: string, count: number) => `Sending ${countChanges(count)} to ${remote}.`,
  receiving: (remote: string) => `Receiving from ${remote}.`,
  files: (count: number) => `Files go and come: ${formatPlural(count, { other: '#' })} left.`,
  asking: (count: number) =>
    `In step, but for ${formatPlural(count, { one: 'a question that waits', other: '# questions that wait' })} for you.`,
  refused: (remote: string, count: number) => `In step, but for ${countChanges(count)} that ${remote} does not take.`,
  readOnly: (count: number) => `The key may only read: ${retainedChanges(count)}.`,
  mayNotStop: (remote: string, count: number) =>
    `${formatPlural(count, { one: '# change waits', other: '# changes wait' })} here that ${remote} does not have. Wait until they are there, or stop all the same.`,
  idle: {
    notFetched: (remote: string) => `Nothing is mirrored now: the project has not been fetched from ${remote} yet.`,
    waiting: (count: number) => `Nothing is mirrored now: ${retainedChanges(count)}.`,
    neverInStep: 'Nothing is mirrored now: it was never looked through to the end.',
    /** `sentence`: how it was then. */
    lastKnown: (sentence: string) => `${sentence} So it was last known: nothing is mirrored now.`,
  },
  same: 'Both sides are the same.',
});

const sentMessage = (verb: string) => (kind: KindName, title: string) => `${verb} ${kindMessages.named(kind, title)}.`;

export const syncActivityMessages = defineMessages({
  sent: {
    create: sentMessage('Added'),
    change: (kind: KindName, title: string, fields: string) => `Changed ${kindMessages.named(kind, title)}: ${fields}.`,
    move: sentMessage('Moved'),
    remove: sentMessage('Removed'),
    look: sentMessage('Looked at'),
  },
  arrived: 'It had arrived.',
  notArrived: 'It had not arrived.',
  received: { new: sentMessage('New there:'), changed: sentMessage('Changed there:'), removed: sentMessage('Removed there:') },
  /** `what`: counted kinds. */
  all: {
    new: (what: string) => `New there: ${what}.`,
    changed: (what: string) => `Changed there: ${what}.`,
    removed: (what: string) => `Removed there: ${what}.`,
    fetched: (what: string) => `Fetched: ${what}.`,
  },
});

/** Of a question: what would be done. Null: there is no such choice. */
interface ConflictChoices {
  readonly mine: string | null;
  readonly theirs: string | null;
}

/** By why it is asked. `about` is a record as `kindSentences.called` names it. */
export const conflictMessages = {
  /** `label`: of `fieldNames`; `locale` as an ISO code, where the field has languages. */
  field: (label: string, locale: string | null, called: string): string =>
    `“${label}”${locale === null ? '' : ` (${locale})`} of ${called}`,
  reasons: defineMessages({
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
      `${capitalize(about)} is in ${remote} twice: a request that was lost seems to have arrived all the same.`,
  }),
  choices: {
    'both changed': (remote: string): ConflictChoices => ({
      mine: `Keep yours, and send it to ${remote}.`,
      theirs: `Take theirs from ${remote}.`,
    }),
    'gone there': (remote: string): ConflictChoices => ({ mine: `Make it again in ${remote}.`, theirs: 'Remove it here, too.' }),
    'gone here': (remote: string): ConflictChoices => ({ mine: `Remove it in ${remote}, too.`, theirs: 'Bring it back here.' }),
    place: (): ConflictChoices => ({ mine: 'Move it to where you had it.', theirs: 'Leave it where they put it.' }),
    'no room': (remote: string): ConflictChoices => ({ mine: null, theirs: `Leave it as ${remote} has it.` }),
    'last board': (): ConflictChoices => ({ mine: null, theirs: 'Leave it.' }),
    'added?': (remote: string): ConflictChoices => ({
      mine: `It is not there: send it again to ${remote}.`,
      theirs: 'Wait: it is taken for the same when it turns up.',
    }),
    twin: (remote: string): ConflictChoices => ({ mine: `Remove the second one in ${remote}.`, theirs: 'Keep both.' }),
  },
} as const;

export const syncReportMessages = defineMessages({
  changeRejected: (called: string, remote: string, why: string) => `${remote} does not take a change of ${called}. ${why}`,
  fileRejected: (called: string, why: string) => `The file of ${called} was not taken. ${why}`,
  overwritten: (called: string, remote: string) =>
    `Somebody in ${remote} wrote at the same moment as you: what they may have changed in ${called} was possibly overwritten.`,
  renamed: (called: string, remote: string) => `${capitalize(called)} goes by another name now, since ${remote} has the other one.`,
  skipped: (remote: string, why: string) => `Something of ${remote} cannot be taken in here and was left out: ${why}.`,
});
