/**
 * What a decoder does where a file is incomplete, contradicts itself, or refers to what it does not contain. Everything that decoders of files, of remote
 * projects and of game folders do differently is a member here.
 */
import type { JsonObject } from '../../shared/json.ts';
import type { AnyRecord, KindName } from '../../shared/model/kinds/kinds.ts';
import type { Project } from '../../shared/model/project.ts';
import type { StoryFault } from './story-fault.ts';

/** What a decoder fills in or leaves out without a fault, in the order in which it is reported. */
export const decodeNotes = [
  'noBoardRoot',
  'noComponentRoot',
  'noVariableRoot',
  'unlistedBoard',
  'unlistedComponent',
  'unlistedOutput',
  'unnamedBoard',
  'unnamedProject',
  'owner',
  'otherOwner',
  'oldAttribute',
  'coverPath',
  'variableFolder',
  'condition',
  'componentId',
  'boardId',
  'boardVariable',
  'componentVariable',
  'elementVariable',
  'customId',
  'laidOut',
  'placed',
  'shrunk',
  'moved',
  'assets',
  'assetsNotFound',
  'covers',
  'sounds',
  'assetLists',
  'threads',
  'otherTexts',
] as const;
export type DecodeNote = (typeof decodeNotes)[number];

/** Where a reader of files reports faults, by path in the file. */
export interface FaultReporter {
  /** Adds a value that is invalid itself. */
  addInvalidValue(path: string, fault: StoryFault): void;
  /** Adds values that contradict each other. */
  addInconsistency(path: string, fault: StoryFault): void;
}

export interface DecodePolicy extends FaultReporter {
  /**
   * `strict` reports everything that is wrong; `repairing` leaves out references to missing records; `againstBase` rejects nothing: it
   * completes what files leave out from the base, ignores what contradicts itself, and keeps invalid values, which the merge rejects one record at a
   * time (I20).
   */
  readonly type: 'strict' | 'repairing' | 'againstBase';
  /** The state to which both sides last agreed; null without one, and for policies other than `againstBase`. */
  readonly base: Project | null;
  /** The stylesheet, which files do not contain. */
  readonly css: string;
  /** Comment threads as a list, if they are not in the file. */
  readonly commentThreads: readonly JsonObject[] | null;

  /** [G27] reports a reference to something that the file does not contain. */
  reportMissing(path: string, fault: StoryFault): void;
  /** (I32) adds an id in a list that no collection contains. */
  addDanglingId(id: string): void;
  note(note: DecodeNote, times?: number): void;
  /** [G32] adds an unknown key that is left out. */
  noteIgnoredKey(path: string): void;

  /** Checks long texts in an entry before it is decoded, in steps between which the caller may pause. */
  prepareTexts(...raw: readonly unknown[]): Generator<void>;
  /** The rich text in canonical form; the text itself if it has none, which is a fault. */
  canonicalText(html: string, path: string): string;
  /** The script of a condition in canonical form; null if it is empty or has none. */
  canonicalScript(script: string, path: string): string | null;
  projectName(name: unknown): unknown;
  /** The root of a tree that is not an entry of the file, with its children if they are known. */
  missingRoot(collection: 'boards' | 'components' | 'assets' | 'variables'): { readonly id: string; readonly children?: readonly string[] };
  /** A new id, for a record that the file does not contain. */
  newId(): string;
  /** A custom id made of the name; null if none is to be made. */
  allocateCustomId(name: string): string | null;
  /** The ranks of a whole list of a parent, in its order. */
  ranksOf(kind: KindName, list: string, parent: string | null, ids: readonly string[]): readonly string[];
  /** The ids of the components or sounds of an element, by their entries. */
  attachmentIds(kind: 'componentAttachment' | 'audioAttachment', elementId: string, entries: readonly AttachmentEntry[]): readonly string[];
  /** The ids of the entries of a list in an attribute, which files contain without one. */
  listEntryIds(attributeId: string, field: 'component' | 'asset', targets: readonly string[]): readonly string[];
  /** The type of an asset; undefined if the story will not contain the asset. `otherwise` is a type that the reference names. */
  assetTypeOf(id: string, otherwise?: unknown): string | undefined;
  /** [G32] the asset that a path in a file of 2020 refers to. */
  findAssetByPath(path: string): string | undefined;
  /** What is known of the stored file of an asset; undefined for folders. */
  storedFileOf(id: string): StoredFileFacts | undefined;
  /** Checks a decoded record, or replaces it by an equal one of the base. */
  complete(record: AnyRecord, fields: JsonObject): AnyRecord;
}

/** The name of an asset and the facts that each side finds in the bytes it has. */
type StoredFileFacts = {
  readonly [F in 'name' | 'file' | 'size' | 'bytes' | 'mime' | 'width' | 'height' | 'duration']?: string | number | null;
};

/** A component or a sound of an element, as its list contains it: an id, or an object with an id of its own. */
export interface AttachmentEntry {
  readonly entry: unknown;
  /** The id of the component or asset. */
  readonly target: string;
}
