/** Answers to questions. Where an answer changes the project, it is a command of the user like any other, so that it can be undone. */

import type { SingleCommand } from '../../../shared/commands.ts';
import type { QuestionAnswer } from '../../../shared/mirror.ts';
import { invalid, notFound, Problem } from '../../../shared/problem.ts';
import type { Mirrored } from './mirrored.ts';
import type { Mirrors } from './mirrors.ts';
import { type Asked, isAsked, shownQuestion } from './question-words.ts';
import { statusShown } from './shown.ts';
import { runUntilRest } from './steering.ts';
import { settingOf } from './text-answer.ts';

/** All of them or, where one cannot be answered so, none. `ids` are those of QuestionShown. */
export async function answerQuestions(mirrors: Mirrors, ids: readonly string[], answer: QuestionAnswer): Promise<void> {
  const found = ids.map((id) => questionNamed(mirrors, id));
  for (const { project, question } of found) mayAnswer(mirrors, project, question, answer);
  for (const { project, question } of found) {
    if (!isSelfContained(question)) await whenRead(mirrors, project);
    // What an answer before it has settled is not asked any more.
    const now = project.questions.find(({ id }) => id === question.id);
    if (now && isAsked(now)) give(mirrors, project, now, answer);
  }
}

function questionNamed(mirrors: Mirrors, id: string): { project: Mirrored; question: Asked } {
  const at = id.indexOf('/');
  const project = mirrors.projects.get(id.slice(0, at));
  const question = project?.questions.find((each) => each.id === id.slice(at + 1));
  if (!project || !question || !isAsked(question)) throw notFound('open question', id);
  return { project, question };
}

function mayAnswer(mirrors: Mirrors, { row }: Mirrored, question: Asked, answer: QuestionAnswer): void {
  const { choices } = shownQuestion(question, row.hash, row.remote, mirrors.deps.engine.project(row.hash));
  if ('text' in answer ? !choices.text : choices[answer.choice] === null) throw invalid('answer', 'is not possible for this question');
}

/** Both values are in the question: the answer needs nobody to be reached, and is asked again if theirs has changed once more. */
const isSelfContained = ({ why, cell }: Asked): boolean => why === 'both changed' && cell !== 'file';

/** Theirs may not have been read since the start. */
async function whenRead(mirrors: Mirrors, project: Mirrored): Promise<void> {
  if (project.loop.isRead) return;
  project.disturb();
  await project.whenStill();
  if (!project.loop.isRead) await runUntilRest(mirrors, [project], { until: ({ loop }) => loop.isRead });
  if (!project.loop.isRead)
    throw new Problem(
      'conflict',
      `${project.row.remote} has to be looked at before this can be answered, and that is not possible now. ${statusShown(mirrors, project).sentence}`,
    );
}

function give(mirrors: Mirrors, project: Mirrored, question: Asked, answer: QuestionAnswer): void {
  const { engine } = mirrors.deps;
  const { hash } = project.row;
  const mine = engine.project(hash).at(question.record);
  if (question.why === 'both changed' && !('choice' in answer && answer.choice === 'mine')) {
    const command = settingOf(question, 'text' in answer ? answer.text : question.theirs, mine);
    if (command && isTaken(mirrors, hash, command, 'text' in answer)) {
      // A text of the user's own is ours from now on; what is theirs settles the question by itself.
      engine.send(hash, command, 'user');
      if ('text' in answer) project.answer(question, 'mine');
      project.answered(question);
      return;
    }
  }
  const command = project.answer(question, 'text' in answer ? 'mine' : answer.choice);
  if (command) engine.send(hash, command, 'user');
  project.answered(question);
}

/** Theirs may hold what no command of the user sets: then it is taken in as it came. A text of the user's must be sound. */
function isTaken({ deps }: Mirrors, hash: string, command: SingleCommand, mustBe: boolean): boolean {
  try {
    deps.engine.consider(hash, command, 'user');
    return true;
  } catch (error) {
    if (mustBe || !(error instanceof Problem)) throw error;
    return false;
  }
}
