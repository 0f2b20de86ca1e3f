/** What the mirror tells and is told: remotes (hosted workspaces), mirrored projects, questions, and what was sent. */
import { z } from 'zod';
import type { AnyRecord, KindName } from '../model/kinds/kinds.ts';
import type { KeyPermission } from './permissions.ts';

/** Where the key of a remote comes from. It is never told again, and never written down by ourselves. */
export const keySourceSchema = z.union([
  /** Kept by the operating system's key store. */
  z.strictObject({ key: z.string().min(1).max(1024) }),
  /** Read from this environment variable at each start. */
  z.strictObject({ variable: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable') }),
]);
export type KeySource = z.infer<typeof keySourceSchema>;

/** A hosted workspace: its address, and what our key may do there. */
export interface Remote {
  readonly name: string;
  /** The address before `/api/v1`. http only to loopback. */
  readonly url: string;
  readonly keyIn: 'store' | 'environment' | 'memory';
  readonly variable: string | null;
  /** null: not known yet. */
  readonly permissions: readonly KeyPermission[] | null;
  readonly state: 'ready' | 'offline' | 'needs a key' | 'refused';
  /** What is wrong and what to do, as a sentence; null where nothing is. */
  readonly why: string | null;
}

/** A project of a remote's list. `hash` is there, `local` is here, if it is mirrored. */
export interface RemoteProject {
  readonly hash: string;
  readonly name: string;
  readonly updatedAt: string;
  readonly local: string | null;
}

/** A project is mirrored where `sync.list` has it: then it takes only what the remote's interface has a request for (G20, G21). */
export const syncStates = ['in step', 'sending', 'receiving', 'waiting', 'paused', 'offline', 'stopped'] as const;

/** How the mirror of one project is. `state` says what it does now; open questions are beside it, since the rest goes on. */
export interface SyncStatus {
  /** The project here, and there. */
  readonly hash: string;
  readonly there: string;
  readonly name: string;
  readonly remote: string;
  /** It has been read once, so that it can be opened; its files may still be on their way. */
  readonly isHere: boolean;
  readonly state: (typeof syncStates)[number];
  /** In the user's words, with what to do where something is wrong. */
  readonly sentence: string;
  /** Changes that are here and not there yet. */
  readonly waiting: number;
  /** Seconds until they are there, by the limits of the remote; null: nothing waits, or nobody knows. */
  readonly seconds: number | null;
  readonly questions: number;
  /** Changes and files that the remote refused and that are not sent again as they are, reported or not. */
  readonly refused: number;
  /** Things to be told and not yet seen: refused, possibly overwritten, renamed. */
  readonly reports: number;
  /** ISO 8601; when it goes on by itself (waiting, offline, paused). */
  readonly until: string | null;
  /** ISO 8601; when both sides were last found equal, but for questions. */
  readonly inStepAt: string | null;
}

/** What only the user can decide, with words for the screen. Its values are those of the field; of the whole record where `field` is null. */
export interface ConflictDetails {
  readonly id: string;
  readonly hash: string;
  readonly kind: KindName;
  readonly record: string;
  /** What the record is called. */
  readonly title: string;
  /** The names of what contains it, outermost first, without the root folder; empty where it is removed here. */
  readonly location: readonly string[];
  readonly field: string | null;
  /** The language of a localized field. */
  readonly locale: string | null;
  readonly why: 'both changed' | 'gone there' | 'gone here' | 'place' | 'no room' | 'last board' | 'added?' | 'twin';
  readonly sentence: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** What each answer does, in words; null where that answer is not possible. `text`: an edited text can be given. */
  readonly choices: { readonly mine: string | null; readonly theirs: string | null; readonly text: boolean };
}

export const conflictResolutionSchema = z.union([
  z.strictObject({ choice: z.enum(['mine', 'theirs']) }),
  /** For texts: what both become. */
  z.strictObject({ text: z.string() }),
]);
export type ConflictResolution = z.infer<typeof conflictResolutionSchema>;

/** To be told once: it asks for nothing, and stays until it was seen. */
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

/** A request that changed something, or was to; newest first in a list. */
export interface SyncActivityEntry {
  readonly id: string;
  readonly hash: string;
  readonly at: string;
  readonly direction: 'sent' | 'received';
  /** What was done to what, in words. */
  readonly sentence: string;
  /** Of a request: `PATCH /…` without address and key. */
  readonly request: string | null;
  readonly result: 'done' | 'refused' | 'unknown' | 'not sent';
  readonly kind: KindName | null;
  readonly record: string | null;
}

/** A record as it was, from the journal; newest first. `record` is null where it was gone. */
export interface RecordVersion {
  readonly version: number;
  readonly at: string;
  /** Who changed it: the window, the service, the mirror …, as `Origin`; `earlier`: the step has been forgotten, `at` is until when it was so. */
  readonly origin: string;
  readonly record: AnyRecord | null;
}

/** What was removed by itself, with what fell with it (a board with all that stood on it). `record.restore` without a version brings it back. */
export interface RemovedRecord {
  /** For the next page. */
  readonly id: string;
  /** The version by which it went, when that was, and by whom (`Origin`). */
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
