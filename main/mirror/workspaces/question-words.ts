/** A question as it is shown: what it is about, what each side did, and what each answer would do. */
import type { QuestionShown } from '../../../shared/mirror.ts';
import type { Project } from '../../../shared/project.ts';
import { fieldOf, isReadOnly, localeOf } from '../plan/cells.ts';
import type { Question } from '../plan/question.ts';
import { textIn } from './text-answer.ts';
import { calledIn, capital, titleOf } from './title-of.ts';

export type Asked = Question & { readonly why: QuestionShown['why'] };

/** `renamed` asks nothing: it is a report. */
export const isAsked = (question: Question): question is Asked => question.why !== 'renamed';

export function shownQuestion(question: Asked, hash: string, remote: string, mine: Project): QuestionShown {
  const { id, kind, record, cell, why } = question;
  const isField = cell !== null && cell !== 'place';
  const known = mine.at(record) ?? recordIn(question.mine) ?? recordIn(question.theirs) ?? recordIn(question.base);
  const title = titleOf(known, mine);
  const field = isField ? fieldOf(cell) : null;
  const locale = isField ? localeOf(cell) : null;
  const called = calledIn(kind, title);
  const about = field === null ? called : `${field}${locale === null ? '' : ` (${locale})`} of ${called}`;
  return {
    id: `${hash}/${id}`,
    hash,
    kind,
    record,
    title,
    field,
    locale,
    why,
    sentence: sentences[why](about, remote),
    base: question.base,
    mine: question.mine,
    theirs: question.theirs,
    choices: {
      ...choices[why](remote),
      // [Comments, Assets] Nobody can make it there again: it stays in this question until it is let go here, or is there once more.
      ...(why === 'gone there' && known && isReadOnly(known) && { mine: null }),
      text: why === 'both changed' && textIn(question) !== undefined,
    },
  };
}

const recordIn = (value: unknown) => (typeof value === 'object' && value !== null && 'kind' in value ? (value as never) : undefined);

type Why = Asked['why'];
const sentences: { readonly [W in Why]: (about: string, remote: string) => string } = {
  'both changed': (about, remote) => `You and somebody in ${remote} changed ${about}.`,
  'gone there': (about, remote) => `In ${remote} somebody removed ${about}, which you have changed or begun to use.`,
  'gone here': (about, remote) => `You removed ${about}, which somebody in ${remote} has changed or begun to use.`,
  place: (about, remote) => `You and somebody in ${remote} moved ${about} to different places. Now it is where they put it.`,
  'no room': (about, remote) =>
    `There is no room beside what ${remote} has for ${about}. It was taken out here, and is kept in this question.`,
  'last board': (about, remote) =>
    `You removed ${about}, and in ${remote} all the others were removed. A project needs a board, so it is back.`,
  'added?': (about, remote) => `The answer of ${remote} was lost while ${about} was sent. It may have been added there, and may not.`,
  twin: (about, remote) => `${capital(about)} is in ${remote} twice: a request that was lost seems to have arrived all the same.`,
};
const choices: { readonly [W in Why]: (remote: string) => { mine: string | null; theirs: string | null } } = {
  'both changed': (remote) => ({ mine: `Keep yours, and send it to ${remote}.`, theirs: `Take theirs from ${remote}.` }),
  'gone there': (remote) => ({ mine: `Make it again in ${remote}.`, theirs: 'Remove it here, too.' }),
  'gone here': (remote) => ({ mine: `Remove it in ${remote}, too.`, theirs: 'Bring it back here.' }),
  place: () => ({ mine: 'Move it to where you had it.', theirs: 'Leave it where they put it.' }),
  'no room': (remote) => ({ mine: null, theirs: `Leave it as ${remote} has it.` }),
  'last board': () => ({ mine: null, theirs: 'Leave it.' }),
  'added?': (remote) => ({
    mine: `It is not there: send it again to ${remote}.`,
    theirs: 'Wait: it is taken for the same when it turns up.',
  }),
  twin: (remote) => ({ mine: `Remove the second one in ${remote}.`, theirs: 'Keep both.' }),
};
