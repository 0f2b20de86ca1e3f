/** The context of an export, and the rules that apply to all collections: rich text, covers, unknown fields. */

import { jsonEquals } from '../../shared/model/change-set.ts';
import type { TextRule } from '../../shared/model/kinds/define-kind.ts';
import { type AnyRecord, getKind, type KindName, type StoryRecord } from '../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../shared/model/localized-text.ts';
import type { Project } from '../../shared/model/project.ts';
import type { BoardScope } from './board-scope.ts';
import { toEngineText } from './engine-text.ts';
import type { JsonVariant } from './json-variant.ts';
import type { LanguageSelection, LocalizedValue, LocalizedValues } from './language-selection.ts';
import type { RelatedRecords } from './story-index.ts';

export interface ExportContext {
  readonly project: Project;
  readonly related: RelatedRecords;
  readonly variant: JsonVariant;
  readonly boards: BoardScope;
  readonly languages: LanguageSelection;
  readonly otherFields: OtherFields;
  readonly storedNames: boolean;
  readonly assetNames: ReadonlyMap<string, string>;
}

/** An object in the file. Its keys are written in the order in which they are set, without undefined ones. */
export type ExportObject = Record<string, unknown>;

/** A text that may be null (title, label, a rich value). Empty text is null for the engines, whose interpreters reject `""`. */
export function exportNullableText(owner: object, html: string | null, { variant }: ExportContext): string | null {
  if (variant.scriptProfile === null || html === null) return html;
  return html === '' ? null : toEngineText(owner, html);
}

/** A title is shown and never run: an empty one remains, because a strict reader rejects null for a field that has had a text. */
const exportShownText = (owner: object, html: string | null, context: ExportContext): string | null =>
  html === '' ? '' : exportNullableText(owner, html, context);

/** A text that is never null: `""` if it is empty, or for the engines, what their interpreters accept as empty text. */
export function exportRequiredText(owner: object, html: string | null, { variant }: ExportContext): string {
  if (variant.scriptProfile === null) return html ?? '';
  return html === null || html === '' ? variant.scriptProfile.emptyText : toEngineText(owner, html);
}

/** A localized field in the only language that is exported. */
function localizedValueOf(texts: LocalizedValues, { languages }: ExportContext): LocalizedValue {
  return languages.resolve(texts, languages.single ?? languages.main);
}

/** A text of a localized field, exported by the rule of the field. `owner` is the stored object that contains the text. */
export function exportLocalizedText(rule: TextRule, owner: object, text: string | null, context: ExportContext): string | null {
  if (rule.format === 'plain') return rule.whenEmpty === 'text' ? (text ?? '') : text;
  if (rule.whenEmpty === 'text') return exportRequiredText(owner, text, context);
  return rule.whenEmpty === 'null' ? exportShownText(owner, text, context) : exportNullableText(owner, text, context);
}

/**
 * A localized field of a record in the only language that is exported; undefined if all languages are exported, because it is in `contents`
 * then.
 */
export function exportLocalizedField(record: Pick<AnyRecord, 'kind'>, field: string, context: ExportContext): string | null | undefined {
  const rule = getKind(record.kind).texts[field];
  if (!rule || context.languages.single === null) return undefined;
  const value = localizedValueOf(localizedTextOf(record, field), context);
  return exportLocalizedText(rule, value, value.text, context);
}

type Cover = NonNullable<StoryRecord<'element'>['cover']>;

/**
 * A cover as `{id, type}`, `{file, type: "icon"}` or `{url, type: "youtube"}`, with its playback options; undefined if it cannot be
 * exported.
 */
export function serializeCover(cover: Cover, { project, variant }: ExportContext): ExportObject | undefined {
  // The importers search for a cover among the files, which do not include folders.
  if (variant.scriptProfile !== null && 'id' in cover && project.find('asset', cover.id)?.type === 'folder') return undefined;
  const { type, ...rest } = cover;
  const { id, file, url, ...playback }: { id?: string; file?: string; url?: string } = rest;
  return { id, file, url, type, ...playback };
}

/** The component ids that the format can contain: the importers accept components, but no folders. */
export function exportedComponentIds(ids: readonly string[], { project, variant }: ExportContext): readonly string[] {
  return variant.scriptProfile !== null && ids.length > 0 ? ids.filter((id) => project.find('component', id)?.type === 'component') : ids;
}

/** Keys of the export format that are not fields of the kind. */
const structuralKeys: Partial<Record<KindName, readonly string[]>> = {
  project: [
    'boards',
    'notes',
    'elements',
    'jumpers',
    'connections',
    'branches',
    'contents',
    'components',
    'attributes',
    'assets',
    'variables',
    'conditions',
    'project',
  ],
  board: ['notes', 'jumpers', 'branches', 'elements', 'connections', 'attributes', 'children', 'root', 'comments', 'variables'],
  element: ['outputs', 'components', 'attributes', 'assets'],
  branch: ['conditions'],
  condition: ['output'],
  component: ['attributes', 'assets', 'children', 'root', 'variables'],
  asset: ['children', 'root'],
  variable: ['cType', 'children', 'root'],
};

/** A field that the serializer leaves to the definition of its kind. */
interface OtherField {
  readonly field: string;
  readonly isLocalized: boolean;
  /** A field with this value is left out; undefined if the field is always written. */
  readonly defaultValue: unknown;
}

/**
 * The fields that serializers leave to the definitions of their kinds (`text` and `export`). They are determined once for each kind in an
 * export, because a serializer sets the same keys (some of them to undefined) for all records of a kind, or for all of its folders.
 */
export class OtherFields {
  readonly #ofRecords = new Map<KindName, readonly OtherField[]>();
  readonly #ofFolders = new Map<KindName, readonly OtherField[]>();

  /** `out` contains the keys that the serializer has set for this record. */
  of({ kind, type }: ExportedRecord, out: ExportObject): readonly OtherField[] {
    const known = type === 'folder' ? this.#ofFolders : this.#ofRecords;
    let fields = known.get(kind);
    if (!fields) {
      fields = otherFieldsOf(kind).filter(({ field }) => !(field in out));
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

const knownKeysByKind = new Map<KindName, ReadonlySet<string>>();
function knownKeys(kind: KindName): ReadonlySet<string> {
  const keys = knownKeysByKind.get(kind) ?? new Set([...Object.keys(getKind(kind).fields), ...(structuralKeys[kind] ?? []), '__proto__']);
  knownKeysByKind.set(kind, keys);
  return keys;
}

/** The unknown fields of an imported record. A known key is never among them, even if the format leaves it out. */
export function unknownFieldsOf(record: Pick<AnyRecord, 'kind' | 'extra'>): readonly (readonly [string, unknown])[] {
  if (!record.extra) return [];
  const keys = knownKeys(record.kind);
  return Object.entries(record.extra).filter(([key]) => !keys.has(key));
}

/** Adds the fields that the serializer does not set, by the definition of the kind, and the unknown fields of an imported record. */
export function withOtherFields(out: ExportObject, record: ExportedRecord, context: ExportContext): ExportObject {
  for (const { field, isLocalized, defaultValue } of context.otherFields.of(record, out)) {
    // A record is an object with the fields of its kind.
    const value = isLocalized ? exportLocalizedField(record, field, context) : (record as AnyRecord)[field];
    if (defaultValue === undefined || !jsonEquals(value, defaultValue)) out[field] = value;
  }
  if (record.extra) for (const [key, value] of unknownFieldsOf(record)) out[key] = value;
  return out;
}

type ExportedRecord = Pick<AnyRecord, 'kind' | 'extra'> & { readonly type?: unknown };
