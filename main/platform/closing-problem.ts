import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

/** For a call that arrives, or is still waiting, when the program ends. */
export const closingProblem = (): Problem => new Problem('busy', message('problem.app.closing'));
