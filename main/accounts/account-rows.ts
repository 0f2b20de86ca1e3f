/** The rows of the key-value store `accounts`: workspaces, members, keys, and the workspace of each project. */

import { z } from 'zod';
import { type ApiKey, type Member, memberSchema, type Workspace, workspaceSchema } from '../../shared/contracts/accounts.ts';
import { defaultWorkspaceName } from '../../shared/contracts/default-account-names.ts';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import { keyPermissions } from '../../shared/contracts/permissions.ts';
import { restExportFormats } from '../../shared/contracts/rest/export-formats.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

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

export interface AccountRows {
  readonly workspaces: ReadonlyMap<string, Workspace>;
  readonly members: ReadonlyMap<number, Member>;
  readonly keys: ReadonlyMap<string, ApiKeyRow>;
  readonly keysByDigest: ReadonlyMap<string, ApiKeyRow>;
  readonly lastMemberId: number;
}

/** All rows, parsed; keys and members in the order of their creation. */
export function readAccountRows(keyValueStore: KeyValueStore): AccountRows {
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
