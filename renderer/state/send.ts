/** How the screen asks for changes of the open project. Problems are told as toasts here, so that callers need not. */
import type { Command, Reply } from '../../shared/commands.ts';
import { Problem } from '../../shared/problem.ts';
import { ask } from '../bridge.ts';
import { tell, tellProblem } from '../ui/toasts.ts';
import { actionsWords } from '../words/en/actions.ts';
import { during } from './busy.ts';
import { openProject } from './open-project.ts';

/** Sends a command. When it is refused the toast has said why; the promise rejects with the same Problem. */
export const send = (command: Command): Promise<Reply> =>
  told(during(actionsWords.saving, ask('project.send', { hash: openHash(), command })));

export async function undo(): Promise<void> {
  await takeBack('project.undo', actionsWords.notAllUndone);
}

export async function redo(): Promise<void> {
  await takeBack('project.redo', actionsWords.notAllRedone);
}

async function takeBack(name: 'project.undo' | 'project.redo', title: string): Promise<void> {
  const { left } = await told(
    during(name === 'project.undo' ? actionsWords.undoing : actionsWords.redoing, ask(name, { hash: openHash() })),
  );
  if (left.length > 0) tell({ tone: 'warning', title, lines: left });
}

/** Tells a refusal and passes it on. */
export async function told<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    const problem = Problem.from(error);
    tellProblem(problem);
    throw problem;
  }
}

function openHash(): string {
  const { hash } = openProject.getState();
  if (hash === null) throw new Problem('notFound', actionsWords.noProjectIsOpen);
  return hash;
}
