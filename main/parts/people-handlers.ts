/** Workspaces, members and keys for whoever drives the parts. */
import { Problem } from '../../shared/problem.ts';
import type { PeopleHandlers } from './handlers.ts';

const later = (): never => {
  throw new Problem('unsupported', 'This is being built.');
};
export const peopleHandlers = (): PeopleHandlers => ({
  'workspace.show': later,
  'workspace.set': later,
  'member.list': later,
  'member.add': later,
  'member.change': later,
  'member.remove': later,
  'key.list': later,
  'key.create': later,
  'key.change': later,
  'key.revoke': later,
});
