/** A question as it is shown: what it is about, what each side did, and what each answer would do. */
import type { QuestionShown } from '../../../shared/mirror.ts';
import type { Project } from '../../../shared/project.ts';
import { fieldNames } from '../../../shared/words/en/fields.ts';
import { questionSentences } from '../../../shared/words/en/mirror.ts';
import { fieldOf, isReadOnly, localeOf } from '../plan/cells.ts';
import type { Question } from '../plan/question.ts';
import { textIn } from './text-answer.ts';
import { calledIn, titleOf } from './title-of.ts';

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
  const names: Readonly<Record<string, string>> = fieldNames;
  const about = field === null ? called : questionSentences.field(names[field] ?? field, locale, called);
  return {
    id: `${hash}/${id}`,
    hash,
    kind,
    record,
    title,
    field,
    locale,
    why,
    sentence: questionSentences.asks[why](about, remote),
    base: question.base,
    mine: question.mine,
    theirs: question.theirs,
    choices: {
      ...questionSentences.choices[why](remote),
      // [Comments, Assets] Nobody can make it there again: it stays in this question until it is let go here, or is there once more.
      ...(why === 'gone there' && known && isReadOnly(known) && { mine: null }),
      text: why === 'both changed' && textIn(question) !== undefined,
    },
  };
}

const recordIn = (value: unknown) => (typeof value === 'object' && value !== null && 'kind' in value ? (value as never) : undefined);
