/** Answers questions, and offers to take an answer back. */
import type { QuestionAnswer, QuestionShown } from '../../shared/mirror.ts';
import { ask } from '../bridge.ts';
import { changing } from '../fields/save.ts';
import { during } from '../state/busy.ts';
import { openProject } from '../state/open-project.ts';
import { send, told, undo } from '../state/send.ts';
import { tell } from '../ui/toasts.ts';
import { questionWords } from '../words/en/mirror.ts';

/** Whether an answer is possible for this question. */
export const canAnswer = ({ choices }: QuestionShown, answer: QuestionAnswer): boolean =>
  'choice' in answer ? choices[answer.choice] !== null : choices.text;

export async function answer(questions: readonly QuestionShown[], how: QuestionAnswer): Promise<void> {
  const [first] = questions;
  if (!first) return;
  await told(during(questionWords.title, ask('question.answer', { ids: questions.map(({ id }) => id), answer: how })));
  const back = takingBack(questions, how);
  tell({
    tone: 'good',
    title: questions.length === 1 ? questionWords.answered(first.title) : questionWords.answeredAll(questions.length),
    lines: [saysOf(how)],
    ...(back ? { action: { label: questionWords.undo, run: back } } : {}),
  });
}

const saysOf = (how: QuestionAnswer): string =>
  'text' in how ? questionWords.answeredText : how.choice === 'mine' ? questionWords.answeredMine : questionWords.answeredTheirs;

/**
 * An answer that changed the story is undone like any change. *Mine* changes nothing here, only there: it is taken back by writing what
 * was there, which then goes the usual way. Several of those are several steps, so that is offered for a single one.
 */
function takingBack(questions: readonly QuestionShown[], how: QuestionAnswer): (() => void) | null {
  const [only, ...more] = questions;
  if (!only || openProject.getState().hash !== only.hash) return null;
  if (!('choice' in how) || how.choice === 'theirs') return () => void undo().catch(() => undefined);
  const { kind, record, field, locale, theirs, why } = only;
  if (more.length > 0 || why !== 'both changed' || field === null || typeof theirs !== 'string') return null;
  const value = locale === null ? theirs : { [locale]: { text: theirs } };
  return () => void send(changing(kind, record, { [field]: value })).catch(() => undefined);
}
