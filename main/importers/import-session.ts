/**
 * The state of one import: the file, its errors and notes, the placement of each entry, and the records created so far. The readers (one
 * for each collection) run in a fixed order; later ones rely on what earlier ones have left out.
 */

import { formatSchemaIssue, safeParseJson } from '../../shared/contracts/schema-issues.ts';
import type { StoredFile } from '../../shared/contracts/stored-file.ts';
import type { Environment } from '../../shared/environment.ts';
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { getRecordSchema } from '../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind, type KindName } from '../../shared/model/kinds/kinds.ts';
import type { Locale } from '../../shared/model/kinds/project.ts';
import { ranksBetween } from '../../shared/model/rank.ts';
import { explainImportError } from './explain-import-error.ts';
import { type ExplainError, ImportErrors } from './import-errors.ts';
import { ImportNotes } from './import-notes.ts';
import { type AssetFileReference, listAssetFileReferences } from './match-asset-files.ts';
import { type Collection, StoryFile } from './story-file.ts';
import { type ProgressOptions, YieldingProgress } from './yielding-progress.ts';

export interface ImportOptions extends ProgressOptions {
  readonly environment: Environment;
  /** The name of the project; by default, the name in the file. */
  readonly name?: string | undefined;
  /** [G27] Leaves out broken references instead of rejecting the file. */
  readonly repair?: boolean | undefined;
  /** Whether the JSON is not used afterwards, so that parts of it may be removed when their records exist. */
  readonly isJsonDisposable?: boolean | undefined;
  /** Whether errors may mention a repair, which the REST service does not offer. */
  readonly offersRepair?: boolean | undefined;
  /** [G29] the files that were found next to the story, by asset. Without it, no assets are imported. */
  readonly files?: ReadonlyMap<string, StoredFile> | undefined;
}

/** The placement of an entry: its parent, the list there, and its rank in that list. */
interface Placement {
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
  readonly #environment: Environment;
  readonly errors: ImportErrors;
  readonly notes = new ImportNotes();
  readonly records: AnyRecord[] = [];
  readonly progress: YieldingProgress;
  readonly options: ImportOptions;
  #languages: ReadonlySet<string> = new Set(['en']);
  #mainLocale = 'en';
  /** The folders of boards and of components, including their roots. */
  readonly folders = new Set<string>();
  /** The types of the imported assets, by id. */
  readonly assetTypes = new Map<string, string>();
  #assetFiles: readonly AssetFileReference[] | undefined;
  readonly #claimedIds = new Set<string>();
  readonly #placements = new Map<string, Placement>();
  readonly #unique = new Map<string, string>();
  readonly #explain: ExplainError = (path, fault) => explainImportError(this.file, path, fault);

  constructor(json: unknown, options: ImportOptions) {
    this.options = options;
    this.errors = new ImportErrors({ offersRepair: options.offersRepair ?? false, explain: this.#explain });
    this.#environment = options.environment;
    this.file = new StoryFile(json, this.errors, { isDisposable: options.isJsonDisposable ?? false });
    this.progress = new YieldingProgress(options);
  }

  /** The main language, to which plain strings belong. */
  get mainLocale(): string {
    return this.#mainLocale;
  }

  /** The assets in the file that are not folders. */
  get assetFiles(): readonly AssetFileReference[] {
    this.#assetFiles ??= listAssetFileReferences(this.file.root);
    return this.#assetFiles;
  }

  hasLanguage(iso: string): boolean {
    return this.#languages.has(iso);
  }

  /** Sets the languages of the story, which by default is only English. */
  setLocales(locales: readonly Locale[]): void {
    this.#languages = new Set(locales.map(({ iso }) => iso));
    this.#mainLocale = locales.find(({ base }) => base === null)?.iso ?? 'en';
  }

  /** A new id that does not occur in the file. */
  newId(): string {
    let id = this.#environment.newId();
    while (this.file.collectionOf(id) || this.#claimedIds.has(id)) id = this.#environment.newId();
    return id;
  }

  /** The requested id if it is free, or else a new one. */
  claimId(requested: string | undefined): string {
    const id = requested === undefined || this.file.collectionOf(requested) || this.#claimedIds.has(requested) ? this.newId() : requested;
    this.#claimedIds.add(id);
    return id;
  }

  /** The ids in a list of the file; null and a missing list count as empty. */
  readIdList(raw: JsonObject, field: string, path: string): ListedId[] {
    return [...this.iterateIdList(raw, field, path)];
  }

  /** Like `readIdList`, for a list that may be long. */
  *iterateIdList(raw: JsonObject, field: string, path: string): Generator<ListedId> {
    const value = raw[field] ?? [];
    if (!Array.isArray(value)) return this.errors.addInvalidValue(`${path}.${field}`, message('fault.type.list'));
    // The common part is created once, because V8 keeps the parts of a long concatenation in memory.
    const start = `${path}.${field}.`;
    for (const [index, id] of value.entries())
      if (typeof id === 'string') yield { id, path: `${start}${index}` };
      else this.errors.addInvalidValue(`${start}${index}`, message('import.fault.id'));
  }

  /**
   * Resolves a reference: returns the id if one of the collections contains it. Otherwise returns null and reports it as an error, or
   * leaves it out in a repair.
   */
  resolveReference(id: string, path: string, ...allowed: readonly Collection[]): string | null {
    const collection = this.file.collectionOf(id);
    if (collection && allowed.includes(collection)) return id;
    if (collection) this.errors.addInconsistency(path, message('import.fault.wrongCollection', { id, collection: collection }));
    else this.reportMissing(path, message('import.fault.unknownId', { id, collections: allowed.join(', ') }));
    return null;
  }

  /** Reports a broken reference: a repair leaves it out, otherwise it is an error. */
  reportMissing(path: string, fault: Message): void {
    if (this.options.repair) this.notes.addOmitted(path, fault, this.#explain(path, fault));
    else this.errors.addMissingReference(path, fault);
  }

  /** Places the entries of a list in their order. An entry must not be placed twice. */
  setPlacements(listed: readonly ListedId[], parent: string): void {
    const ranks = ranksBetween(null, null, listed.length);
    for (const [index, { id, path }] of listed.entries()) this.setPlacement(id, { parent, rank: ranks[index] ?? '', path });
  }

  setPlacement(id: string, placement: Placement): void {
    const other = this.#placements.get(id);
    if (other) this.errors.addInconsistency(placement.path, message('import.fault.placedTwice', { id, path: other.path }));
    else this.#placements.set(id, placement);
  }

  placementOf(id: string): Placement | undefined {
    return this.#placements.get(id);
  }

  /**
   * Adds the record of an entry: its plain fields as its kind names them, the fields in `converted` as the reader has parsed them, and
   * unknown fields in `extra`. `otherFields` are fields of the file that are converted in another way.
   */
  addRecord(
    kindName: KindName,
    id: string,
    ranks: { rank: string; outputRank?: string },
    raw: JsonObject,
    converted: JsonObject,
    otherFields: ReadonlySet<string>,
  ): AnyRecord {
    const kind = getKind(kindName);
    const path = kindName === 'project' ? '' : `${kind.plural}.${id}`;
    const fields: Record<string, unknown> = {};
    for (const field in kind.fields) fields[field] = field in converted ? converted[field] : (raw[field] ?? kind.defaults[field]);
    const extra = Object.entries(raw).filter(([field]) => !(field in kind.fields) && !otherFields.has(field) && field !== 'id');
    for (const [field] of extra) this.notes.addPreservedField(joinPath(kindName === 'project' ? '' : kind.plural, field));
    for (const [field, value] of extra)
      if (isTooDeep(value)) this.errors.addInvalidValue(joinPath(path, field), message('import.fault.tooDeep'));
    const record: AnyRecord = {
      kind: kindName,
      id,
      ...ranks,
      ...fields,
      ...(extra.length > 0 ? { extra: Object.fromEntries(extra) } : {}),
    };
    this.#check(record, fields, path);
    this.records.push(record);
    return record;
  }

  #check(record: AnyRecord, fields: Record<string, unknown>, path: string): void {
    const kind = getKind(record.kind);
    const read = safeParseJson(getRecordSchema(kind.kind), fields);
    if (!read.success) {
      for (const issue of read.error.issues) this.errors.addInvalidValue(joinPath(path, issue.path.join('.')), formatSchemaIssue(issue));
      return;
    }
    for (const rule of kind.recordRules)
      for (const [field, fault] of Object.entries(rule(record) ?? {}))
        this.errors.addInvalidValue(field in fields || field.includes('.') ? joinPath(path, field) : path, fault);
    for (const { key, field, fault } of kind.uniqueKeys(record)) {
      const otherPath = this.#unique.get(key);
      if (otherPath === undefined) this.#unique.set(key, path);
      else this.errors.addInconsistency(joinPath(path, field), message('fault.takenBy', { fault, path: otherPath }));
    }
  }
}

const joinPath = (path: string, field: string): string => (path === '' || field === '' ? path + field : `${path}.${field}`);

/** Whether JSON is nested more deeply than in any real story, so that walking it recursively could overflow the stack. */
export function isTooDeep(value: unknown, left = 50): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}

/** A field of an entry; must be an object if it is present. */
export function readObjectField(session: ImportSession, raw: JsonObject, field: string, path: string): JsonObject {
  const value = raw[field] ?? {};
  if (isJsonObject(value)) return value;
  if (!Array.isArray(value) || value.length > 0) session.errors.addInvalidValue(`${path}.${field}`, message('fault.type.object'));
  return {};
}
