/** Workspaces, members and API keys, and their permissions ([Authentication], G2, G11). Independent of HTTP. */
import type { ApiCaller, Member } from '../../shared/contracts/accounts.ts';
import type { KeyValueStore, KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import type { ProjectPermission, WorkspacePermission } from '../../shared/contracts/permissions.ts';
import type { Environment } from '../../shared/environment.ts';
import { AccountStore, accountRowIds, accountsStoreName, readProjectWorkspaceId } from './account-store.ts';
import { type ApiKeys, createApiKeys } from './api-keys.ts';
import { createWorkspaceMembers, toMemberRow, type WorkspaceMembers } from './workspace-members.ts';

export interface Accounts extends WorkspaceMembers, ApiKeys {
  hasWorkspacePermission(caller: ApiCaller, permission: WorkspacePermission): boolean;
  /** Whether the caller has this permission in this project. False for a project of another workspace. */
  hasProjectPermission(caller: ApiCaller, permission: ProjectPermission, hash: string): boolean;
  workspaceIdOfProject(hash: string): string;
  /** The writes that assign a project to a workspace, for the transaction that creates the project. */
  projectAssignmentWrites(hash: string, workspaceId: string): KeyValueWrites;
  /** The writes that remove what is stored about a project, for the transaction that removes the project. */
  projectRemovalWrites(hash: string): KeyValueWrites;
  onChange(listener: () => void): () => void;
}

export function openAccounts(keyValueStore: KeyValueStore, environment: Environment): Accounts {
  const store = new AccountStore(keyValueStore);
  /** Cached workspace ids by project; an entry is dropped when its row is about to change. */
  const workspaceIds = new Map<string, string>();
  const workspaceIdOf = (hash: string): string => {
    const id = workspaceIds.get(hash) ?? readProjectWorkspaceId(keyValueStore, hash);
    workspaceIds.set(hash, id);
    return id;
  };

  return {
    ...createWorkspaceMembers(store, environment),
    ...createApiKeys(store, environment),
    hasWorkspacePermission: ({ member }, permission) => !member.external && member.workspace.includes(permission),
    hasProjectPermission: ({ member, workspace }, permission, hash) =>
      workspaceIdOf(hash) === workspace.id && permissionsInProject(member, hash).includes(permission),
    workspaceIdOfProject: workspaceIdOf,
    projectAssignmentWrites(hash, workspaceId) {
      workspaceIds.delete(hash);
      return { store: accountsStoreName, put: [{ id: accountRowIds.project(hash), value: { workspaceId } }] };
    },
    projectRemovalWrites(hash) {
      workspaceIds.delete(hash);
      const membersOfProject = [...store.rows().members.values()].filter(({ only }) => Object.hasOwn(only, hash));
      // The rows are read again after the transaction that writes these changes.
      store.forgetRows();
      const put = membersOfProject.map(({ only: { [hash]: _removed, ...only }, ...member }) => toMemberRow({ ...member, only }));
      return { store: accountsStoreName, put, remove: [accountRowIds.project(hash)] };
    },
    onChange: (listener) => store.onChange(listener),
  };
}

/** The permissions that were given for this project alone; without any, those for every project. */
const permissionsInProject = ({ external, only, projects }: Member, hash: string): readonly ProjectPermission[] =>
  (Object.hasOwn(only, hash) ? only[hash] : undefined) ?? (external ? [] : projects);
