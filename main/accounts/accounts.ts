/**
 * Workspaces, members and API keys, and what each may do ([Authentication], G2, G11). Small and asked on every request, so that
 * all of it is held in memory and read again after each change; the shelf is the truth. It knows nothing of HTTP.
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
import { message } from '../../shared/messages/message.ts';
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
  /** The workspace of this computer if none is named. Throws a 404. */
  workspace(id?: string): Workspace;
  /** That of this computer first. */
  workspaces(): Workspace[];
  /** With a first member who holds everything, since else nobody could act in it. */
  createWorkspace(fields?: PartialFields<WorkspaceFields>): Workspace;
  updateWorkspace(id: string, fields: PartialFields<WorkspaceFields>): Workspace;
  members(workspaceId?: string): Member[];
  addMember(fields: PartialFields<MemberFields> & { name: string; workspaceId?: string | undefined }): Member;
  /** What is not named stays. Refuses (409) to leave a workspace without a member who holds everything. */
  updateMember(id: number, fields: PartialFields<MemberFields>): Member;
  /** Revokes the member's keys, too. */
  removeMember(id: number): void;
  keys(workspaceId?: string): ApiKey[];
  /** The one time that the value is told. It reads if no permission is named; it is the owner's if no member is. */
  createKey(fields: NewKeyFields): ApiKey & { readonly key: string };
  updateKey(id: string, fields: { name?: string | undefined; permissions?: readonly KeyPermission[] | undefined }): ApiKey;
  revokeKey(id: string): void;
  /** Who sends this `Authorization` header; undefined is a 401. */
  authenticate(authorization: string | null): ApiCaller | undefined;
  hasWorkspacePermission(caller: ApiCaller, permission: WorkspacePermission): boolean;
  /** False for a project of another workspace, too. */
  hasProjectPermission(caller: ApiCaller, permission: ProjectPermission, hash: string): boolean;
  workspaceIdOfProject(hash: string): string;
  /** To be laid beside the creation of a project. */
  projectAssignmentWrites(hash: string, workspaceId: string): KeyValueWrites;
  /** To be laid beside the removal of a project. */
  projectRemovalWrites(hash: string): KeyValueWrites;
  onChange(listener: () => void): () => void;
}

export function openAccounts(keyValueStore: KeyValueStore, environment: Environment): Accounts {
  const listeners = new Set<() => void>();
  let held: AccountRows | undefined;
  const rows = (): AccountRows => (held ??= readAccountRows(keyValueStore));
  /** The workspaces of projects that were asked about; a row that is about to be written or removed is asked for again. */
  const homes = new Map<string, string>();
  const homeOf = (hash: string): string => {
    const home = homes.get(hash) ?? readProjectWorkspaceId(keyValueStore, hash);
    homes.set(hash, home);
    return home;
  };

  type Row = { id: string; value: unknown };
  function write(put: readonly Row[], remove: readonly string[] = []): void {
    held = undefined;
    if (remove.length > 0) keyValueStore.remove(remove);
    else keyValueStore.put(put);
    for (const listener of listeners) listener();
  }
  const get = <K, V>(from: ReadonlyMap<K, V>, id: K, kind: string): V => {
    const found = from.get(id);
    if (found === undefined) throw accountNotFound(kind, String(id));
    return found;
  };
  const membersOf = (workspaceId: string) => [...rows().members.values()].filter((each) => each.workspaceId === workspaceId);
  const memberRow = (row: Member): Row => ({ id: rowIds.member(row.id), value: row });
  const nextMember = (workspaceId: string, fields: MemberFields): { row: Member; put: Row[] } => {
    const id = rows().lastMemberId + 1;
    const row = applyMemberFields({ id, workspaceId, ...fields }, {});
    return { row, put: [memberRow(row), { id: rowIds.lastMemberId, value: id }] };
  };
  function made(id: string, fields: PartialFields<WorkspaceFields>): Workspace {
    const row = parseWithSchema(workspaceSchema, { ...createDefaultWorkspace(id), ...withoutUndefined(fields) });
    write([{ id: rowIds.workspace(id), value: row }, ...nextMember(id, ownerFields('Owner')).put]);
    return row;
  }
  const keyRow = (row: ApiKeyRow): Row => ({ id: rowIds.key(row.id), value: row });
  if (!rows().workspaces.has(localWorkspaceId)) made(localWorkspaceId, {});

  return {
    workspace: (id = localWorkspaceId) => get(rows().workspaces, id, 'workspace'),
    workspaces: () =>
      [...rows().workspaces.values()].sort((one, two) => Number(two.id === localWorkspaceId) - Number(one.id === localWorkspaceId)),
    createWorkspace: (fields = {}) => made(environment.newId(), fields),
    updateWorkspace(id, fields) {
      const row = parseWithSchema(workspaceSchema, { ...get(rows().workspaces, id, 'workspace'), ...withoutUndefined(fields), id });
      write([{ id: rowIds.workspace(id), value: row }]);
      return row;
    },
    members: (workspaceId = localWorkspaceId) => membersOf(workspaceId),
    addMember({ workspaceId = localWorkspaceId, ...fields }) {
      get(rows().workspaces, workspaceId, 'workspace');
      const { row, put } = nextMember(workspaceId, {
        ...defaultMemberFields(fields.name, fields.external ?? false),
        ...withoutUndefined(fields),
      });
      write(put);
      return row;
    },
    updateMember(id, fields) {
      const before = get(rows().members, id, 'member');
      const row = applyMemberFields(before, withoutUndefined(fields));
      assertOwnerRemains(
        membersOf(row.workspaceId).map((each) => (each.id === id ? row : each)),
        before,
      );
      write([memberRow(row)]);
      return row;
    },
    removeMember(id) {
      const before = get(rows().members, id, 'member');
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
      if (!of) throw accountNotFound('member', String(member ?? ''));
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
      const before = get(rows().keys, id, 'key');
      const row: ApiKeyRow = {
        ...before,
        ...(name !== undefined && { name: parseKeyName(name) }),
        ...(permissions !== undefined && { permissions: normalizePermissions(permissions) }),
      };
      write([keyRow(row)]);
      return toApiKey(row);
    },
    revokeKey(id) {
      get(rows().keys, id, 'key');
      write([], [rowIds.key(id)]);
    },
    authenticate(authorization) {
      const value = readBearerSecret(authorization);
      if (value === undefined) return undefined;
      // The digest says nothing of the value, so that finding it by a map gives nothing away; the last word is in constant time.
      const digest = digestKeySecret(value);
      const key = rows().keysByDigest.get(digest);
      if (!key || !timingSafeEqual(Buffer.from(key.sha256, 'hex'), Buffer.from(digest, 'hex'))) return undefined;
      const member = rows().members.get(key.member);
      const workspace = rows().workspaces.get(member?.workspaceId ?? '');
      return member && workspace ? { apiKey: toApiKey(key), member, workspace } : undefined;
    },
    hasWorkspacePermission: ({ member }, permission) => !member.external && member.workspace.includes(permission),
    hasProjectPermission: ({ member, workspace }, permission, hash) =>
      homeOf(hash) === workspace.id && permissionsInProject(member, hash).includes(permission),
    workspaceIdOfProject: homeOf,
    projectAssignmentWrites(hash, workspaceId) {
      homes.delete(hash);
      return { store: accountsStoreName, put: [{ id: rowIds.project(hash), value: { workspaceId } }] };
    },
    projectRemovalWrites(hash) {
      homes.delete(hash);
      // Read again after the commit that these rows are laid beside.
      const named = [...rows().members.values()].filter(({ only }) => Object.hasOwn(only, hash));
      held = undefined;
      const put = named.map(({ only: { [hash]: _gone, ...only }, ...row }) => memberRow({ ...row, only }));
      return { store: accountsStoreName, put, remove: [rowIds.project(hash)] };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What a member may do with one project: what is said of it alone, else what holds for every project. */
const permissionsInProject = ({ external, only, projects }: Member, hash: string): readonly ProjectPermission[] =>
  (Object.hasOwn(only, hash) ? only[hash] : undefined) ?? (external ? [] : projects);

/** Without what is undefined, which was not given and must not overwrite. */
const withoutUndefined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };

const parseKeyName = (name: string): string => {
  if (name.trim() === '') throw invalidFieldProblem('name', 'must not be empty');
  if (looksLikeKeySecret(name)) throw invalidFieldProblem('name', 'must not be the value of a key');
  return name.trim();
};

/** [Authentication 3] at least one, each once. */
function normalizePermissions(chosen: readonly KeyPermission[]): KeyPermission[] {
  const permissions = keyPermissions.filter((each) => chosen.includes(each));
  if (permissions.length === 0) throw invalidFieldProblem('permissions', 'must name at least one of project:read and project:write');
  return permissions;
}

/** A 404. Somebody may have given a key's value for its id: it must not come back, nor reach a log. */
const accountNotFound = (kind: string, id: string): Problem =>
  looksLikeKeySecret(id) ? new Problem('notFound', message('problem.accounts.unknownKey')) : notFoundProblem(kind, id);
