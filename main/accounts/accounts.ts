/**
 * Workspaces, members and API keys, and their permissions ([Authentication], G2, G11). Of the secret value of a key, only the digest is stored,
 * by which requests are authenticated. Independent of HTTP.
 */

import { timingSafeEqual } from 'node:crypto';
import type { ApiCaller, ApiKey, Member } from '../../shared/contracts/accounts.ts';
import type { KeyValueStore, KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import {
  type KeyPermission,
  keyPermissions,
  type ProjectPermission,
  type WorkspacePermission,
} from '../../shared/contracts/permissions.ts';
import { type Environment, formatIsoTime } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import {
  AccountStore,
  type ApiKeyRow,
  accountNotFoundProblem,
  accountRowIds,
  accountsStoreName,
  createKeySecret,
  digestKeySecret,
  localWorkspaceId,
  looksLikeKeySecret,
  readBearerSecret,
  readProjectWorkspaceId,
  type StoredAccountRow,
  toApiKey,
} from './account-store.ts';
import { createWorkspaceMembers, hasAllPermissions, toMemberRow, type WorkspaceMembers } from './workspace-members.ts';

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

interface NewKeyFields {
  readonly name: string;
  readonly permissions?: readonly KeyPermission[] | undefined;
  readonly member?: number | undefined;
  readonly workspaceId?: string | undefined;
}

interface ApiKeys {
  keys(workspaceId?: string): ApiKey[];
  /** Returns the secret value, which is shown only once. Without permissions the key may read; without a member it belongs to the owner. */
  createKey(fields: NewKeyFields): ApiKey & { readonly key: string };
  updateKey(id: string, fields: { name?: string | undefined; permissions?: readonly KeyPermission[] | undefined }): ApiKey;
  revokeKey(id: string): void;
  /** Returns the key and member that this `Authorization` header belongs to; undefined if the request must be answered with a 401. */
  authenticate(authorization: string | null): ApiCaller | undefined;
}

function createApiKeys(store: AccountStore, environment: Environment): ApiKeys {
  return {
    keys: (workspaceId = localWorkspaceId) => {
      const { keys, members } = store.rows();
      return [...keys.values()].filter(({ member }) => members.get(member)?.workspaceId === workspaceId).map(toApiKey);
    },
    createKey({ name, permissions = ['project:read'], member, workspaceId }) {
      const possible =
        workspaceId === undefined && member !== undefined
          ? [...store.rows().members.values()]
          : store.membersOf(workspaceId ?? localWorkspaceId);
      const owner = possible.find((each) => (member === undefined ? hasAllPermissions(each) : each.id === member));
      if (!owner) throw accountNotFoundProblem(message('problem.noun.member'), String(member ?? ''));
      const secret = createKeySecret();
      const row: ApiKeyRow = {
        id: environment.newId(),
        name: parseKeyName(name),
        permissions: normalizePermissions(permissions),
        member: owner.id,
        createdAt: formatIsoTime(environment.now()),
        sha256: digestKeySecret(secret),
      };
      store.put([toKeyRow(row)]);
      return { ...toApiKey(row), key: secret };
    },
    updateKey(id, { name, permissions }) {
      const row: ApiKeyRow = {
        ...store.getKey(id),
        ...(name !== undefined && { name: parseKeyName(name) }),
        ...(permissions !== undefined && { permissions: normalizePermissions(permissions) }),
      };
      store.put([toKeyRow(row)]);
      return toApiKey(row);
    },
    revokeKey(id) {
      store.getKey(id);
      store.remove([accountRowIds.key(id)]);
    },
    authenticate(authorization) {
      const value = readBearerSecret(authorization);
      if (value === undefined) return undefined;
      // A digest reveals nothing about the value, so a lookup by digest leaks no timing; the final comparison takes constant time.
      const digest = digestKeySecret(value);
      const key = store.rows().keysByDigest.get(digest);
      if (!key || !timingSafeEqual(Buffer.from(key.sha256, 'hex'), Buffer.from(digest, 'hex'))) return undefined;
      const member = store.rows().members.get(key.member);
      const workspace = store.rows().workspaces.get(member?.workspaceId ?? '');
      return member && workspace ? { apiKey: toApiKey(key), member, workspace } : undefined;
    },
  };
}

const toKeyRow = (row: ApiKeyRow): StoredAccountRow => ({ id: accountRowIds.key(row.id), value: row });

const parseKeyName = (name: string): string => {
  if (name.trim() === '') throw invalidFieldProblem('name', message('fault.notEmpty'));
  if (looksLikeKeySecret(name)) throw invalidFieldProblem('name', message('fault.key.isSecret'));
  return name.trim();
};

/** [Authentication 3] a key has at least one permission; duplicates are removed. */
function normalizePermissions(chosen: readonly KeyPermission[]): KeyPermission[] {
  const permissions = keyPermissions.filter((each) => chosen.includes(each));
  if (permissions.length === 0) throw invalidFieldProblem('permissions', message('fault.key.permissionNeeded'));
  return permissions;
}
