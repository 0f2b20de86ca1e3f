/** Each state of an update as a sentence. */
import type { UpdateState } from '../contracts/updates.ts';
import { type Message, message } from './message.ts';

export function describeUpdateState(state: UpdateState): Message {
  switch (state.name) {
    case 'disabled':
      return message(`updates.state.${state.reason}`);
    case 'idle':
      return state.checkedAt === null ? message('updates.state.notChecked') : message('updates.state.upToDate', { at: state.checkedAt });
    case 'checking':
      return message('updates.state.checking');
    case 'failed':
      return message('updates.state.failed', { reason: state.reason });
    case 'available':
    case 'downloading':
    case 'ready':
      return message(`updates.state.${state.name}`, { version: state.update.version });
  }
}
