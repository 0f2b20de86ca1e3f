/**
 * The rows of workspaces, members and API keys. Every request needs them and they are few, so all of them are cached in memory and read again from the
 * key-value store after each change.
 */

import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type ApiKey, type Member, memberSchema, type Workspace, workspaceSchema } from '../../shared/contracts/accounts.ts';
import { defaultWorkspaceName } from '../../shared/contracts/default-account-names.ts';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import { keyPermissions } from '../../shared/contracts/permissions.ts';
import { restExportFormats } from '../../shared/contracts/rest/export-formats.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { notFoundProblem, Problem } from '../../shared/problem.ts';

export interface StoredAccountRow {
  readonly id: string;
  readonly value: unknown;
}

export class AccountStore {
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
export const accountNotFoundProblem = (noun: Message, id: string): Problem =>
  looksLikeKeySecret(id) ? new Problem('notFound', message('problem.accounts.unknownKey')) : notFoundProblem(noun, id);

const secretFormat = /^tp_[A-Za-z0-9_-]{43}$/;

export const createKeySecret = (): string => `tp_${randomBytes(32).toString('base64url')}`;

/** The SHA-256 of a secret value, in hexadecimal. */
export const digestKeySecret = (value: string): string => hash('sha256', value, 'hex');

/** Whether a text looks like a secret value, which must not appear in an error. */
export const looksLikeKeySecret = (text: string): boolean => text.includes('tp_') && text.length > 20;

/**
 * The secret value in an `Authorization` header ([Authentication 1]), if it has the right form. Godot's plug-in puts the key behind the value of a header of
 * its own settings: `Basic x, Bearer KEY`.
 */
export function readBearerSecret(authorization: string | null): string | undefined {
  const last = authorization?.slice(authorization.lastIndexOf(',') + 1) ?? '';
  const [, value] = /^\s*bearer +(\S{1,80})\s*$/i.exec(last) ?? [];
  return value !== undefined && secretFormat.test(value) ? value : undefined;
}

/** The workspace of this computer. Projects without a row of their own belong to it. */
export const localWorkspaceId = 'local';
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
export type ApiKeyRow = z.infer<typeof apiKeyRow>;
const projectAssignmentRow = z.strictObject({ workspaceId: z.string() });

export const accountRowIds = {
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

export function readProjectWorkspaceId(keyValueStore: KeyValueStore, hash: string): string {
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
export const toApiKey = ({ id, name, permissions, member: of, createdAt }: ApiKeyRow): ApiKey => ({
  id,
  name,
  permissions,
  member: of,
  createdAt,
});

const megabyte = 1024 * 1024;
/** [Limits] the limits of a standard team; a local workspace has 10 seats, all features and any number of projects. */
export const createDefaultWorkspace = (id: string): Workspace => ({
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
