/**
 * Workspaces, members and API keys, and their permissions ([Authentication], G2, G11). Every request needs them and they are few, so all of them
 * are cached in memory and read again from the key-value store after each change. Independent of HTTP.
 */

import { timingSafeEqual } from 'node:crypto';
import { type ApiCaller, type ApiKey, type Member, type Workspace, workspaceSchema } from '../../shared/contracts/accounts.ts';
import type { KeyValueStore, KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import {
  type KeyPermission,
  keyPermissions,
  type ProjectPermission,
  type WorkspacePermission,
} from '../../shared/contracts/permissions.ts';
import { type Environment, formatIsoTime } from '../../shared/environment.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { invalidFieldProblem, notFoundProblem, Problem } from '../../shared/problem.ts';
import {
  type AccountRows,
  type ApiKeyRow,
  accountsStoreName,
  createDefaultWorkspace,
  localWorkspaceId,
  readAccountRows,
  readProjectWorkspaceId,
  rowIds,
  toApiKey,
} from './account-rows.ts';
import { createKeySecret, digestKeySecret, looksLikeKeySecret, readBearerSecret } from './api-key-secret.ts';
import {
  applyMemberFields,
  assertOwnerRemains,
  defaultMemberFields,
  hasAllPermissions,
  type MemberFields,
  ownerFields,
} from './member-rules.ts';
import { parseWithSchema } from './parse-with-schema.ts';

export type WorkspaceFields = Partial<Omit<Workspace, 'id'>>;
type PartialFields<T> = { [K in keyof T]?: T[K] | undefined };

interface NewKeyFields {
  readonly name: string;
  readonly permissions?: readonly KeyPermission[] | undefined;
  readonly member?: number | undefined;
  readonly workspaceId?: string | undefined;
}

export interface Accounts {
  /** Without an id, the workspace of this computer. Throws a 404. */
  workspace(id?: string): Workspace;
  /** The workspace of this computer comes first. */
  workspaces(): Workspace[];
  /** With a first member who has all permissions: without one nobody could use the workspace. */
  createWorkspace(fields?: PartialFields<WorkspaceFields>): Workspace;
  updateWorkspace(id: string, fields: PartialFields<WorkspaceFields>): Workspace;
  members(workspaceId?: string): Member[];
  addMember(fields: PartialFields<MemberFields> & { name: string; workspaceId?: string | undefined }): Member;
  /** Other fields keep their values. Throws a 409 where the workspace would be left without a member who has all permissions. */
  updateMember(id: number, fields: PartialFields<MemberFields>): Member;
  /** Also revokes the member's keys. */
  removeMember(id: number): void;
  keys(workspaceId?: string): ApiKey[];
  /** Returns the secret value, which is shown only once. Without permissions the key may read; without a member it belongs to the owner. */
  createKey(fields: NewKeyFields): ApiKey & { readonly key: string };
  updateKey(id: string, fields: { name?: string | undefined; permissions?: readonly KeyPermission[] | undefined }): ApiKey;
  revokeKey(id: string): void;
  /** The sender of this `Authorization` header; undefined is a 401. */
  authenticate(authorization: string | null): ApiCaller | undefined;
  hasWorkspacePermission(caller: ApiCaller, permission: WorkspacePermission): boolean;
  /** Also false for a project of another workspace. */
  hasProjectPermission(caller: ApiCaller, permission: ProjectPermission, hash: string): boolean;
  workspaceIdOfProject(hash: string): string;
  /** Written in the transaction that creates the project. */
  projectAssignmentWrites(hash: string, workspaceId: string): KeyValueWrites;
  /** Written in the transaction that removes the project. */
  projectRemovalWrites(hash: string): KeyValueWrites;
  onChange(listener: () => void): () => void;
}

export function openAccounts(keyValueStore: KeyValueStore, environment: Environment): Accounts {
  const listeners = new Set<() => void>();
  let cachedRows: AccountRows | undefined;
  const rows = (): AccountRows => (cachedRows ??= readAccountRows(keyValueStore));
  /** Cached workspace ids by project; an entry is dropped when its row is about to change. */
  const workspaceIds = new Map<string, string>();
  const workspaceIdOf = (hash: string): string => {
    const id = workspaceIds.get(hash) ?? readProjectWorkspaceId(keyValueStore, hash);
    workspaceIds.set(hash, id);
    return id;
  };

  type Row = { id: string; value: unknown };
  function write(put: readonly Row[], remove: readonly string[] = []): void {
    cachedRows = undefined;
    if (remove.length > 0) keyValueStore.remove(remove);
    else keyValueStore.put(put);
    for (const listener of listeners) listener();
  }
  const get = <K, V>(from: ReadonlyMap<K, V>, id: K, what: Message): V => {
    const found = from.get(id);
    if (found === undefined) throw accountNotFound(what, String(id));
    return found;
  };
  const membersOf = (workspaceId: string) => [...rows().members.values()].filter((each) => each.workspaceId === workspaceId);
  const memberRow = (row: Member): Row => ({ id: rowIds.member(row.id), value: row });
  const nextMember = (workspaceId: string, fields: MemberFields): { row: Member; put: Row[] } => {
    const id = rows().lastMemberId + 1;
    const row = applyMemberFields({ id, workspaceId, ...fields }, {});
    return { row, put: [memberRow(row), { id: rowIds.lastMemberId, value: id }] };
  };
  function createWorkspaceRow(id: string, fields: PartialFields<WorkspaceFields>): Workspace {
    const row = parseWithSchema(workspaceSchema, { ...createDefaultWorkspace(id), ...withoutUndefined(fields) });
    write([{ id: rowIds.workspace(id), value: row }, ...nextMember(id, ownerFields('Owner')).put]);
    return row;
  }
  const keyRow = (row: ApiKeyRow): Row => ({ id: rowIds.key(row.id), value: row });
  if (!rows().workspaces.has(localWorkspaceId)) createWorkspaceRow(localWorkspaceId, {});

  return {
    workspace: (id = localWorkspaceId) => get(rows().workspaces, id, message('problem.noun.workspace')),
    workspaces: () =>
      [...rows().workspaces.values()].sort((one, two) => Number(two.id === localWorkspaceId) - Number(one.id === localWorkspaceId)),
    createWorkspace: (fields = {}) => createWorkspaceRow(environment.newId(), fields),
    updateWorkspace(id, fields) {
      const row = parseWithSchema(workspaceSchema, {
        ...get(rows().workspaces, id, message('problem.noun.workspace')),
        ...withoutUndefined(fields),
        id,
      });
      write([{ id: rowIds.workspace(id), value: row }]);
      return row;
    },
    members: (workspaceId = localWorkspaceId) => membersOf(workspaceId),
    addMember({ workspaceId = localWorkspaceId, ...fields }) {
      get(rows().workspaces, workspaceId, message('problem.noun.workspace'));
      const { row, put } = nextMember(workspaceId, {
        ...defaultMemberFields(fields.name, fields.external ?? false),
        ...withoutUndefined(fields),
      });
      write(put);
      return row;
    },
    updateMember(id, fields) {
      const before = get(rows().members, id, message('problem.noun.member'));
      const row = applyMemberFields(before, withoutUndefined(fields));
      assertOwnerRemains(
        membersOf(row.workspaceId).map((each) => (each.id === id ? row : each)),
        before,
      );
      write([memberRow(row)]);
      return row;
    },
    removeMember(id) {
      const before = get(rows().members, id, message('problem.noun.member'));
      assertOwnerRemains(
        membersOf(before.workspaceId).filter((each) => each.id !== id),
        before,
      );
      const keys = [...rows().keys.values()].filter(({ member }) => member === id);
      write([], [rowIds.member(id), ...keys.map((key) => rowIds.key(key.id))]);
    },
    keys: (workspaceId = localWorkspaceId) =>
      [...rows().keys.values()].filter(({ member }) => rows().members.get(member)?.workspaceId === workspaceId).map(toApiKey),
    createKey({ name, permissions = ['project:read'], member, workspaceId }) {
      const possible =
        workspaceId === undefined && member !== undefined ? [...rows().members.values()] : membersOf(workspaceId ?? localWorkspaceId);
      const of = possible.find((each) => (member === undefined ? hasAllPermissions(each) : each.id === member));
      if (!of) throw accountNotFound(message('problem.noun.member'), String(member ?? ''));
      const key = createKeySecret();
      const row: ApiKeyRow = {
        id: environment.newId(),
        name: parseKeyName(name),
        permissions: normalizePermissions(permissions),
        member: of.id,
        createdAt: formatIsoTime(environment.now()),
        sha256: digestKeySecret(key),
      };
      write([keyRow(row)]);
      return { ...toApiKey(row), key };
    },
    updateKey(id, { name, permissions }) {
      const before = get(rows().keys, id, message('problem.noun.key'));
      const row: ApiKeyRow = {
        ...before,
        ...(name !== undefined && { name: parseKeyName(name) }),
        ...(permissions !== undefined && { permissions: normalizePermissions(permissions) }),
      };
      write([keyRow(row)]);
      return toApiKey(row);
    },
    revokeKey(id) {
      get(rows().keys, id, message('problem.noun.key'));
      write([], [rowIds.key(id)]);
    },
    authenticate(authorization) {
      const value = readBearerSecret(authorization);
      if (value === undefined) return undefined;
      // A digest reveals nothing about the value, so a lookup by digest leaks no timing; the final comparison takes constant time.
      const digest = digestKeySecret(value);
      const key = rows().keysByDigest.get(digest);
      if (!key || !timingSafeEqual(Buffer.from(key.sha256, 'hex'), Buffer.from(digest, 'hex'))) return undefined;
      const member = rows().members.get(key.member);
      const workspace = rows().workspaces.get(member?.workspaceId ?? '');
      return member && workspace ? { apiKey: toApiKey(key), member, workspace } : undefined;
    },
    hasWorkspacePermission: ({ member }, permission) => !member.external && member.workspace.includes(permission),
    hasProjectPermission: ({ member, workspace }, permission, hash) =>
      workspaceIdOf(hash) === workspace.id && permissionsInProject(member, hash).includes(permission),
    workspaceIdOfProject: workspaceIdOf,
    projectAssignmentWrites(hash, workspaceId) {
      workspaceIds.delete(hash);
      return { store: accountsStoreName, put: [{ id: rowIds.project(hash), value: { workspaceId } }] };
    },
    projectRemovalWrites(hash) {
      workspaceIds.delete(hash);
      // The rows are read again after the transaction that writes these changes.
      const named = [...rows().members.values()].filter(({ only }) => Object.hasOwn(only, hash));
      cachedRows = undefined;
      const put = named.map(({ only: { [hash]: _gone, ...only }, ...row }) => memberRow({ ...row, only }));
      return { store: accountsStoreName, put, remove: [rowIds.project(hash)] };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The permissions for this project alone, else those for every project. */
const permissionsInProject = ({ external, only, projects }: Member, hash: string): readonly ProjectPermission[] =>
  (Object.hasOwn(only, hash) ? only[hash] : undefined) ?? (external ? [] : projects);

/** Without undefined values: those were not given and must not overwrite. */
const withoutUndefined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  // The filter removes just what the type excludes.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };

const parseKeyName = (name: string): string => {
  if (name.trim() === '') throw invalidFieldProblem('name', message('fault.notEmpty'));
  if (looksLikeKeySecret(name)) throw invalidFieldProblem('name', message('fault.key.isSecret'));
  return name.trim();
};

/** [Authentication 3] at least one, each once. */
function normalizePermissions(chosen: readonly KeyPermission[]): KeyPermission[] {
  const permissions = keyPermissions.filter((each) => chosen.includes(each));
  if (permissions.length === 0) throw invalidFieldProblem('permissions', message('fault.key.permissionNeeded'));
  return permissions;
}

/** A 404. The id may be a key's secret value that was given by mistake: it must appear neither in the response nor in a log. */
const accountNotFound = (what: Message, id: string): Problem =>
  looksLikeKeySecret(id) ? new Problem('notFound', message('problem.accounts.unknownKey')) : notFoundProblem(what, id);
