/** Every kind of record. A new kind is a new file and a new line here. */
import { asset } from './asset.ts';
import { attribute } from './attribute.ts';
import { audioAttachment } from './audio-attachment.ts';
import { board } from './board.ts';
import { branch } from './branch.ts';
import { comment, reply } from './comment.ts';
import { component } from './component.ts';
import { componentAttachment } from './component-attachment.ts';
import { condition } from './condition.ts';
import { connection } from './connection.ts';
import type {
  DraftOfKind,
  FieldFacets,
  FieldsOf,
  ItemSize,
  OrderRule,
  RecordOfKind,
  RecordRule,
  ReferenceRule,
  SchemaFactory,
  TextRule,
  UniqueKey,
} from './define-kind.ts';
import { element } from './element.ts';
import { jumper } from './jumper.ts';
import { note } from './note.ts';
import { project } from './project.ts';
import type { BaseRecord } from './record-envelope.ts';
import { variable } from './variable.ts';

/** In the order in which parents come before children. */
export const kinds = {
  project,
  board,
  element,
  note,
  jumper,
  branch,
  condition,
  component,
  asset,
  connection,
  componentAttachment,
  audioAttachment,
  attribute,
  variable,
  comment,
  reply,
} as const;

export type Kinds = typeof kinds;
export type KindName = keyof Kinds;
/** The kinds of items: boxes on the canvas of a board. */
export type ItemKind = { [K in KindName]: Kinds[K] extends { readonly itemSize: ItemSize } ? K : never }[KindName];
/** A record of the named kind; without a name, of any. */
export type StoryRecord<K extends KindName = KindName> = { [N in K]: RecordOfKind<Kinds[N]> }[K];
/** The fields of a new record; those with a default are optional. */
export type RecordDraft<K extends KindName> = DraftOfKind<Kinds[K]>;
/** The fields that a change may set. */
export type RecordPatch<K extends KindName> = Partial<FieldsOf<Kinds[K]>>;

/** A record as a map of fields, for loops over the definitions. */
export type AnyRecord = BaseRecord<KindName> & { readonly [field: string]: unknown };

/** Records are validated by the schema of their kind before they are committed, so the name of the kind decides which fields a record has. */
export const isOfKind = <K extends KindName>(record: AnyRecord, kind: K): record is AnyRecord & StoryRecord<K> => record.kind === kind;

/** A definition without its kind's types, for loops over all kinds. */
export interface KindDefinition {
  readonly kind: KindName;
  readonly plural: string;
  readonly label: string;
  /** Functions that create the schemas of the fields; kind-schemas.ts calls them. */
  readonly fields: Readonly<Record<string, SchemaFactory>>;
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Set for the items of a board. */
  readonly itemSize: ItemSize | null;
  readonly isReadOnly: boolean;
  readonly orders: readonly OrderRule[];
  readonly references: Readonly<Record<string, ReferenceRule>>;
  readonly texts: Readonly<Record<string, TextRule>>;
  /** The fields with a text for each language. */
  readonly localizedFields: readonly string[];
  readonly unlimitedFields: readonly string[];
  readonly recordRules: readonly RecordRule<AnyRecord>[];
  readonly uniqueKeys: (record: AnyRecord) => readonly UniqueKey[];
  readonly immutableFields: readonly string[];
  readonly facets: Readonly<Record<string, FieldFacets>>;
}

// A definition's own types are narrower than what loops over all kinds work with.
export const allKinds = Object.values(kinds) as unknown as readonly KindDefinition[];
export const getKind = (name: KindName): KindDefinition =>
  // The definition's own types are narrower, as in `allKinds`.
  kinds[name] as unknown as KindDefinition;
/** Whether the field contains a value with a type of its own, as that of an attribute does. */
export const hasTypedValue = (kind: KindName, field: string): boolean => getKind(kind).texts[field]?.isTypedValue === true;
/** The fields that are merged and sent as one value under the name of this one (`mergesWith`), which is the first of them. */
export const fieldsMergedWith = (kind: KindName, leader: string): readonly string[] => [
  leader,
  ...Object.entries(getKind(kind).facets).flatMap(([name, { mergesWith }]) => (mergesWith === leader ? [name] : [])),
];
export const isKindName = (name: string): name is KindName => Object.hasOwn(kinds, name);
/** Where a story has a record: `project`, or the plural of its kind and its id. Paths of faults begin with it. */
export const recordPath = (kind: KindName, id: string): string => (kind === 'project' ? kind : `${getKind(kind).plural}.${id}`);

/** In the order of `kinds`. */
export const kindNames: readonly KindName[] = Object.keys(kinds).filter(isKindName);

export const isItem = (record: AnyRecord): record is AnyRecord & StoryRecord<ItemKind> => isItemKind(record.kind);
export const isItemKind = (kind: KindName): kind is ItemKind => getKind(kind).itemSize !== null;
export const itemKinds: readonly ItemKind[] = kindNames.filter(isItemKind);

type CollectionName = Kinds[KindName]['plural'];
const kindsByPlural = new Map<string, KindName>(allKinds.map(({ plural, kind }) => [plural, kind]));
/** The kind whose collection has the name, as the types of ends and owners do. */
export function kindOfCollection(name: CollectionName): KindName {
  const kind = kindsByPlural.get(name);
  if (!kind) throw new Error(`There is no collection ${name}.`);
  return kind;
}

/** What a board contains and users change: its items, and the connections between them. Each kind has a list of the board, and a collection of the same name in files. */
export type BoardContentKind = ItemKind | 'connection';
export const boardContentKinds: readonly BoardContentKind[] = kindNames.filter(
  (kind): kind is BoardContentKind => kind === 'connection' || isItemKind(kind),
);
export const boardLists = boardContentKinds.map((kind) => kinds[kind].plural);

/** The kinds whose records have texts in several languages, and the progress of their translations. */
export const translatedKinds: readonly KindName[] = allKinds
  .filter(({ localizedFields, fields }) => localizedFields.length > 0 && 'status' in fields)
  .map(({ kind }) => kind);

/** The size of a new item, in pixels. */
export function defaultItemSize(kind: ItemKind): { readonly width: number; readonly height: number } {
  const { itemSize, defaults } = getKind(kind);
  return typeof itemSize === 'object' && itemSize ? itemSize : { width: Number(defaults.width), height: Number(defaults.height) };
}
