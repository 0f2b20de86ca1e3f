import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

/** For a call that arrives, or is still waiting, when the program ends. */
export const closingProblem = (): Problem => new Problem('busy', message('problem.app.closing'), { reason: 'closing' });

/** Whether something was stopped or refused because the program ends, which says nothing about what it worked on. */
export const isClosingProblem = (error: unknown): boolean => error instanceof Problem && error.reason === 'closing';
