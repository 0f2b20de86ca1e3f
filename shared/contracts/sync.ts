/** What crosses the boundary of sync: remotes (hosted workspaces), synced projects, conflicts, reports and activity. */
import { z } from 'zod';
import type { AnyRecord, KindName } from '../model/kinds/kinds.ts';
import type { KeyPermission } from './permissions.ts';

/** Where the key of a remote comes from. A key is never returned by a call, and never stored outside the system's key store. */
export const keySourceSchema = z.union([
  /** Kept by the operating system's key store. */
  z.strictObject({ key: z.string().min(1).max(1024) }),
  /** Read from this environment variable at each start. */
  z.strictObject({ variable: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable') }),
]);
export type KeySource = z.infer<typeof keySourceSchema>;

/** A hosted workspace: its address, and the permissions of our key. */
export interface Remote {
  readonly name: string;
  /** The address before `/api/v1`. http only to loopback. */
  readonly url: string;
  readonly keyIn: 'store' | 'environment' | 'memory';
  readonly variable: string | null;
  /** null: not known yet. */
  readonly permissions: readonly KeyPermission[] | null;
  readonly state: 'ready' | 'offline' | 'needs a key' | 'refused';
  /** What is wrong and what to do; null when nothing is wrong. */
  readonly why: string | null;
}

/** A project in a remote's list. `hash` is the remote's; `local` is the hash of the synced project on this computer, if there is one. */
export interface RemoteProject {
  readonly hash: string;
  readonly name: string;
  readonly updatedAt: string;
  readonly local: string | null;
}

/** A project is synced if `sync.list` contains it. It then accepts only what the remote's interface has a request for (G20, G21). */
export const syncStates = ['in step', 'sending', 'receiving', 'waiting', 'paused', 'offline', 'stopped'] as const;

/** The sync of one project. `state` is what it does now; open conflicts are counted separately, because everything else continues. */
export interface SyncStatus {
  /** The hash on this computer, and the remote's. */
  readonly hash: string;
  readonly there: string;
  readonly name: string;
  readonly remote: string;
  /** The project has been read once and can be opened; its files may still be transferred. */
  readonly isHere: boolean;
  readonly state: (typeof syncStates)[number];
  /** For people, with what to do where something is wrong. */
  readonly sentence: string;
  /** Local changes that the remote does not have yet. */
  readonly waiting: number;
  /** Estimated seconds until the remote has them, within its limits; null: nothing waits, or unknown. */
  readonly seconds: number | null;
  readonly questions: number;
  /** Changes and files that the remote rejected and that are not sent again as they are, whether they were reported or not. */
  readonly refused: number;
  /** Unseen reports: rejected, possibly overwritten, renamed. */
  readonly reports: number;
  /** ISO 8601; when sync continues by itself (waiting, offline, paused). */
  readonly until: string | null;
  /** ISO 8601; when both sides were last found equal, apart from conflicts. */
  readonly inStepAt: string | null;
}

/** A conflict that only the user can resolve. The values are those of the field, or of the whole record where `field` is null. */
export interface ConflictDetails {
  readonly id: string;
  readonly hash: string;
  readonly kind: KindName;
  readonly record: string;
  /** What the record is called. */
  readonly title: string;
  /** The names of what contains it, outermost first, without the root folder; empty where it is removed locally. */
  readonly location: readonly string[];
  readonly field: string | null;
  /** The language of a localized field. */
  readonly locale: string | null;
  readonly why: 'both changed' | 'gone there' | 'gone here' | 'place' | 'no room' | 'last board' | 'added?' | 'twin';
  readonly sentence: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** What each resolution does, for people; null where it is not possible. `text`: an edited text is accepted. */
  readonly choices: { readonly mine: string | null; readonly theirs: string | null; readonly text: boolean };
}

export const conflictResolutionSchema = z.union([
  z.strictObject({ choice: z.enum(['mine', 'theirs']) }),
  /** For texts: the text of both sides from now on. */
  z.strictObject({ text: z.string() }),
]);
export type ConflictResolution = z.infer<typeof conflictResolutionSchema>;

/** Information that needs no decision. It is listed until it was seen. */
export interface SyncReport {
  readonly id: string;
  readonly hash: string;
  readonly at: string;
  readonly reason: 'refused' | 'overtaken' | 'renamed' | 'cannot take in';
  readonly kind: KindName | null;
  readonly record: string | null;
  readonly title: string;
  readonly message: string;
  readonly localValue: unknown;
  readonly remoteValue: unknown;
}

/** A request that changed something or was meant to; lists are newest first. */
export interface SyncActivityEntry {
  readonly id: string;
  readonly hash: string;
  readonly at: string;
  readonly direction: 'sent' | 'received';
  /** What was done to which record, for people. */
  readonly sentence: string;
  /** Of a request: `PATCH /…` without address and key. */
  readonly request: string | null;
  readonly result: 'done' | 'refused' | 'unknown' | 'not sent';
  readonly kind: KindName | null;
  readonly record: string | null;
}

/** An earlier version of a record, from the journal; newest first. `record` is null where it was removed. */
export interface RecordVersion {
  readonly version: number;
  readonly at: string;
  /** Who changed it, as `CommandOrigin`; `earlier`: the journal no longer contains the step, and `at` is until when this version lasted. */
  readonly origin: string;
  readonly record: AnyRecord | null;
}

/** A record that was removed, with everything removed along with it (a board with its items). `record.restore` without a version restores it. */
export interface RemovedRecord {
  /** For the next page. */
  readonly id: string;
  /** The version that removed it, its time, and who did it (`CommandOrigin`). */
  readonly version: number;
  readonly at: string;
  readonly origin: string;
  /** As it was last. */
  readonly record: AnyRecord;
  /** How many other records fell with it and are not back. */
  readonly cascadedCount: number;
}

/** Newest first. `before` asks for the next page; null: there is none. */
export interface RemovedRecordsPage {
  readonly records: readonly RemovedRecord[];
  readonly nextCursor: string | null;
}
