/**
 * Converts the JSON export of a story into complete records (G26–G29), without writing anything. An invalid file throws one Problem that
 * lists all errors; the records of a valid one are stored by the engine as a whole.
 */
import type { ImportNote } from '../../shared/contracts/ipc/results.ts';
import { formatSchemaIssue, safeParseJson } from '../../shared/contracts/schema-issues.ts';
import type { StoredFile } from '../../shared/contracts/stored-file.ts';
import type { Environment } from '../../shared/environment.ts';
import { isJsonObject, isTooDeep, type JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { getRecordSchema } from '../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind, type KindName } from '../../shared/model/kinds/kinds.ts';
import { ranksBetween } from '../../shared/model/rank.ts';
import { LongRichTexts } from '../../shared/rich-text/canonicalize-rich-text.ts';
import { canonicalizeConditionScript } from '../../shared/rich-text/condition-script.ts';
import { generateCustomId } from '../../shared/script/identifiers.ts';
import type { AttachmentEntry, DecodeNote, DecodePolicy } from '../story-format/decode-policy.ts';
import { decodeStory } from '../story-format/story-codec.ts';
import { StoryDecoder } from '../story-format/story-decoder.ts';
import { messageOfFault, type StoryFault } from '../story-format/story-fault.ts';
import { isUuid4, StoryFile } from '../story-format/story-file.ts';
import { assertNoPlaceholders } from './data-export-script.ts';
import { type ExplainError, explainImportError, ImportErrors } from './import-errors.ts';
import { ImportNotes } from './import-notes.ts';
import { readItemBoxes } from './item-boxes.ts';
import { createAssetFinder, listAssetFileReferences } from './match-asset-files.ts';
import { type ProgressOptions, YieldingProgress } from './yielding-progress.ts';

export interface ImportedStory {
  readonly records: AnyRecord[];
  readonly name: string;
  /** Messages about what was filled in or left out. */
  readonly notes: readonly ImportNote[];
}

/** Throws a Problem `invalid` or `importIntegrity` with all errors by path in the file, or `cancelled`. */
export async function importStory(json: unknown, options: ImportOptions): Promise<ImportedStory> {
  const policy = new ImportPolicy(json, options);
  const { file, errors, notes } = policy;
  const decoder = new StoryDecoder(file, policy);
  const progress = new YieldingProgress(options, () => ({ done: decoder.decodedEntries, total: file.entryCount }));
  await progress.runToEnd(assertNoPlaceholders(file.root));
  await progress.runToEnd(decodeStory(decoder, (of) => readItemBoxes(of, progress)));
  if (!errors.isEmpty) throw errors.toProblem();
  progress.finish();
  const { records } = decoder;
  return { records, name: String(records.at(-1)?.name), notes: notes.toMessages() };
}

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

/**
 * How an import decodes a file: it reports everything that is wrong with it, or leaves out broken references in a repair (G27), and notes what it fills in.
 */
export class ImportPolicy implements DecodePolicy {
  readonly type: 'strict' | 'repairing';
  readonly base = null;
  readonly css = '';
  readonly commentThreads = null;
  readonly file: StoryFile;
  readonly errors: ImportErrors;
  readonly notes = new ImportNotes();
  readonly #options: ImportOptions;
  readonly #longTexts = new LongRichTexts();
  #findAsset: ((path: string) => string | undefined) | undefined;
  #customIds: CustomIdAllocator | undefined;
  readonly #claimedIds = new Set<string>();
  readonly #unique = new Map<string, string>();
  readonly #explain: ExplainError = (path, fault) => explainImportError(this.file, path, fault);

  constructor(json: unknown, options: ImportOptions) {
    this.#options = options;
    this.type = options.repair ? 'repairing' : 'strict';
    this.errors = new ImportErrors({ offersRepair: options.offersRepair ?? false, explain: this.#explain });
    this.file = new StoryFile(json, { isDisposable: options.isJsonDisposable ?? false, faults: this, newRootId: () => this.newId() });
  }

  addInvalidValue(path: string, fault: StoryFault): void {
    this.errors.addInvalidValue(path, fault);
  }

  addInconsistency(path: string, fault: StoryFault): void {
    this.errors.addInconsistency(path, fault);
  }

  /** A repair leaves the reference out, otherwise it is an error. */
  reportMissing(path: string, fault: StoryFault): void {
    if (this.type === 'repairing') this.notes.addOmitted(path, messageOfFault(fault), this.#explain(path, fault));
    else this.errors.addMissingReference(path, fault);
  }

  /** The reference itself is reported. */
  addDanglingId(): void {}

  note(note: DecodeNote, times = 1): void {
    this.notes.count(note === 'assets' && this.#options.files ? 'assetsNotFound' : note, times);
  }

  noteIgnoredKey(path: string): void {
    this.notes.addIgnoredField(path);
  }

  prepareTexts(...raw: readonly unknown[]): Generator<void> {
    this.#longTexts.clear();
    return this.#longTexts.prepare(raw);
  }

  /** [G21] the story dialect. Mentions of missing records are kept as plain text. */
  canonicalText(html: string, path: string): string {
    const read = this.#longTexts.canonicalize(html);
    if (read.ok) return read.html;
    this.errors.addInvalidText(path, read.error);
    return html;
  }

  canonicalScript(script: string, path: string): string | null {
    const read = canonicalizeConditionScript(script);
    if (!read.ok) this.errors.addInvalidText(path, read.error);
    return read.ok && script !== '' ? read.script : null;
  }

  projectName(inFile: unknown): unknown {
    const name = this.#options.name ?? inFile;
    if (name !== undefined && name !== null && name !== '') return name;
    this.notes.count('unnamedProject');
    return 'Untitled story';
  }

  missingRoot(): { readonly id: string } {
    return { id: this.newId() };
  }

  /** A new id that does not occur in the file. */
  newId(): string {
    let id = this.#options.environment.newId();
    while (this.file.collectionOf(id) || this.#claimedIds.has(id)) id = this.#options.environment.newId();
    return id;
  }

  allocateCustomId(name: string): string {
    this.#customIds ??= new CustomIdAllocator(this.file);
    return this.#customIds.allocate(name);
  }

  ranksOf(_kind: KindName, _list: string, _parent: string | null, ids: readonly string[]): readonly string[] {
    return ranksBetween(null, null, ids.length);
  }

  /** A sound keeps its id if that is free. */
  attachmentIds(kind: 'componentAttachment' | 'audioAttachment', _elementId: string, entries: readonly AttachmentEntry[]): string[] {
    if (kind === 'componentAttachment') return entries.map(() => this.newId());
    return entries.map(({ entry }) => {
      const requested = isJsonObject(entry) && isUuid4(entry.id) ? entry.id : undefined;
      const isFree = requested !== undefined && !this.file.collectionOf(requested) && !this.#claimedIds.has(requested);
      const id = isFree ? requested : this.newId();
      this.#claimedIds.add(id);
      return id;
    });
  }

  listEntryIds(_attributeId: string, _field: 'component' | 'asset', targets: readonly string[]): string[] {
    return targets.map(() => this.newId());
  }

  /** The type according to the bytes; the story only determines whether the asset belongs to a template. */
  assetTypeOf(id: string): string | undefined {
    const stored = this.#options.files?.get(id);
    const raw = this.file.find('assets', id);
    if (!stored || !raw || raw.root === true || Array.isArray(raw.children)) return undefined;
    return raw.type === `template-${stored.type}` ? raw.type : stored.type;
  }

  findAssetByPath(path: string): string | undefined {
    this.#findAsset ??= createAssetFinder(listAssetFileReferences(this.file.root));
    return this.#findAsset(path);
  }

  storedFileOf(id: string): StoredFile | undefined {
    return this.assetTypeOf(id) === undefined ? undefined : this.#options.files?.get(id);
  }

  /** Checks the record by the schema and the rules of its kind. References are checked by the decoder. */
  complete(record: AnyRecord, fields: JsonObject): AnyRecord {
    const { kind: name, extra } = record;
    // The decoder has made them of valid values; a large story has many.
    if (name === 'componentAttachment' || name === 'audioAttachment') return record;
    const kind = getKind(name);
    const path = name === 'project' ? '' : `${kind.plural}.${record.id}`;
    for (const field in extra) this.notes.addPreservedField(joinPath(name === 'project' ? '' : kind.plural, field));
    for (const [field, value] of Object.entries(extra ?? {}))
      if (isTooDeep(value)) this.errors.addInvalidValue(joinPath(path, field), message('import.fault.tooDeep'));
    this.#check(record, fields, path);
    return record;
  }

  #check(record: AnyRecord, fields: JsonObject, path: string): void {
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

/** Generates custom ids from names (G23), unique among all boards and components of the story. */
class CustomIdAllocator {
  readonly #takenIds = new Set<string>();
  readonly #next = new Map<string, number>();

  /** Reserves the custom ids of the file, so that generated ones do not collide with them. */
  constructor(file: StoryFile) {
    for (const collection of ['boards', 'components'] as const)
      for (const { customId } of file.entriesOf(collection).values()) if (typeof customId === 'string') this.#takenIds.add(customId);
  }

  allocate(name: string): string {
    const stem = generateCustomId(name, () => false);
    let id = stem;
    let count = this.#next.get(stem) ?? 2;
    while (this.#takenIds.has(id)) id = `${stem}_${count++}`;
    this.#next.set(stem, count);
    this.#takenIds.add(id);
    return id;
  }
}
