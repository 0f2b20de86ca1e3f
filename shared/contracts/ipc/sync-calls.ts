/** Calls about remotes, sync and its conflicts. */

import { z } from 'zod';
import { message } from '../../messages/message.ts';
import { schemaError } from '../../messages/schema-error.ts';
import type { CommandResult } from '../../model/commands.ts';
import {
  type Conflict,
  type ConflictDetails,
  conflictResolutionSchema,
  type HeldChange,
  type KeyStorage,
  keySourceSchema,
  type LocalOnlyChange,
  type Remote,
  type RemoteProject,
  type ResolutionResult,
  type SyncActivityEntry,
  type SyncReport,
  type SyncStatus,
} from '../sync.ts';
import { defineCall, hashSchema, noInput } from './define-call.ts';

const remoteNameSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[^/\\]*$/, schemaError(message('fault.noSlashes')));

export const syncCalls = {
  'remote.list': defineCall(noInput).returns<Remote[]>(),
  /** Connects at once: an address that does not respond, or a key that is rejected, is a Problem, and nothing is stored. */
  'remote.add': defineCall(
    z.strictObject({ name: remoteNameSchema, url: z.string().min(1).max(2048), key: keySourceSchema }),
  ).returns<Remote>(),
  'remote.change': defineCall(
    z.strictObject({ name: z.string(), url: z.string().min(1).max(2048).optional(), key: keySourceSchema.optional() }),
  ).returns<Remote>(),
  /**
   * Removes a remote. Its projects stay on this computer and are no longer synced. `discard` removes it even if it does not have all of
   * their changes (I28).
   */
  'remote.remove': defineCall(z.strictObject({ name: z.string(), discard: z.boolean().optional() })).returns<null>(),
  /** Where a key would be kept that is typed now. */
  'remote.keyStorage': defineCall(noInput).returns<KeyStorage>(),
  'remote.projects': defineCall(z.strictObject({ name: z.string() })).returns<RemoteProject[]>(),
  'sync.list': defineCall(noInput).returns<SyncStatus[]>(),
  /**
   * Syncs a project of the remote; `hash` is the remote's. Returns when the project was read or has to wait. `later` returns at once, and the project is
   * read in its turn; `open` reads it first, because the user is opening it. Without one of the two, a project that is already synced is rejected.
   */
  'sync.add': defineCall(
    z.strictObject({ remote: z.string(), hash: hashSchema, open: z.boolean().optional(), later: z.boolean().optional() }),
  ).returns<SyncStatus>(),
  /** Creates a local project on the remote, and syncs it from then on. */
  /** Joins a local project and a remote one that were one before: `hash` is the remote's, `local` the local one's. */
  'sync.join': defineCall(z.strictObject({ remote: z.string(), hash: z.string(), local: hashSchema })).returns<SyncStatus>(),
  'sync.upload': defineCall(z.strictObject({ remote: z.string(), hash: hashSchema })).returns<SyncStatus>(),
  /** (I28) Everything that exists only on this computer: of a project, of all projects of a remote, or of all synced projects. */
  'sync.localOnly': defineCall(z.strictObject({ hash: hashSchema.optional(), remote: z.string().optional() })).returns<LocalOnlyChange[]>(),
  /**
   * With `keep`, the local copy remains as an ordinary project. `discard` stops sync even if the remote does not have all local changes
   * (I28).
   */
  'sync.stop': defineCall(
    z.strictObject({ hash: hashSchema, keep: z.boolean().optional(), discard: z.boolean().optional() }),
  ).returns<null>(),
  /** Syncs now, until nothing can be read or sent at the moment. */
  'sync.run': defineCall(z.strictObject({ hash: hashSchema.optional(), job: z.string().optional() })).returns<SyncStatus[]>(),
  /** Pauses sync of all projects or of one: until a time (ISO 8601), or until it is resumed (null). `now` resumes it. */
  'sync.pause': defineCall(
    z.strictObject({ hash: hashSchema.optional(), until: z.union([z.literal('now'), z.iso.datetime(), z.null()]) }),
  ).returns<SyncStatus[]>(),
  /** (G30) The texts that are not sent, and why. */
  'sync.held': defineCall(z.strictObject({ hash: hashSchema })).returns<HeldChange[]>(),
  /** (G30) Replaces held texts by their simplified form, which can be sent; one undo step. `ids`: of HeldChange. */
  'sync.sendSimplified': defineCall(z.strictObject({ hash: hashSchema, ids: z.array(z.string()).min(1) })).returns<CommandResult>(),
  /** The newest entries, or those before the given one. */
  'sync.activity': defineCall(z.strictObject({ hash: hashSchema.optional(), before: z.string().optional() })).returns<
    SyncActivityEntry[]
  >(),
  /** The reports, oldest first: only those that the user has not seen, or all. */
  'sync.reports': defineCall(z.strictObject({ hash: hashSchema.optional(), which: z.enum(['unseen', 'all']).optional() })).returns<
    SyncReport[]
  >(),
  'sync.markReportsSeen': defineCall(z.strictObject({ ids: z.array(z.string()).min(1) })).returns<null>(),
  /** Restores the values that a local change has possibly overwritten, and marks the report as seen. `id`: of a SyncReport. */
  'sync.restoreOverwritten': defineCall(z.strictObject({ id: z.string() })).returns<CommandResult>(),
  'conflict.list': defineCall(z.strictObject({ hash: hashSchema.optional() })).returns<Conflict[]>(),
  /** `ids`: of Conflict. Without those that are resolved by now. */
  'conflict.read': defineCall(z.strictObject({ hash: hashSchema, ids: z.array(z.string()).min(1) })).returns<ConflictDetails[]>(),
  /**
   * Each resolution that changes the project is one undo step. `marks`: those of the conflicts that were shown, by id. A conflict whose mark differs by now stays
   * open; if that is true of all, the call fails with `conflict`.
   */
  'conflict.resolve': defineCall(
    z.strictObject({
      ids: z.array(z.string()).min(1),
      resolution: conflictResolutionSchema,
      marks: z.record(z.string(), z.string()).optional(),
    }),
  ).returns<ResolutionResult>(),
};
