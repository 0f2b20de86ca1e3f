/**
 * Workspaces, members and API keys, and what each may do ([Authentication], G2, G11). Small and asked on every request, so that
 * all of it is held in memory and read again after each change; the shelf is the truth. It knows nothing of HTTP.
 */
import { timingSafeEqual } from 'node:crypto';
import {
  type ApiKey,
  type Caller,
  type KeyPermission,
  keyPermissions,
  type Member,
  type ProjectPermission,
  type Workspace,
  type WorkspacePermission,
  workspace as workspaceSchema,
} from '../../shared/people.ts';
import { invalid, notFound, Problem } from '../../shared/problem.ts';
import type { Shelf, ShelfWrites } from '../../shared/shelf.ts';
import { isoTime, type World } from '../../shared/world.ts';
import { digestOf, looksLikeValue, newKeyValue, valueIn } from './key-value.ts';
import { holdsEverything, keepAnOwner, type MemberFields, newMember, owner, withFields } from './member-rules.ts';
import { parsed } from './parsed.ts';
import { type KeyRow, keyOf, local, newWorkspace, peopleShelf, type Rows, readRows, rowIds, workspaceOf } from './people-rows.ts';

export type WorkspaceFields = Partial<Omit<Workspace, 'id'>>;
type Some<T> = { [K in keyof T]?: T[K] | undefined };

interface NewKey {
  readonly name: string;
  readonly permissions?: readonly KeyPermission[] | undefined;
  readonly member?: number | undefined;
  readonly workspaceId?: string | undefined;
}

export interface People {
  /** The workspace of this computer if none is named. Throws a 404. */
  workspace(id?: string): Workspace;
  /** That of this computer first. */
  workspaces(): Workspace[];
  /** With a first member who holds everything, since else nobody could act in it. */
  createWorkspace(fields?: Some<WorkspaceFields>): Workspace;
  setWorkspace(id: string, fields: Some<WorkspaceFields>): Workspace;
  members(workspaceId?: string): Member[];
  addMember(fields: Some<MemberFields> & { name: string; workspaceId?: string | undefined }): Member;
  /** What is not named stays. Refuses (409) to leave a workspace without a member who holds everything. */
  changeMember(id: number, fields: Some<MemberFields>): Member;
  /** Revokes the member's keys, too. */
  removeMember(id: number): void;
  keys(workspaceId?: string): ApiKey[];
  /** The one time that the value is told. It reads if no permission is named; it is the owner's if no member is. */
  createKey(fields: NewKey): ApiKey & { readonly key: string };
  changeKey(id: string, fields: { name?: string | undefined; permissions?: readonly KeyPermission[] | undefined }): ApiKey;
  revokeKey(id: string): void;
  /** Who sends this `Authorization` header; undefined is a 401. */
  callerOf(authorization: string | null): Caller | undefined;
  mayInWorkspace(caller: Caller, permission: WorkspacePermission): boolean;
  /** False for a project of another workspace, too. */
  mayInProject(caller: Caller, permission: ProjectPermission, hash: string): boolean;
  workspaceOfProject(hash: string): string;
  /** To be laid beside the creation of a project. */
  projectRow(hash: string, workspaceId: string): ShelfWrites;
  /** To be laid beside the removal of a project. */
  forget(hash: string): ShelfWrites;
  onChange(listener: () => void): () => void;
}

export function openPeople(shelf: Shelf, world: World): People {
  const listeners = new Set<() => void>();
  let held: Rows | undefined;
  const rows = (): Rows => (held ??= readRows(shelf));
  /** The workspaces of projects that were asked about; a row that is about to be written or removed is asked for again. */
  const homes = new Map<string, string>();
  const homeOf = (hash: string): string => {
    const home = homes.get(hash) ?? workspaceOf(shelf, hash);
    homes.set(hash, home);
    return home;
  };

  type Row = { id: string; value: unknown };
  function write(put: readonly Row[], remove: readonly string[] = []): void {
    held = undefined;
    if (remove.length > 0) shelf.remove(remove);
    else shelf.put(put);
    for (const listener of listeners) listener();
  }
  const get = <K, V>(from: ReadonlyMap<K, V>, id: K, kind: string): V => {
    const found = from.get(id);
    if (found === undefined) throw missing(kind, String(id));
    return found;
  };
  const membersOf = (workspaceId: string) => [...rows().members.values()].filter((each) => each.workspaceId === workspaceId);
  const memberRow = (row: Member): Row => ({ id: rowIds.member(row.id), value: row });
  const nextMember = (workspaceId: string, fields: MemberFields): { row: Member; put: Row[] } => {
    const id = rows().lastMember + 1;
    const row = withFields({ id, workspaceId, ...fields }, {});
    return { row, put: [memberRow(row), { id: rowIds.lastMember, value: id }] };
  };
  function made(id: string, fields: Some<WorkspaceFields>): Workspace {
    const row = parsed(workspaceSchema, { ...newWorkspace(id), ...given(fields) });
    write([{ id: rowIds.workspace(id), value: row }, ...nextMember(id, owner('Owner')).put]);
    return row;
  }
  const keyRow = (row: KeyRow): Row => ({ id: rowIds.key(row.id), value: row });
  if (!rows().workspaces.has(local)) made(local, {});

  return {
    workspace: (id = local) => get(rows().workspaces, id, 'workspace'),
    workspaces: () => [...rows().workspaces.values()].sort((one, two) => Number(two.id === local) - Number(one.id === local)),
    createWorkspace: (fields = {}) => made(world.newId(), fields),
    setWorkspace(id, fields) {
      const row = parsed(workspaceSchema, { ...get(rows().workspaces, id, 'workspace'), ...given(fields), id });
      write([{ id: rowIds.workspace(id), value: row }]);
      return row;
    },
    members: (workspaceId = local) => membersOf(workspaceId),
    addMember({ workspaceId = local, ...fields }) {
      get(rows().workspaces, workspaceId, 'workspace');
      const { row, put } = nextMember(workspaceId, { ...newMember(fields.name, fields.external ?? false), ...given(fields) });
      write(put);
      return row;
    },
    changeMember(id, fields) {
      const before = get(rows().members, id, 'member');
      const row = withFields(before, given(fields));
      keepAnOwner(
        membersOf(row.workspaceId).map((each) => (each.id === id ? row : each)),
        before,
      );
      write([memberRow(row)]);
      return row;
    },
    removeMember(id) {
      const before = get(rows().members, id, 'member');
      keepAnOwner(
        membersOf(before.workspaceId).filter((each) => each.id !== id),
        before,
      );
      const keys = [...rows().keys.values()].filter(({ member }) => member === id);
      write([], [rowIds.member(id), ...keys.map((key) => rowIds.key(key.id))]);
    },
    keys: (workspaceId = local) =>
      [...rows().keys.values()].filter(({ member }) => rows().members.get(member)?.workspaceId === workspaceId).map(keyOf),
    createKey({ name, permissions = ['project:read'], member, workspaceId }) {
      const possible = workspaceId === undefined && member !== undefined ? [...rows().members.values()] : membersOf(workspaceId ?? local);
      const of = possible.find((each) => (member === undefined ? holdsEverything(each) : each.id === member));
      if (!of) throw missing('member', String(member ?? ''));
      const key = newKeyValue();
      const row: KeyRow = {
        id: world.newId(),
        name: nameOfKey(name),
        permissions: atLeastOne(permissions),
        member: of.id,
        createdAt: isoTime(world.now()),
        sha256: digestOf(key),
      };
      write([keyRow(row)]);
      return { ...keyOf(row), key };
    },
    changeKey(id, { name, permissions }) {
      const before = get(rows().keys, id, 'key');
      const row: KeyRow = {
        ...before,
        ...(name !== undefined && { name: nameOfKey(name) }),
        ...(permissions !== undefined && { permissions: atLeastOne(permissions) }),
      };
      write([keyRow(row)]);
      return keyOf(row);
    },
    revokeKey(id) {
      get(rows().keys, id, 'key');
      write([], [rowIds.key(id)]);
    },
    callerOf(authorization) {
      const value = valueIn(authorization);
      if (value === undefined) return undefined;
      // The digest says nothing of the value, so that finding it by a map gives nothing away; the last word is in constant time.
      const digest = digestOf(value);
      const key = rows().byDigest.get(digest);
      if (!key || !timingSafeEqual(Buffer.from(key.sha256, 'hex'), Buffer.from(digest, 'hex'))) return undefined;
      const member = rows().members.get(key.member);
      const workspace = rows().workspaces.get(member?.workspaceId ?? '');
      return member && workspace ? { key: keyOf(key), member, workspace } : undefined;
    },
    mayInWorkspace: ({ member }, permission) => !member.external && member.workspace.includes(permission),
    mayInProject: ({ member, workspace }, permission, hash) => homeOf(hash) === workspace.id && rightsIn(member, hash).includes(permission),
    workspaceOfProject: homeOf,
    projectRow(hash, workspaceId) {
      homes.delete(hash);
      return { shelf: peopleShelf, put: [{ id: rowIds.project(hash), value: { workspaceId } }] };
    },
    forget(hash) {
      homes.delete(hash);
      // Read again after the commit that these rows are laid beside.
      const named = [...rows().members.values()].filter(({ only }) => Object.hasOwn(only, hash));
      held = undefined;
      const put = named.map(({ only: { [hash]: _gone, ...only }, ...row }) => memberRow({ ...row, only }));
      return { shelf: peopleShelf, put, remove: [rowIds.project(hash)] };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What a member may do with one project: what is said of it alone, else what holds for every project. */
const rightsIn = ({ external, only, projects }: Member, hash: string): readonly ProjectPermission[] =>
  (Object.hasOwn(only, hash) ? only[hash] : undefined) ?? (external ? [] : projects);

/** Without what is undefined, which was not given and must not overwrite. */
const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };

const nameOfKey = (name: string): string => {
  if (name.trim() === '') throw invalid('name', 'must not be empty');
  if (looksLikeValue(name)) throw invalid('name', 'must not be the value of a key');
  return name.trim();
};

/** [Authentication 3] at least one, each once. */
function atLeastOne(chosen: readonly KeyPermission[]): KeyPermission[] {
  const permissions = keyPermissions.filter((each) => chosen.includes(each));
  if (permissions.length === 0) throw invalid('permissions', 'must name at least one of project:read and project:write');
  return permissions;
}

/** A 404. Somebody may have given a key's value for its id: it must not come back, nor reach a log. */
const missing = (kind: string, id: string): Problem =>
  looksLikeValue(id)
    ? new Problem('notFound', 'There is no key of this id. A key is named by its id in the list, never by its value.')
    : notFound(kind, id);
