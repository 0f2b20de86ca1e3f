/**
 * What all codecs use to encode a record as an entry of a story file: the selection that is exported, texts in the dialect of its reader, fields that
 * follow from the definition of the kind, unknown fields.
 */
import { jsonEquals } from '../../shared/model/change-set.ts';
import type { TextRule } from '../../shared/model/kinds/define-kind.ts';
import { type AnyRecord, getKind, type KindName, type StoryRecord } from '../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../shared/model/localized-text.ts';
import type { Project } from '../../shared/model/project.ts';
import { isLongText } from '../../shared/rich-text/canonicalize-rich-text.ts';
import { toEngineDialect, toEngineDialectInSteps } from '../../shared/script/engine-dialect.ts';
import type { ScriptProfile } from '../../shared/script/script-profile.ts';
import { unknownFieldsOf } from './story-file.ts';
import type { BoardScope, LanguageSelection } from './story-selection.ts';

/** How the entries of a format differ from those of the others (exports.md, "One object model, four variants"). */
export interface EntryVariant {
  /** Whether x and y are written, and width and height if an item has them. */
  readonly hasGeometry: boolean;
  /** Whether the roots of the boards and of the components are written. Those of assets and variables always are. */
  readonly hasRoots: boolean;
  /** Whether variables are in their folders. Otherwise the root lists all of them, because some importers treat a folder as a variable. */
  readonly hasVariableFolders: boolean;
  /**
   * The interpreter of the engine that reads the file; rich text is then written in the engine dialect. null keeps rich text as it is
   * stored.
   */
  readonly scriptProfile: ScriptProfile | null;
}

export interface EncodeContext {
  readonly project: Project;
  readonly related: RelatedRecords;
  readonly variant: EntryVariant;
  readonly boards: BoardScope;
  readonly languages: LanguageSelection;
  readonly otherFields: OtherFields;
  readonly storedNames: boolean;
  readonly assetNames: ReadonlyMap<string, string>;
  /** Whether lists of assets in attributes are written as empty ones. */
  readonly emptiesAssetLists: boolean;
}

/** An object in the file. Its keys are written in the order in which they are set, without undefined ones. */
export type Entry = Record<string, unknown>;

/** A text that may be null (title, label, a rich value). Empty text is null for the engines, whose interpreters reject `""`. */
export function encodeNullableText(owner: object, html: string | null, { variant }: EncodeContext): string | null {
  if (variant.scriptProfile === null || html === null) return html;
  return html === '' ? null : toEngineText(owner, html);
}

/** A title is shown and never run: an empty one remains, because a strict reader rejects null for a field that has had a text. */
const encodeShownText = (owner: object, html: string | null, context: EncodeContext): string | null =>
  html === '' ? '' : encodeNullableText(owner, html, context);

/** A text that is never null: `""` if it is empty, or for the engines, what their interpreters accept as empty text. */
export function encodeRequiredText(owner: object, html: string | null, { variant }: EncodeContext): string {
  if (variant.scriptProfile === null) return html ?? '';
  return html === null || html === '' ? variant.scriptProfile.emptyText : toEngineText(owner, html);
}

/** A text of a localized field by the rule of the field. `owner` is the stored object that contains the text. */
export function encodeLocalizedText(rule: TextRule, owner: object, text: string | null, context: EncodeContext): string | null {
  if (rule.format === 'plain') return rule.whenEmpty === 'text' ? (text ?? '') : text;
  if (rule.whenEmpty === 'text') return encodeRequiredText(owner, text, context);
  return rule.whenEmpty === 'null' ? encodeShownText(owner, text, context) : encodeNullableText(owner, text, context);
}

/** A localized field in the only language of the file; undefined if the file has all languages, because it is in `contents` then. */
export function encodeLocalizedField(record: Pick<AnyRecord, 'kind'>, field: string, context: EncodeContext): string | null | undefined {
  const { languages } = context;
  const rule = getKind(record.kind).texts[field];
  if (!rule || languages.single === null) return undefined;
  const value = languages.resolve(localizedTextOf(record, field), languages.single);
  return encodeLocalizedText(rule, value, value.text, context);
}

/** The component ids that the format can contain: the importers accept components, but no folders. */
export function encodeComponentIds(ids: readonly string[], { project, variant }: EncodeContext): readonly string[] {
  return variant.scriptProfile !== null && ids.length > 0 ? ids.filter((id) => project.find('component', id)?.type === 'component') : ids;
}

/** A field that the codec leaves to the definition of its kind. */
interface OtherField {
  readonly field: string;
  readonly isLocalized: boolean;
  /** A field with this value is left out; undefined if the field is always written. */
  readonly defaultValue: unknown;
}

/**
 * The fields that codecs leave to the definitions of their kinds (`text` and `export`). They are determined once for each kind in an export, because a
 * codec sets the same keys (some of them to undefined) for all records of a kind, or for all of its folders.
 */
export class OtherFields {
  readonly #ofRecords = new Map<KindName, readonly OtherField[]>();
  readonly #ofFolders = new Map<KindName, readonly OtherField[]>();

  /** `entry` contains the keys that the codec has set for this record. */
  of({ kind, type }: EncodedRecord, entry: Entry): readonly OtherField[] {
    const known = type === 'folder' ? this.#ofFolders : this.#ofRecords;
    let fields = known.get(kind);
    if (!fields) {
      fields = otherFieldsOf(kind).filter(({ field }) => !(field in entry));
      known.set(kind, fields);
    }
    return fields;
  }
}

function otherFieldsOf(kind: KindName): readonly OtherField[] {
  const { facets, defaults, localizedFields } = getKind(kind);
  const localized = localizedFields.map((field) => ({ field, isLocalized: true, defaultValue: undefined }));
  const plain = Object.keys(facets).flatMap((field): OtherField[] => {
    const rule = facets[field]?.export;
    if (rule !== 'always' && rule !== 'unlessDefault') return [];
    return [{ field, isLocalized: false, defaultValue: rule === 'always' ? undefined : defaults[field] }];
  });
  return [...localized, ...plain];
}

/** Adds the fields that the codec does not set, by the definition of the kind, and the unknown fields of an imported record. */
export function withOtherFields(entry: Entry, record: EncodedRecord, context: EncodeContext): Entry {
  for (const { field, isLocalized, defaultValue } of context.otherFields.of(record, entry)) {
    // A record is an object with the fields of its kind.
    const value = isLocalized ? encodeLocalizedField(record, field, context) : (record as AnyRecord)[field];
    if (defaultValue === undefined || !jsonEquals(value, defaultValue)) entry[field] = value;
  }
  if (record.extra) for (const [key, value] of unknownFieldsOf(record)) entry[key] = value;
  return entry;
}

type EncodedRecord = Pick<AnyRecord, 'kind' | 'extra'> & { readonly type?: unknown };

/**
 * Matches anything but paragraphs with text and marks, and scripts of a single line. Stored text is canonical, so nothing else can occur.
 */
const nonEngineMarkup =
  /<(?!\/?(?:p|strong|em|u|s|span|a|pre|code)>|br>|span |a )|<\/(?:p|pre)>(?!<p>|<pre><code>|$)|<pre>(?!<code>)|<\/code>(?!<\/pre>)|<code>(?<!<pre><code>)/;
/** Matches a script that has several lines, would be trimmed, or contains a mention or a non-breaking space. */
const scriptNeedingConversion = /<pre><code>(?![^\s<])|<pre><code>[^<\n]*(?:\n|&nbsp;|\s<|<(?!\/code><\/pre>))/;
/** Matches two lines of an `if` with nothing between them. */
const emptyScriptBranch = /<pre><code>(?:if|elseif|else)\b[^<]*<\/code><\/pre><pre><code>(?:elseif|else|endif)\b/;

/** Whether a canonical rich text is already in the engine dialect; false if only the parser can determine that. */
export function isEngineText(html: string): boolean {
  if (!html.startsWith('<p>') && !html.startsWith('<pre><code>')) return false;
  if (nonEngineMarkup.test(html)) return false;
  return !html.includes('<code>') || !(scriptNeedingConversion.test(html) || emptyScriptBranch.test(html));
}

const convertedTexts = new WeakMap<object, { html: string; engine: string }>();

/** [Exports] the text in the engine dialect. The result is cached for `owner`, the stored object that contains the text. */
function toEngineText(owner: object, html: string): string {
  const known = convertedTexts.get(owner);
  if (known?.html === html) return known.engine;
  if (isEngineText(html)) return html;
  const engine = toEngineDialect(html);
  convertedTexts.set(owner, { html, engine });
  return engine;
}

/**
 * Converts the long texts of a record to the engine dialect in steps, so that encoding the record finds them converted. `value` is the record, or an object in
 * it.
 */
export function* prepareEngineTexts(value: object, { variant }: Pick<EncodeContext, 'variant'>): Generator<void> {
  if (variant.scriptProfile === null) return;
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) yield* prepareEngineTexts(part, { variant });
    else if (typeof part === 'string' && isLongText(part) && convertedTexts.get(value)?.html !== part) {
      convertedTexts.set(value, { html: part, engine: yield* toEngineDialectInSteps(part) });
      yield;
    }
  }
}

/** Finds records that are related to another one. */
interface RelatedRecords {
  /** The ids of the connections that leave an element or a condition, in their order. */
  outputs(id: string): readonly string[];
  attributes(id: string): readonly string[];
  /** The ids of the components of an element, not of their attachments. */
  components(elementId: string): readonly string[];
  audio(elementId: string): readonly StoryRecord<'audioAttachment'>[];
}

/** Finds them without an index, for an export that writes only a few records. */
export const relatedRecordsOf = (project: Project): RelatedRecords => ({
  outputs: (id) => project.childIds(id, 'outputs'),
  attributes: (id) => project.childIds(id, 'attributes'),
  components: (elementId) => project.children('componentAttachment', elementId, 'components').map(({ componentId }) => componentId),
  audio: (elementId) => project.children('audioAttachment', elementId, 'audio'),
});

/** The only record of each parent; null if there are several. */
type SingleRecordIndex = Map<unknown, AnyRecord | null>;

/**
 * Indexes the records of a project in one pass: the records of each kind, and the relations between records. Most elements have only one
 * output, which the index finds without a query of the project. That saves time with 20,000 elements.
 */
export class StoryIndex implements RelatedRecords {
  readonly #records = new Map<string, AnyRecord[]>();
  readonly #outputs: SingleRecordIndex = new Map();
  readonly #attributes: SingleRecordIndex = new Map();
  readonly #components: SingleRecordIndex = new Map();
  readonly #audio: SingleRecordIndex = new Map();
  readonly #project: Project;

  constructor(project: Project) {
    this.#project = project;
    for (const record of project.records()) {
      const { kind } = record;
      const records = this.#records.get(kind);
      if (records) records.push(record);
      else this.#records.set(kind, [record]);
      if (kind === 'connection') addToIndex(this.#outputs, record.sourceid, record);
      else if (kind === 'attribute') addToIndex(this.#attributes, record.cId, record);
      else if (kind === 'componentAttachment') addToIndex(this.#components, record.elementId, record);
      else if (kind === 'audioAttachment') addToIndex(this.#audio, record.elementId, record);
    }
  }

  /** In no particular order. */
  recordsOfKind(kind: string): readonly AnyRecord[] {
    return this.#records.get(kind) ?? [];
  }

  outputs(id: string): readonly string[] {
    return this.#ids(this.#outputs, id, 'outputs');
  }

  attributes(id: string): readonly string[] {
    return this.#ids(this.#attributes, id, 'attributes');
  }

  components(elementId: string): readonly string[] {
    const one = this.#components.get(elementId);
    if (one === undefined) return noIds;
    if (one !== null) return [String(one.componentId)];
    return this.#project.children('componentAttachment', elementId, 'components').map(({ componentId }) => componentId);
  }

  audio(elementId: string): readonly StoryRecord<'audioAttachment'>[] {
    return this.#audio.has(elementId) ? this.#project.children('audioAttachment', elementId, 'audio') : [];
  }

  #ids(index: SingleRecordIndex, parent: string, list: string): readonly string[] {
    const one = index.get(parent);
    if (one === undefined) return noIds;
    return one === null ? this.#project.childIds(parent, list) : [one.id];
  }
}

const noIds: readonly string[] = [];

function addToIndex(index: SingleRecordIndex, parent: unknown, record: AnyRecord): void {
  index.set(parent, index.has(parent) ? null : record);
}
