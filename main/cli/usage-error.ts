/** Wrong usage of a command. The exit code is 2. */
import type { Message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

export class UsageError extends Problem {
  constructor(text: Message) {
    super('invalid', text);
  }
}
