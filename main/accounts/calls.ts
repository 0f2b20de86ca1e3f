/** Handlers of the calls for workspaces, members and API keys. */

import type { Member } from '../../shared/contracts/accounts.ts';
import type { HandlersFor } from '../../shared/contracts/ipc/call-types.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import type { Accounts } from './accounts.ts';

/** `isProject` returns whether a project with this hash exists: permissions for any other hash are rejected as a mistake. */
export function createAccountHandlers(
  accounts: Accounts,
  isProject: (hash: string) => boolean,
): HandlersFor<'workspace' | 'member' | 'apiKey'> {
  const { id: local } = accounts.workspace();
  function checkProjects(only: Member['only'] | undefined, before: Member['only'] = {}): void {
    const unknown = Object.keys(only ?? {}).filter((hash) => !Object.hasOwn(before, hash) && !isProject(hash));
    if (unknown.length === 0) return;
    const errors = Object.fromEntries(unknown.map((hash) => [`only.${hash}`, message('fault.notAProject')]));
    throw new Problem('invalid', message('problem.accounts.unknownProjects', { unknown: unknown.join(', ') }), { errors });
  }
  return {
    'workspace.show': () => accounts.workspace(),
    'workspace.list': () => accounts.workspaces(),
    'workspace.create': (fields) => accounts.createWorkspace(fields),
    'workspace.set': (fields) => accounts.updateWorkspace(local, fields),
    'member.list': ({ workspace }) => accounts.members(workspace),
    'member.add': (fields) => {
      checkProjects(fields.only);
      return accounts.addMember(fields);
    },
    'member.change': ({ id, fields }) => {
      checkProjects(fields.only, accounts.members().find((each) => each.id === id)?.only);
      return accounts.updateMember(id, fields);
    },
    'member.remove': ({ id }) => {
      accounts.removeMember(id);
      return null;
    },
    'apiKey.list': ({ workspace }) => accounts.keys(workspace),
    'apiKey.create': ({ workspace, ...fields }) =>
      accounts.createKey({ ...fields, workspaceId: workspace && accounts.workspace(workspace).id }),
    'apiKey.change': ({ id, ...fields }) => accounts.updateKey(id, fields),
    'apiKey.revoke': ({ id }) => {
      accounts.revokeKey(id);
      return null;
    },
  };
}
