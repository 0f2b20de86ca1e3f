/**
 * Workspaces, members and API keys, and their permissions ([Authentication], G2, G11). Of the secret value of a key, only the digest is stored,
 * by which requests are authenticated. Independent of HTTP.
 */

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  type ApiCaller,
  type ApiKey,
  type Member,
  memberSchema,
  type Workspace,
  workspaceSchema,
} from '../../shared/contracts/accounts.ts';
import { defaultOwnerName, defaultWorkspaceName } from '../../shared/contracts/default-account-names.ts';
import type { KeyValueStore, KeyValueWrites } from '../../shared/contracts/key-value-store.ts';
import {
  type KeyPermission,
  keyPermissions,
  type ProjectPermission,
  projectPermissions,
  type WorkspacePermission,
  workspacePermissions,
} from '../../shared/contracts/permissions.ts';
import { restExportFormats } from '../../shared/contracts/rest/export-formats.ts';
import { parseWithFaults, schemaFaultsByPath } from '../../shared/contracts/schema-issues.ts';
import { type Environment, formatIsoTime } from '../../shared/environment.ts';
import { definedFields } from '../../shared/json.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import {
  conflictProblem,
  type FieldErrors,
  invalidFieldProblem,
  invalidInputProblem,
  notFoundProblem,
  Problem,
} from '../../shared/problem.ts';

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

interface StoredAccountRow {
  readonly id: string;
  readonly value: unknown;
}

class AccountStore {
  readonly #keyValueStore: KeyValueStore;
  readonly #listeners = new Set<() => void>();
  #cachedRows: AccountRows | undefined;

  constructor(keyValueStore: KeyValueStore) {
    this.#keyValueStore = keyValueStore;
  }

  rows(): AccountRows {
    this.#cachedRows ??= readAccountRows(this.#keyValueStore);
    return this.#cachedRows;
  }

  put(rows: readonly StoredAccountRow[]): void {
    this.forgetRows();
    this.#keyValueStore.put(rows);
    this.#notify();
  }

  remove(ids: readonly string[]): void {
    this.forgetRows();
    this.#keyValueStore.remove(ids);
    this.#notify();
  }

  /** Discards the cached rows. Must be called after another module has written account rows in a transaction of its own. */
  forgetRows(): void {
    this.#cachedRows = undefined;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Throws a 404 if there is no such workspace. The methods below do the same for members and keys. */
  getWorkspace(id: string): Workspace {
    return getRow(this.rows().workspaces, id, message('problem.noun.workspace'));
  }

  getMember(id: number): Member {
    return getRow(this.rows().members, id, message('problem.noun.member'));
  }

  getKey(id: string): ApiKeyRow {
    return getRow(this.rows().keys, id, message('problem.noun.key'));
  }

  membersOf(workspaceId: string): Member[] {
    return [...this.rows().members.values()].filter((member) => member.workspaceId === workspaceId);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

function getRow<K, V>(rows: ReadonlyMap<K, V>, id: K, noun: Message): V {
  const row = rows.get(id);
  if (row === undefined) throw accountNotFoundProblem(noun, String(id));
  return row;
}

/**
 * A Problem that becomes a 404. The id may be a key's secret value that was given by mistake: it must appear neither in the response nor in
 * a log.
 */
const accountNotFoundProblem = (noun: Message, id: string): Problem =>
  looksLikeKeySecret(id) ? new Problem('notFound', message('problem.accounts.unknownKey')) : notFoundProblem(noun, id);

const secretFormat = /^tp_[A-Za-z0-9_-]{43}$/;

const createKeySecret = (): string => `tp_${randomBytes(32).toString('base64url')}`;

/** The SHA-256 of a secret value, in hexadecimal. */
const digestKeySecret = (value: string): string => hash('sha256', value, 'hex');

/** Whether a text looks like a secret value, which must not appear in an error. */
const looksLikeKeySecret = (text: string): boolean => text.includes('tp_') && text.length > 20;

/**
 * The secret value in an `Authorization` header ([Authentication 1]), if it has the right form. Godot's plug-in puts the key behind the value of a header of
 * its own settings: `Basic x, Bearer KEY`.
 */
function readBearerSecret(authorization: string | null): string | undefined {
  const last = authorization?.slice(authorization.lastIndexOf(',') + 1) ?? '';
  const [, value] = /^\s*bearer +(\S{1,80})\s*$/i.exec(last) ?? [];
  return value !== undefined && secretFormat.test(value) ? value : undefined;
}

/** The workspace of this computer. Projects without a row of their own belong to it. */
const localWorkspaceId = 'local';
export const accountsStoreName = 'accounts';

/** [Authentication 3] a key that was stored before permissions existed has both. */
const apiKeyRow = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  permissions: z
    .array(z.enum(keyPermissions))
    .min(1)
    .default([...keyPermissions]),
  member: z.int(),
  createdAt: z.string(),
  sha256: z.string().length(64),
});
type ApiKeyRow = z.infer<typeof apiKeyRow>;
const projectAssignmentRow = z.strictObject({ workspaceId: z.string() });

const accountRowIds = {
  workspace: (id: string) => `workspace/${id}`,
  member: (id: number) => `member/${id}`,
  key: (id: string) => `key/${id}`,
  project: (hash: string) => `project/${hash}`,
  /** The highest number of a member. Numbers are never reused, because comments may still contain them. */
  lastMemberId: 'last-member',
} as const;

interface AccountRows {
  readonly workspaces: ReadonlyMap<string, Workspace>;
  readonly members: ReadonlyMap<number, Member>;
  readonly keys: ReadonlyMap<string, ApiKeyRow>;
  readonly keysByDigest: ReadonlyMap<string, ApiKeyRow>;
  readonly lastMemberId: number;
}

/** All rows, parsed; keys and members in the order of their creation. */
function readAccountRows(keyValueStore: KeyValueStore): AccountRows {
  const all = <S extends z.ZodType>(prefix: string, schema: S) =>
    keyValueStore.list(prefix).map(({ id, value }) => parseRow(id, schema, value));
  const members = all('member/', memberSchema).sort((one, two) => one.id - two.id);
  const keys = all('key/', apiKeyRow).sort((one, two) => (one.createdAt < two.createdAt ? -1 : 1));
  return {
    workspaces: new Map(all('workspace/', workspaceSchema).map((row) => [row.id, row])),
    members: new Map(members.map((row) => [row.id, row])),
    keys: new Map(keys.map((row) => [row.id, row])),
    keysByDigest: new Map(keys.map((row) => [row.sha256, row])),
    lastMemberId: Math.max(0, Number(keyValueStore.get(accountRowIds.lastMemberId) ?? 0), ...members.map(({ id }) => id)),
  };
}

function readProjectWorkspaceId(keyValueStore: KeyValueStore, hash: string): string {
  const id = accountRowIds.project(hash);
  const value = keyValueStore.get(id);
  return value === undefined ? localWorkspaceId : parseRow(id, projectAssignmentRow, value).workspaceId;
}

function parseRow<S extends z.ZodType>(id: string, schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // The message does not contain the row, which may be secret.
  throw new Problem('store', message('problem.store.accountRowDamaged', { row: id.split('/')[0] ?? '' }));
}

/** The public part of a stored key: everything but the digest of its secret value. */
const toApiKey = ({ id, name, permissions, member: of, createdAt }: ApiKeyRow): ApiKey => ({
  id,
  name,
  permissions,
  member: of,
  createdAt,
});

const megabyte = 1024 * 1024;
/** [Limits] the limits of a standard team; a local workspace has 10 seats, all features and any number of projects. */
const createDefaultWorkspace = (id: string): Workspace => ({
  id,
  name: id === localWorkspaceId ? defaultWorkspaceName : 'Workspace',
  seats: 10,
  projects: null,
  items: null,
  fileBytes: 400 * megabyte,
  projectBytes: 10 * 1024 * megabyte,
  imagePixels: 8192,
  exports: [...restExportFormats],
});

type WorkspaceFields = Partial<Omit<Workspace, 'id'>>;
type PartialFields<T> = { [K in keyof T]?: T[K] | undefined };

interface WorkspaceMembers {
  /** The workspace with this id, or that of this computer. Throws a 404. */
  workspace(id?: string): Workspace;
  /** All workspaces, that of this computer first. */
  workspaces(): Workspace[];
  /** Creates a workspace with a first member who has all permissions: without one, nobody could use the workspace. */
  createWorkspace(fields?: PartialFields<WorkspaceFields>): Workspace;
  updateWorkspace(id: string, fields: PartialFields<WorkspaceFields>): Workspace;
  members(workspaceId?: string): Member[];
  /** The name of this computer's owner; undefined until they have changed the one that Taleport gives. */
  ownerName(): string | undefined;
  addMember(fields: PartialFields<MemberFields> & { name: string; workspaceId?: string | undefined }): Member;
  /** Changes the given fields of a member. Throws a 409 if no member of the workspace would have all permissions after the change. */
  updateMember(id: number, fields: PartialFields<MemberFields>): Member;
  /** Removes a member and revokes the member's keys. */
  removeMember(id: number): void;
}

/** Creates the workspace of this computer if there is none. */
function createWorkspaceMembers(store: AccountStore, environment: Environment): WorkspaceMembers {
  function nextMember(workspaceId: string, fields: MemberFields): { member: Member; put: StoredAccountRow[] } {
    const id = store.rows().lastMemberId + 1;
    const member = applyMemberFields({ id, workspaceId, ...fields }, {});
    return { member, put: [toMemberRow(member), { id: accountRowIds.lastMemberId, value: id }] };
  }

  function createWorkspace(id: string, fields: PartialFields<WorkspaceFields>): Workspace {
    const workspace = parseWithSchema(workspaceSchema, { ...createDefaultWorkspace(id), ...definedFields(fields) });
    store.put([{ id: accountRowIds.workspace(id), value: workspace }, ...nextMember(id, ownerFields(defaultOwnerName)).put]);
    return workspace;
  }

  if (!store.rows().workspaces.has(localWorkspaceId)) createWorkspace(localWorkspaceId, {});

  return {
    workspace: (id = localWorkspaceId) => store.getWorkspace(id),
    workspaces: () =>
      [...store.rows().workspaces.values()].sort((one, two) => Number(two.id === localWorkspaceId) - Number(one.id === localWorkspaceId)),
    createWorkspace: (fields = {}) => createWorkspace(environment.newId(), fields),
    updateWorkspace(id, fields) {
      const workspace = parseWithSchema(workspaceSchema, { ...store.getWorkspace(id), ...definedFields(fields), id });
      store.put([{ id: accountRowIds.workspace(id), value: workspace }]);
      return workspace;
    },
    members: (workspaceId = localWorkspaceId) => store.membersOf(workspaceId),
    ownerName() {
      const name = store.membersOf(localWorkspaceId).find(hasAllPermissions)?.name;
      return name === defaultOwnerName ? undefined : name;
    },
    addMember({ workspaceId = localWorkspaceId, ...fields }) {
      store.getWorkspace(workspaceId);
      const defaults = defaultMemberFields(fields.name, fields.external ?? false);
      const { member, put } = nextMember(workspaceId, { ...defaults, ...definedFields(fields) });
      store.put(put);
      return member;
    },
    updateMember(id, fields) {
      const before = store.getMember(id);
      const member = applyMemberFields(before, definedFields(fields));
      const members = store.membersOf(member.workspaceId).map((each) => (each.id === id ? member : each));
      assertOwnerRemains(members, before);
      store.put([toMemberRow(member)]);
      return member;
    },
    removeMember(id) {
      const before = store.getMember(id);
      const others = store.membersOf(before.workspaceId).filter((each) => each.id !== id);
      assertOwnerRemains(others, before);
      const keys = [...store.rows().keys.values()].filter(({ member }) => member === id);
      store.remove([accountRowIds.member(id), ...keys.map((key) => accountRowIds.key(key.id))]);
    },
  };
}

const toMemberRow = (member: Member): StoredAccountRow => ({ id: accountRowIds.member(member.id), value: member });

type MemberFields = Omit<Member, 'id' | 'workspaceId'>;

/** A new member may view everything and change nothing. */
const defaultMemberFields = (name: string, external: boolean): MemberFields => ({
  name,
  external,
  workspace: external ? [] : ['viewProjects'],
  projects: external ? [] : ['view'],
  only: {},
});

const ownerFields = (name: string): MemberFields => ({
  name,
  external: false,
  workspace: [...workspacePermissions],
  projects: [...projectPermissions],
  only: {},
});

/**
 * Returns the member with these fields changed, and each permission once. A member who becomes external loses those permissions in the
 * workspace that the change does not grant again.
 */
function applyMemberFields(before: Member, fields: Partial<MemberFields>): Member {
  const left = fields.external === true && !before.external ? { ...before, workspace: [], projects: [] } : before;
  const after = { ...left, ...fields };
  const inOrder = <P extends string>(all: readonly P[], chosen: readonly P[]) => all.filter((each) => chosen.includes(each));
  const named = {
    ...after,
    name: after.name.trim(),
    workspace: inOrder<WorkspacePermission>(workspacePermissions, after.workspace),
    projects: inOrder(projectPermissions, after.projects),
    only: Object.fromEntries(Object.entries(after.only).map(([hash, rights]) => [hash, inOrder(projectPermissions, rights)])),
  };
  return parseWithSchema(memberSchema, named, {
    ...(named.name === '' && { name: message('fault.notEmpty') }),
    ...(named.external && named.workspace.length > 0 && { workspace: message('fault.member.externalWorkspace') }),
    ...(named.external && named.projects.length > 0 && { projects: message('fault.member.externalProjects') }),
  });
}

/** Whether the member may do everything in every project. */
const hasAllPermissions = ({ external, workspace, projects, only }: Member): boolean =>
  !external &&
  workspacePermissions.every((each) => workspace.includes(each)) &&
  [projects, ...Object.values(only)].every((rights) => projectPermissions.every((each) => rights.includes(each)));

/**
 * Throws a 409 unless one of `after`, the members of the workspace after the change, has all permissions: without one, nobody could grant
 * permissions.
 */
function assertOwnerRemains(after: readonly Member[], { id, name }: Member): void {
  if (after.some(hasAllPermissions)) return;
  throw conflictProblem('invalid_target', message('problem.accounts.lastOwner', { name }), {
    kind: 'member',
    id: String(id),
  });
}

function parseWithSchema<S extends z.ZodType>(schema: S, value: unknown, more: FieldErrors = {}): z.output<S> {
  const parsed = parseWithFaults(schema, value);
  const faults = { ...(parsed.success ? {} : schemaFaultsByPath(parsed.faults)), ...more };
  if (!parsed.success || Object.keys(faults).length > 0) throw invalidInputProblem(faults);
  return parsed.data;
}
