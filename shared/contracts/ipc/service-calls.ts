/** Calls about the REST service of this computer: its workspaces, members and API keys. */

import { z } from 'zod';
import { type ApiKey, type Member, memberSchema, type Workspace, workspaceSchema } from '../accounts.ts';
import { keyPermissions } from '../permissions.ts';
import { defineCall, noInput } from './define-call.ts';
import type { RestServiceStatus } from './results.ts';

const portNumberSchema = z.int().min(0).max(65535);
/** Port 0 selects a free port. Without `host`, only programs on this computer can connect. */
const serviceOptionsSchema = z.strictObject({
  port: portNumberSchema.optional(),
  uploadFlow: z.enum(['two-step', 'single']).optional(),
  host: z.string().min(1).optional(),
});

export const serviceCalls = {
  /** The REST service. `service.start` listens until `service.stop` or the end of the client; `service.set` changes the settings. */
  'service.state': defineCall(noInput).returns<RestServiceStatus>(),
  'service.start': defineCall(serviceOptionsSchema).returns<{ id: string; url: string }>(),
  'service.stop': defineCall(z.strictObject({ id: z.string() })).returns<null>(),
  'service.set': defineCall(z.strictObject({ on: z.boolean(), port: portNumberSchema.optional() })).returns<RestServiceStatus>(),
  'workspace.show': defineCall(noInput).returns<Workspace>(),
  /** Workspaces other than that of this computer are for tests: each has its own projects, members, keys and rate limits. */
  'workspace.list': defineCall(noInput).returns<Workspace[]>(),
  'workspace.create': defineCall(workspaceSchema.omit({ id: true }).partial()).returns<Workspace>(),
  'workspace.set': defineCall(workspaceSchema.omit({ id: true }).partial()).returns<Workspace>(),
  /** The members of this computer's workspace, or of the named one. */
  'member.list': defineCall(z.strictObject({ workspace: z.string().optional() })).returns<Member[]>(),
  'member.add': defineCall(memberSchema.omit({ id: true, workspaceId: true }).partial().required({ name: true })).returns<Member>(),
  'member.change': defineCall(
    z.strictObject({ id: z.int(), fields: memberSchema.omit({ id: true, workspaceId: true }).partial() }),
  ).returns<Member>(),
  'member.remove': defineCall(z.strictObject({ id: z.int() })).returns<null>(),
  /** The keys of this computer's workspace, or of the named one. */
  'apiKey.list': defineCall(z.strictObject({ workspace: z.string().optional() })).returns<ApiKey[]>(),
  /** The only result that contains the value of a key. Without permissions, the key can read ([Authentication 3]); without a member, it belongs to the owner. */
  'apiKey.create': defineCall(
    z.strictObject({
      name: z.string().min(1).max(255),
      permissions: z.array(z.enum(keyPermissions)).min(1).optional(),
      member: z.int().optional(),
      /** By default the workspace of the member, or that of this computer. */
      workspace: z.string().optional(),
    }),
  ).returns<ApiKey & { key: string }>(),
  'apiKey.change': defineCall(
    z.strictObject({
      id: z.string(),
      name: z.string().min(1).max(255).optional(),
      permissions: z.array(z.enum(keyPermissions)).min(1).optional(),
    }),
  ).returns<ApiKey>(),
  'apiKey.revoke': defineCall(z.strictObject({ id: z.string() })).returns<null>(),
};
