/** The types that cross the boundary of sync: remotes (hosted workspaces), synced projects, conflicts, reports and activity. */

import { z } from 'zod';
import { type Message, message } from '../messages/message.ts';
import { schemaError } from '../messages/schema-error.ts';
import type { AnyRecord, KindName } from '../model/kinds/kinds.ts';
import type { LocalOnlyReason } from './local-only-changes.ts';
import type { KeyPermission } from './permissions.ts';
import type { SyncStateName } from './sync-states.ts';

/** Where the key of a remote comes from. A key is never returned by a call, and never stored outside the system's key store. */
export const keySourceSchema = z.union([
  /** Kept as `KeyStorage` says. */
  z.strictObject({ key: z.string().min(1).max(1024) }),
  /** Read from this environment variable at each start. */
  z.strictObject({ variable: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, schemaError(message('fault.environmentVariable'))) }),
]);
export type KeySource = z.infer<typeof keySourceSchema>;

/** Where a typed key is kept: in the system's key store, or until the program ends, where there is none that can be used. */
export type KeyStorage = 'store' | 'memory';

/** A hosted workspace: its address, and the permissions of our key. */
export interface Remote {
  readonly name: string;
  /** The address before `/api/v1`. http only to loopback. */
  readonly url: string;
  readonly keyIn: KeyStorage | 'environment';
  readonly variable: string | null;
  /** null: not known yet. */
  readonly permissions: readonly KeyPermission[] | null;
  readonly state: 'ready' | 'offline' | 'needsKey' | 'keyRejected';
  /** Whether the workspace has accepted the key in this process. */
  readonly isVerified: boolean;
  /** What is wrong and what to do; null when nothing is wrong. */
  readonly message: Message | null;
}

/** A project in a remote's list. `hash` is the remote's; `local` is the hash of the synced project on this computer, if there is one. */
export interface RemoteProject {
  readonly hash: string;
  readonly name: string;
  /** null: the list does not contain it. */
  readonly updatedAt: string | null;
  readonly localHash: string | null;
  /** The hash of a local project that was one with it before and is not synced now; null: none. */
  readonly joinableHash: string | null;
}

/** The transfer of files in one direction: those of this run that are done, and all of them. */
export interface SyncTransfer {
  readonly direction: 'up' | 'down';
  readonly doneFiles: number;
  readonly files: number;
  readonly doneBytes: number;
  /** null: the size of a file is unknown. */
  readonly bytes: number | null;
}

/**
 * The sync of one project. `state` is what it does now; open conflicts are counted separately, because everything else continues. A project is synced if
 * `sync.list` contains it. It then accepts only what the remote's interface has a request for (G20, G21).
 */
export interface SyncStatus {
  /** The hash on this computer, and the remote's. */
  readonly hash: string;
  readonly remoteHash: string;
  readonly name: string;
  readonly remote: string;
  /** The project has been read once and can be opened; its files may still be transferred. */
  readonly isDownloaded: boolean;
  readonly state: SyncStateName;
  /** It is stopped because the key of the workspace is missing or was rejected. */
  readonly isKeyNeeded?: true;
  /** The status as a sentence, with what to do where something is wrong. */
  readonly message: Message;
  /** Local changes that the remote does not have yet. */
  readonly pending: number;
  /** Estimated seconds until the remote has them, within its limits; null: nothing waits, or unknown. */
  readonly seconds: number | null;
  /** Files on their way; null: none. */
  readonly transfer: SyncTransfer | null;
  readonly conflicts: number;
  /** (G30) Texts that are kept here, because no request can carry their formatting. */
  readonly held: number;
  /** Changes and files that the remote rejected and that are not sent again as they are, whether they were reported or not. */
  readonly rejected: number;
  /** Unseen reports: rejected, possibly overwritten, renamed. */
  readonly reports: number;
  /** ISO 8601; when sync continues by itself (waiting, offline, paused). */
  readonly until: string | null;
  /** ISO 8601; when both sides were last found equal, apart from conflicts. */
  readonly lastSyncedAt: string | null;
}

/** Why only the user can resolve a conflict. */
export type ConflictReason =
  /** Both sides changed the same field path. */
  | 'bothChanged'
  /** The remote removed a record that was changed or newly used locally. */
  | 'deletedRemotely'
  /** A record was removed locally that the remote changed or newly used. */
  | 'deletedLocally'
  /** Both sides moved it to different places, or the two moves form a cycle: the remote position is used until the conflict is resolved. */
  | 'movedDifferently'
  /** The local record cannot exist beside a remote one (the name is taken, say): it was removed with all that depends on it; `local` contains these records. */
  | 'displaced'
  /** It was removed locally and the remote removed the other boards: it is restored, since a project has at least one board. */
  | 'lastBoard'
  /** The response to its create was lost, and nothing shows whether the remote applied it: it is not sent again before the user decides. */
  | 'unconfirmedCreate'
  /** It has the content of a local record (`local` is its id) whose create was sent more than once: the user decides whether to remove it. */
  | 'duplicateCreate'
  /** (I32) A read lacks most of the project or contradicts itself: it is not applied, and nothing is sent, until the user decides. `local`: the number of missing records. */
  | 'disappeared';

/** A record in words, which can be shown even if the record was removed. */
interface DescribedRecord {
  /** The hash of its project. */
  readonly hash: string;
  readonly kind: KindName;
  readonly record: string;
  readonly title: string;
  /** The names of what contains it, outermost first, without the root folder; empty if it is removed locally. */
  readonly location: readonly string[];
}

/** A conflict that only the user can resolve, without its values, which may be long texts. */
export interface Conflict extends DescribedRecord {
  readonly id: string;
  /** null: the whole record. */
  readonly field: string | null;
  /** The language of a localized field. */
  readonly locale: string | null;
  readonly reason: ConflictReason;
  /** The name of the workspace, or the story folder in words. */
  readonly otherSide: string | Message;
  /** The user chose to wait: it is listed, but needs no decision. */
  readonly isPostponed: boolean;
  /** Differs as soon as one of the three values does. An answer that names it decides only about these values. */
  readonly mark: string;
  readonly message: Message;
  /**
   * What each resolution does; null if it is not possible. `text`: an edited text is accepted. `undoable`: what can be undone afterwards, *Theirs* as a step of
   * the user, and *Mine* by writing the text of the other side.
   */
  readonly choices: {
    readonly local: Message | null;
    readonly remote: Message | null;
    readonly text: boolean;
    readonly undoable: { readonly local: boolean; readonly remote: boolean };
  };
}

/** The values are those of the field, or of the whole record where `field` is null. Of `movedDifferently`, each is a list, a parent, and the previous sibling there. */
export interface ConflictValues {
  readonly base: unknown;
  readonly local: unknown;
  readonly remote: unknown;
}

export interface ConflictDetails extends Conflict, ConflictValues {
  /** The values in words. */
  readonly summaries: Readonly<Record<keyof ConflictValues, Message>>;
  /** The text with the changes of both sides, as a proposal; null where they overlap, and for other values. */
  readonly merged: string | null;
}

export const conflictResolutionSchema = z.union([
  z.strictObject({ choice: z.enum(['local', 'remote']) }),
  /** Only for texts: replaces the text on both sides. */
  z.strictObject({ text: z.string() }),
]);
export type ConflictResolution = z.infer<typeof conflictResolutionSchema>;

/**
 * `isUndoable`: it was made as one step of the user, and undoing that takes back all of it. `changedIds`: those that stay open because their values are no longer
 * those whose mark the answer names.
 */
export interface ResolutionResult {
  readonly isUndoable: boolean;
  readonly changedIds: readonly string[];
}

/** (I28) A change that the remote does not have: it is lost when the local copy is removed, and never sent when sync ends. */
export interface LocalOnlyChange extends DescribedRecord {
  readonly reason: LocalOnlyReason;
  readonly change: 'created' | 'changed' | 'moved' | 'deleted' | 'disappeared';
  /** The record and what happened to it, as a sentence. */
  readonly message: Message;
}

/** (G30) A text that is kept on this computer because no request can carry its formatting: the remote keeps another text. */
export interface HeldChange extends DescribedRecord {
  /** Unique within the project. */
  readonly id: string;
  readonly field: string;
  /** The language of a localized field. */
  readonly locale: string | null;
  /** What the remote's interface does not accept, as a sentence. */
  readonly reason: Message;
  readonly local: string;
  /** null: the remote has no text there. */
  readonly remote: string | null;
  /** The local text as it can be sent: all words, without that formatting. */
  readonly simplified: string;
}

/** Information that needs no decision. */
export interface SyncReport {
  readonly id: string;
  readonly hash: string;
  readonly at: string;
  readonly reason: 'rejected' | 'overwritten' | 'renamed' | 'invalid';
  readonly kind: KindName | null;
  readonly record: string | null;
  readonly title: string;
  /** The names of what contains the record, outermost first, without the root folder. */
  readonly location: readonly string[];
  readonly message: Message;
  /** The user has marked it as seen. */
  readonly isSeen: boolean;
  readonly localValue: unknown;
  readonly remoteValue: unknown;
  /** The affected fields. `base`: before the local change; `remote`: null if it is not known. */
  readonly values: readonly {
    readonly field: string;
    readonly locale: string | null;
    readonly base: unknown;
    readonly local: unknown;
    readonly remote: unknown;
  }[];
  /** The possibly overwritten values can be restored: `sync.restoreOverwritten`. */
  readonly canRestore: boolean;
}

/** A request that changed something or was meant to; lists are newest first. */
export interface SyncActivityEntry {
  readonly id: string;
  readonly hash: string;
  readonly at: string;
  readonly direction: 'sent' | 'received';
  /** The action and its record. */
  readonly message: Message;
  /** For a request: `PATCH /…` without address and key. */
  readonly request: string | null;
  readonly result: 'done' | 'rejected' | 'unconfirmed' | 'notSent';
  readonly kind: KindName | null;
  readonly record: string | null;
}

/** An earlier version of a record, from the journal; newest first. `record` is null if it was removed. */
export interface RecordVersion {
  readonly version: number;
  readonly at: string;
  /** Who changed it, as `CommandOrigin`; `earlier`: the journal no longer contains the step, and `at` is when the next version replaced this one. */
  readonly origin: string;
  readonly record: AnyRecord | null;
}

/** A record that was removed, with everything removed along with it (a board with its items). `record.restore` without a version restores it. */
export interface RemovedRecord {
  /** `record.removed` takes it as `before`. */
  readonly id: string;
  /** The version that removed it, its time, and who did it (`CommandOrigin`). */
  readonly version: number;
  readonly at: string;
  readonly origin: string;
  /** The record in its last version. */
  readonly record: AnyRecord;
  /** Records deleted with it and not yet restored. */
  readonly cascadedCount: number;
}

/** Newest first. `nextCursor` is the `before` of the next page; null on the last one. */
export interface RemovedRecordsPage {
  readonly records: readonly RemovedRecord[];
  readonly nextCursor: string | null;
}
