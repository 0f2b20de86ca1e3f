/** Workspaces, members and keys for whoever drives the parts: those of the workspace of this computer. */

import type { Member } from '../../shared/contracts/accounts.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { AccountHandlers } from './call-handlers.ts';

/** `isProject` says whether there is a project of this hash: a right on nothing is a slip of the hand. */
export function createAccountHandlers(people: Accounts, isProject: (hash: string) => boolean): AccountHandlers {
  const { id: local } = people.workspace();
  function checkProjects(only: Member['only'] | undefined, before: Member['only'] = {}): void {
    const unknown = Object.keys(only ?? {}).filter((hash) => !Object.hasOwn(before, hash) && !isProject(hash));
    if (unknown.length === 0) return;
    const errors = Object.fromEntries(unknown.map((hash) => [`only.${hash}`, 'is not a project']));
    throw new Problem('invalid', message('problem.accounts.unknownProjects', { unknown: unknown.join(', ') }), { errors });
  }
  return {
    'workspace.show': () => people.workspace(),
    'workspace.list': () => people.workspaces(),
    'workspace.create': (fields) => people.createWorkspace(fields),
    'workspace.set': (fields) => people.updateWorkspace(local, fields),
    'member.list': ({ workspace }) => people.members(workspace),
    'member.add': (fields) => {
      checkProjects(fields.only);
      return people.addMember(fields);
    },
    'member.change': ({ id, fields }) => {
      checkProjects(fields.only, people.members().find((each) => each.id === id)?.only);
      return people.updateMember(id, fields);
    },
    'member.remove': ({ id }) => {
      people.removeMember(id);
      return null;
    },
    'apiKey.list': ({ workspace }) => people.keys(workspace),
    'apiKey.create': ({ workspace, ...fields }) =>
      people.createKey({ ...fields, workspaceId: workspace && people.workspace(workspace).id }),
    'apiKey.change': ({ id, ...fields }) => people.updateKey(id, fields),
    'apiKey.revoke': ({ id }) => {
      people.revokeKey(id);
      return null;
    },
  };
}
