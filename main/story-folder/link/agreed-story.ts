/**
 * What a project and its story folder last agreed on, and what the folder contained when it was last read. Both are the same except for conflicts, so a row
 * has the record of the folder, and the other one only where it differs. Only this class writes the rows.
 */

import { z } from 'zod';
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import { isJsonObject } from '../../../shared/json.ts';
import { equalLists } from '../../../shared/lists.ts';
import { type ChangeSet, changeBetween, jsonEquals } from '../../../shared/model/change-set.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';
import { journalKey } from '../../delivery/folder/apply-plan.ts';
import type { FileNames } from '../folder-layout.ts';

export const folderStoreName = 'story-folders';

// Records are only compared and merged, and the engine validates them before they become part of a project.
const recordSchema = z.custom<AnyRecord>((value) => isJsonObject(value) && typeof value.id === 'string' && typeof value.kind === 'string');
const rowSchema = z.strictObject({
  /** null for a record that the folder does not have. */
  record: recordSchema.nullable(),
  /** The record on which both sides agreed, where it is another one: null for none. */
  base: recordSchema.nullable().optional(),
  /** The name of its file. */
  name: z.string().optional(),
});

/** New records, by id; null for one that does not exist any more. */
type RecordUpdates = ReadonlyMap<string, AnyRecord | null>;

export interface AgreedChanges {
  readonly base?: RecordUpdates;
  readonly folder?: RecordUpdates;
  /** The names of all files. */
  readonly names?: FileNames;
  /** What the folder contains afterwards, where that is known as a whole. */
  readonly story?: Project;
}

export class AgreedStory {
  readonly #prefix: string;
  readonly base: Project;
  readonly folder: Project;
  #names: FileNames;

  constructor(store: KeyValueStore, hash: string) {
    this.#prefix = recordPrefix(hash);
    const base: AnyRecord[] = [];
    const folder: AnyRecord[] = [];
    const names = new Map<string, string>();
    for (const { id, value } of store.list(this.#prefix)) {
      const { data: row } = rowSchema.safeParse(value);
      // A row that cannot be read is one on which both sides do not agree: the record is compared without a base.
      if (!row) continue;
      if (row.record) folder.push(row.record);
      const agreed = row.base === undefined ? row.record : row.base;
      if (agreed) base.push(agreed);
      if (row.name !== undefined) names.set(id.slice(this.#prefix.length), row.name);
    }
    this.base = new Project(base);
    this.folder = equalLists(base, folder) ? this.base.clone() : new Project(folder);
    this.#names = names;
  }

  /** The names of the files of records, and those of comments by their keys. */
  get names(): FileNames {
    return this.#names;
  }

  /** The rows for the transaction that makes the change; `apply` must follow it. */
  rowsOf({ base = new Map(), folder = new Map(), names = this.#names }: AgreedChanges): KeyValueWrites {
    const put: { id: string; value: unknown }[] = [];
    const remove: string[] = [];
    const renamed = names === this.#names ? [] : [...names].filter(([id, name]) => this.#names.get(id) !== name).map(([id]) => id);
    const forgotten = names === this.#names ? [] : [...this.#names.keys()].filter((id) => !names.has(id));
    for (const id of new Set([...base.keys(), ...folder.keys(), ...renamed, ...forgotten])) {
      const record = updated(folder, id, this.folder);
      const agreed = updated(base, id, this.base);
      const name = names.get(id);
      if (!record && !agreed && name === undefined) remove.push(this.#prefix + id);
      else
        put.push({
          id: this.#prefix + id,
          value: { record, ...(!jsonEquals(record, agreed) && { base: agreed }), ...(name !== undefined && { name }) },
        });
    }
    return { store: folderStoreName, put, remove };
  }

  apply({ base, folder, names, story }: AgreedChanges): void {
    const changes = changesOf(this.base, base);
    const isFirst = this.base.size + this.folder.size === 0 && base && folder && isSameUpdate(base, folder);
    if (isFirst && story?.size === folder.size) {
      // After the first read or write, both are the same, and a clone takes a fraction of the time.
      this.base.adopt(story.clone(), changes);
      this.folder.adopt(story.clone(), changes);
    } else {
      this.base.apply(changes);
      this.folder.apply(changesOf(this.folder, folder));
    }
    if (names) this.#names = names;
  }
}

const recordPrefix = (hash: string): string => `record/${hash}/`;

/** The ids of all rows of an agreement: its records, the files as they were last read or written, and a write that was cut short. Without `hash`, of all links. */
export function agreementRowIds(store: KeyValueStore, hash?: string): string[] {
  const prefixes = hash === undefined ? ['record/', 'manifest/', 'journal/'] : [recordPrefix(hash), `manifest/${hash}/`, journalKey(hash)];
  const ids: string[] = [];
  // Only one page of records is in memory at a time.
  for (const prefix of prefixes) for (const page of store.listInPages(prefix)) for (const { id } of page) ids.push(id);
  return ids;
}

function updated(updates: RecordUpdates, id: string, project: Project): AnyRecord | null {
  const update = updates.get(id);
  return update === undefined ? (project.get(id) ?? null) : update;
}

const changesOf = (project: Project, updates: RecordUpdates = new Map()): ChangeSet =>
  [...updates].flatMap(([id, record]) => changeBetween(project.get(id), record ?? undefined) ?? []);

const isSameUpdate = (one: RecordUpdates, two: RecordUpdates): boolean =>
  one.size === two.size && [...one].every(([id, record]) => two.get(id) === record);

/** What turns one tree into another. Records that are equal stay the same object. */
export function updatesBetween(from: Project, to: Project): RecordUpdates {
  const updates = new Map<string, AnyRecord | null>();
  for (const record of to.records()) if (!jsonEquals(from.get(record.id), record)) updates.set(record.id, record);
  for (const { id } of from.records()) if (!to.has(id)) updates.set(id, null);
  return updates;
}
