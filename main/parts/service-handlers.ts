/** The REST service as whoever drives the parts switches it on and off. */
import { Problem } from '../../shared/problem.ts';
import type { ServiceHandlers } from './handlers.ts';

const later = (): never => {
  throw new Problem('unsupported', 'This is being built.');
};
export const serviceHandlers = (): ServiceHandlers => ({
  'service.state': later,
  'service.start': later,
  'service.stop': later,
  'service.set': later,
});
