/**
 * The state of one import: the file, its errors and notes, the position of each record in its tree, and the records made so far.
 * The readers, one for each collection, use it in turn; a later one may rely on what an earlier one has left out.
 */

import { formatSchemaIssue } from '../../shared/contracts/schema-issues.ts';
import type { StoredFile } from '../../shared/contracts/stored-file.ts';
import type { Environment } from '../../shared/environment.ts';
import { getRecordSchema } from '../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind, type KindName } from '../../shared/model/kinds/kinds.ts';
import { ranksBetween } from '../../shared/model/rank.ts';
import { ImportErrors } from './import-errors.ts';
import { ImportNotes } from './import-notes.ts';
import { type Collection, isRawObject, type RawObject, StoryFile } from './story-file.ts';
import { type ProgressOptions, YieldingProgress } from './yielding-progress.ts';

export interface ImportOptions extends ProgressOptions {
  readonly world: Environment;
  /** Used as given; without it the file's own name counts. */
  readonly name?: string | undefined;
  /** [G27] Leaves out references to nothing instead of refusing the file. */
  readonly repair?: boolean | undefined;
  /** [G29] The files of assets that were found beside the story, by asset. Without it no asset is taken in. */
  readonly files?: ReadonlyMap<string, StoredFile> | undefined;
}

/** Where something stands: in which list of whom, at which rank. */
export interface Placement {
  readonly parent: string;
  readonly rank: string;
  readonly path: string;
}

export interface ListedId {
  readonly id: string;
  readonly path: string;
}

export class ImportSession {
  readonly file: StoryFile;
  readonly #world: Environment;
  readonly errors = new ImportErrors();
  readonly notes = new ImportNotes();
  readonly records: AnyRecord[] = [];
  readonly progress: YieldingProgress;
  readonly options: ImportOptions;
  /** The languages of the story; the main one is where plain strings go. */
  languages: ReadonlySet<string> = new Set(['en']);
  mainLocale = 'en';
  /** The folders of boards and of components, their roots among them. */
  readonly folders = new Set<string>();
  /** The assets that are taken in, with their types. */
  readonly assetTypes = new Map<string, string>();
  readonly #givenIds = new Set<string>();
  readonly #places = new Map<string, Placement>();
  readonly #unique = new Map<string, string>();

  constructor(json: unknown, options: ImportOptions) {
    this.options = options;
    this.#world = options.world;
    this.file = new StoryFile(json, this.errors);
    this.progress = new YieldingProgress(options);
  }

  /** A new id, and none that the file has. */
  newId(): string {
    let id = this.#world.newId();
    while (this.file.collectionOf(id) || this.#givenIds.has(id)) id = this.#world.newId();
    return id;
  }

  /** The id that was wished for, when nothing has it; else a new one. */
  claimId(wished: string | undefined): string {
    const id = wished === undefined || this.file.collectionOf(wished) || this.#givenIds.has(wished) ? this.newId() : wished;
    this.#givenIds.add(id);
    return id;
  }

  /** The ids in a list of the file, null and missing ones being empty. */
  readIdList(raw: RawObject, field: string, path: string): ListedId[] {
    const value = raw[field] ?? [];
    if (!Array.isArray(value)) {
      this.errors.addInvalidValue(`${path}.${field}`, 'must be a list');
      return [];
    }
    return value.flatMap((id: unknown, index) => {
      if (typeof id === 'string') return { id, path: `${path}.${field}.${index}` };
      this.errors.addInvalidValue(`${path}.${field}.${index}`, 'must be an id');
      return [];
    });
  }

  /** What an id refers to: itself when it stands in one of the collections; null, with a fault or left out by a repair, when there is nothing. */
  resolveReference(id: string, path: string, ...allowed: readonly Collection[]): string | null {
    const home = this.file.collectionOf(id);
    if (home && allowed.includes(home)) return id;
    if (home) this.errors.addInconsistency(path, `refers to ${id}, which stands in ${home}`);
    else this.reportMissing(path, `there is no ${id} in ${allowed.join(' or ')}`);
    return null;
  }

  /** A reference to nothing: left out by a repair, else a fault. */
  reportMissing(path: string, why: string): void {
    if (this.options.repair) this.notes.addOmitted(path, why);
    else this.errors.addMissingReference(path, why);
  }

  /** Gives the entries of a list their places, in order; nothing may stand in two places. */
  setPlacements(listed: readonly ListedId[], parent: string): void {
    const ranks = ranksBetween(null, null, listed.length);
    for (const [index, { id, path }] of listed.entries()) {
      const other = this.#places.get(id);
      if (other) this.errors.addInconsistency(path, `${id} stands at ${other.path} already`);
      else this.#places.set(id, { parent, rank: ranks[index] ?? '', path });
    }
  }

  placementOf(id: string): Placement | undefined {
    return this.#places.get(id);
  }

  /**
   * Adds the record of an entry: its plain fields as its kind names them, the fields in `given` as the reader has read them, and
   * in `extra` what nobody knows. `taken` are the fields of the file that become something else.
   */
  addRecord(
    kindName: KindName,
    id: string,
    ranks: { rank: string; outputRank?: string },
    raw: RawObject,
    given: RawObject,
    taken: ReadonlySet<string>,
  ): void {
    const kind = getKind(kindName);
    const path = kindName === 'project' ? '' : `${kind.plural}.${id}`;
    const fields: Record<string, unknown> = {};
    for (const field in kind.fields) fields[field] = field in given ? given[field] : (raw[field] ?? kind.defaults[field]);
    const extra = Object.entries(raw).filter(([field]) => !(field in kind.fields) && !taken.has(field) && field !== 'id');
    for (const [field, value] of extra) if (isTooDeep(value)) this.errors.addInvalidValue(joinPath(path, field), 'is nested too deeply');
    const record: AnyRecord = {
      kind: kindName,
      id,
      ...ranks,
      ...fields,
      ...(extra.length > 0 ? { extra: Object.fromEntries(extra) } : {}),
    };
    this.#check(record, fields, path);
    this.records.push(record);
  }

  #check(record: AnyRecord, fields: Record<string, unknown>, path: string): void {
    const kind = getKind(record.kind);
    const read = getRecordSchema(kind.kind).safeParse(fields);
    if (!read.success) {
      for (const issue of read.error.issues) this.errors.addInvalidValue(joinPath(path, issue.path.join('.')), formatSchemaIssue(issue));
      return;
    }
    for (const rule of kind.recordRules)
      for (const [field, message] of Object.entries(rule(record) ?? {}))
        this.errors.addInvalidValue(field in fields || field.includes('.') ? joinPath(path, field) : path, message);
    for (const { key, field, message } of kind.uniqueKeys(record)) {
      if (this.#unique.has(key)) this.errors.addInconsistency(joinPath(path, field), `${message} (${this.#unique.get(key)})`);
      else this.#unique.set(key, path);
    }
  }
}

const joinPath = (path: string, field: string): string => (path === '' || field === '' ? path + field : `${path}.${field}`);

/** JSON that nests deeper than this no writer of stories makes; walking it could end the program. */
export function isTooDeep(value: unknown, left = 50): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}

/** A field of an entry that must be an object or be missing. */
export function readObjectField(reading: ImportSession, raw: RawObject, field: string, path: string): RawObject {
  const value = raw[field] ?? {};
  if (isRawObject(value)) return value;
  if (!Array.isArray(value) || value.length > 0) reading.errors.addInvalidValue(`${path}.${field}`, 'must be an object');
  return {};
}
