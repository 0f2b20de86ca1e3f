/**
 * Field paths identify the smallest values that are merged: a field, one language of a localized text, fields that are only valid together,
 * or one unknown field (`extra`). This file determines which of them the remote accepts, and when two values are equal ([G21]), and
 * which records differ between two projects.
 */

import { appendAll } from '../../../shared/lists.ts';
import { type Change, changedRecordId, jsonEquals } from '../../../shared/model/change-set.ts';
import { type AnyRecord, fieldsMergedWith, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { findEnvelopeFacets, hasSamePosition } from '../../../shared/model/kinds/record-envelope.ts';
import type { Project } from '../../../shared/model/project.ts';
import { referencesOf, textsOfRecord } from '../../../shared/model/references.ts';
import { isSameAttributeValue, isSameText } from '../../../shared/model/same-value.ts';
import { findMentions, type MentionLabel, mentionLabelsOf } from '../../../shared/rich-text/mentions.ts';

/** The name of a field, `<field>/<locale>`, or `extra/<name>`. */
export type FieldPath = string;

/** Fields that are merged and sent as one value, under the name of the first one (`mergesWith` in the kind's definition). */
function compoundFieldsOf(kind: KindName): readonly (readonly string[])[] {
  const known = compoundFields.get(kind);
  if (known) return known;
  const facets = Object.values(getKind(kind).facets);
  const leaders = new Set(facets.flatMap(({ mergesWith }) => (mergesWith === null ? [] : [mergesWith])));
  const compounds = [...leaders].map((leader) => fieldsMergedWith(kind, leader));
  compoundFields.set(kind, compounds);
  return compounds;
}
const compoundFields = new Map<KindName, readonly (readonly string[])[]>();

/** [Comments, Assets] whether only the remote creates and removes the record: comments, and the assets of templates. */
export const isReadOnly = ({ kind, type }: { readonly kind: KindName; readonly type?: unknown }): boolean =>
  getKind(kind).isReadOnly || (kind === 'asset' && String(type).startsWith('template-'));

/** The field that contains the parent, whose list contains the record. Requests can only change it for kinds whose records can move. */
export const parentField = (kind: KindName): string | null => getKind(kind).orders[0]?.parentField ?? null;
export const canChangeParent = (kind: KindName): boolean => getKind(kind).facets[parentField(kind) ?? '']?.api.isMovable === true;

/** Whether a request can change the field. All other fields belong to the remote: they are received and never sent. */
export function isSendable(kind: KindName, fieldPath: FieldPath): boolean {
  const facets = getKind(kind).facets[fieldNameOf(fieldPath)];
  return facets?.sync === 'sent' && facets.mergesWith === null;
}
/** Whether a create request contains the field: those that requests can change, and those that only a create can set. */
export function isSentOnCreate(kind: KindName, fieldPath: FieldPath): boolean {
  const facets = getKind(kind).facets[fieldNameOf(fieldPath)];
  return isSendable(kind, fieldPath) || (facets?.sync === 'createOnly' && facets.mergesWith === null);
}
/** Whether the field is not merged individually, because each side has its own value or the field is merged with another. */
export function isDerived(kind: KindName, field: string): boolean {
  const facets = getKind(kind).facets[field];
  return facets !== undefined && (facets.sync === 'local' || facets.mergesWith !== null);
}

/** Whether each side of sync has a value of its own, so that it is not merged. */
export function isLocalToEachSide(kind: KindName, field: string): boolean {
  const facets = getKind(kind).facets[field];
  return facets?.sync === 'local' && facets.mergesWith === null;
}

export const fieldNameOf = (fieldPath: FieldPath): string => fieldPath.split('/', 1)[0] ?? fieldPath;
export const localeOf = (fieldPath: FieldPath): string | null =>
  fieldPath.includes('/') ? fieldPath.slice(fieldPath.indexOf('/') + 1) : null;

interface KindFieldPaths {
  readonly plain: readonly string[];
  readonly localized: readonly string[];
}
const kindFieldPaths = new Map<KindName, KindFieldPaths>();

/** The fields of a kind that are merged, without languages and unknown fields. */
function fieldPathsOfKind(name: KindName): KindFieldPaths {
  const known = kindFieldPaths.get(name);
  if (known) return known;
  const kind = getKind(name);
  const fields = Object.keys(kind.fields).filter((field) => !isDerived(name, field) && field !== parentField(name));
  const localized = fields.filter((field) => kind.localizedFields.includes(field));
  const shape = { plain: fields.filter((field) => !localized.includes(field)), localized };
  kindFieldPaths.set(name, shape);
  return shape;
}

/** The field paths that any of these records of one kind has, without the position among the siblings. */
export function* fieldPathsOf(...records: readonly (AnyRecord | undefined)[]): Generator<FieldPath> {
  const kind = records.find((record) => record)?.kind;
  if (!kind) return;
  const { plain, localized } = fieldPathsOfKind(kind);
  yield* plain;
  for (const field of localized) for (const locale of keysOf(field, records)) yield `${field}/${locale}`;
  for (const name of keysOf('extra', records)) yield `extra/${name}`;
}

function keysOf(field: string, records: readonly (AnyRecord | undefined)[]): Set<string> {
  const keys = new Set<string>();
  for (const record of records) for (const key in fieldEntries(record, field)) keys.add(key);
  return keys;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const noEntries: Readonly<Record<string, unknown>> = {};

/** The entries of a field: of a localized text by locale, of `extra` by name. */
export function fieldEntries(record: AnyRecord | undefined, field: string): Readonly<Record<string, unknown>> {
  const value = record?.[field];
  return isObject(value) ? value : noEntries;
}

export const recordFieldsAt = (kind: KindName, fieldPath: FieldPath): readonly string[] =>
  compoundFieldsOf(kind).find(([first]) => first === fieldPath) ?? [fieldPath];

/** Undefined if the record or the value is missing; null for an empty text. */
export function fieldValue(record: AnyRecord | undefined, fieldPath: FieldPath): unknown {
  if (!record) return undefined;
  const key = localeOf(fieldPath);
  if (key === null) {
    const fields = recordFieldsAt(record.kind, fieldPath);
    return fields.length === 1 ? record[fieldPath] : fields.map((field) => record[field]);
  }
  const field = fieldNameOf(fieldPath);
  if (record[field] === undefined) return undefined;
  const entry = fieldEntries(record, field)[key];
  if (field === 'extra') return entry;
  return isObject(entry) ? (entry.text ?? null) : null;
}

/** The record with the value at this field path from another record. */
export function withFieldFrom(record: AnyRecord, fieldPath: FieldPath, from: AnyRecord): AnyRecord {
  const key = localeOf(fieldPath);
  if (key === null) {
    const taken = recordFieldsAt(record.kind, fieldPath).map((field) => [field, from[field]] as const);
    return { ...record, ...Object.fromEntries(taken) };
  }
  const field = fieldNameOf(fieldPath);
  const map = { ...fieldEntries(record, field) };
  const value = fieldEntries(from, field)[key];
  if (value === undefined) delete map[key];
  else map[key] = value;
  if (field !== 'extra' || Object.keys(map).length > 0) return { ...record, [field]: map };
  const { extra: _none, ...rest } = record;
  // `extra` is optional in all kinds.
  return rest;
}

/** The record with a value in the form that `fieldValue` returns. */
export function withFieldValue(record: AnyRecord, fieldPath: FieldPath, value: unknown): AnyRecord {
  const key = localeOf(fieldPath);
  const field = fieldNameOf(fieldPath);
  const fields = recordFieldsAt(record.kind, fieldPath);
  if (key !== null) return withFieldFrom(record, fieldPath, { ...record, [field]: { [key]: field === 'extra' ? value : { text: value } } });
  // For fields that are compared together, `fieldValue` returns an array.
  const values = fields.length === 1 ? [value] : (value as readonly unknown[]);
  return { ...record, ...Object.fromEntries(fields.map((each, at) => [each, values[at]])) };
}

/** A base record without the field, because both sides have never agreed on its value. */
export function withoutField(record: AnyRecord, fieldPath: FieldPath): AnyRecord {
  const { [fieldNameOf(fieldPath)]: _removed, ...rest } = record;
  // Base records may lack fields; they are only compared, never shown.
  return rest as AnyRecord;
}

/** (I19) A record as read, without what the remote has added to it: where it becomes a base record, that is received as a change. */
export function withoutUnknownFields({ extra: _added, ...record }: AnyRecord): AnyRecord {
  // `extra` is optional in all kinds.
  return record as AnyRecord;
}

/** [G21] compares canonical values. Mentions are compared by the id of their record, from which their label is derived. */
export function isSameField(kind: KindName, fieldPath: FieldPath, one: AnyRecord | undefined, two: AnyRecord | undefined): boolean {
  const [a, b] = [fieldValue(one, fieldPath), fieldValue(two, fieldPath)];
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const rule = getKind(kind).texts[fieldNameOf(fieldPath)];
  if (rule?.isTypedValue) {
    // The value and the customId of an attribute are one field path: `fieldValue` returns both as a pair.
    const [[value, customId], [other, otherCustomId]] = [a, b] as [unknown[], unknown[]];
    return customId === otherCustomId && isSameAttributeValue(value, other);
  }
  if (!rule || fieldNameOf(fieldPath) === 'extra') return jsonEquals(a, b);
  return isSameText(rule.format, a === null ? '' : String(a), b === null ? '' : String(b));
}

/** Whether the mentions in the value also show the same labels. */
export function hasSameLabels(fieldPath: FieldPath, one: AnyRecord, two: AnyRecord): boolean {
  const [a, b] = [one, two].map((record) => JSON.stringify(fieldValue(record, fieldPath) ?? null));
  if (a === b || !a?.includes('<span') || !b?.includes('<span')) return true;
  return jsonEquals(labelsAt(one, fieldPath), labelsAt(two, fieldPath));
}

function labelsAt(record: AnyRecord, fieldPath: FieldPath): MentionLabel[] {
  const [field, key] = [fieldNameOf(fieldPath), localeOf(fieldPath)];
  return [...textsOfRecord(record)].flatMap(({ field: of, locale, text, rule }) =>
    rule.format !== 'plain' && of === field && locale === key ? mentionLabelsOf(text) : [],
  );
}

/** Comparisons are cached for records, which are immutable, so that the next plan does not compare unchanged records again. */
const identicalRecords = new WeakMap<AnyRecord, AnyRecord>();
const equalRecords = new WeakMap<AnyRecord, AnyRecord>();

/** Whether all fields are equal, including the position among the siblings. */
export function isEqualRecord(one: AnyRecord, two: AnyRecord): boolean {
  if (one === two || equalRecords.get(one) === two) return true;
  if (!hasSamePosition(one, two) || !hasIdenticalFields(one, two)) return false;
  equalRecords.set(one, two);
  return true;
}

/** A fast check whether all fields are equal, except the position among the siblings and fields that are local to each side. */
export function hasIdenticalFields(one: AnyRecord, two: AnyRecord): boolean {
  if (one === two || identicalRecords.get(one) === two) return true;
  if (!compareFields(one, two)) return false;
  identicalRecords.set(one, two);
  return true;
}

const isCompared = (field: string): boolean => (findEnvelopeFacets(field)?.sync ?? 'content') === 'content';

function compareFields(one: AnyRecord, two: AnyRecord): boolean {
  for (const field in one) if (isCompared(field) && !jsonEquals(one[field], two[field])) return false;
  for (const field in two) if (one[field] === undefined && two[field] !== undefined && isCompared(field)) return false;
  return true;
}

/** Whether two records have the same content, whatever their positions among their siblings are. */
export function hasSameContent(one: AnyRecord, two: AnyRecord): boolean {
  if (hasIdenticalFields(one, two)) return true;
  const by = parentField(one.kind);
  if (by !== null && one[by] !== two[by]) return false;
  for (const fieldPath of fieldPathsOf(one, two)) if (!isSameField(one.kind, fieldPath, one, two)) return false;
  return true;
}

/**
 * A read record with the known value at each field path where both are equivalent: they may differ in the ids of entries, irrelevant markup
 * and empty texts. A record that equals the known one is the known object.
 */
export function withKnownValues(read: AnyRecord, known: AnyRecord): AnyRecord {
  let record = read;
  if (!hasIdenticalFields(read, known))
    for (const fieldPath of fieldPathsOf(read, known))
      if (isSameField(read.kind, fieldPath, read, known) && hasSameLabels(fieldPath, read, known))
        record = withFieldFrom(record, fieldPath, known);
  return isEqualRecord(record, known) ? known : record;
}

/** The ids of the records to which the value at a field path refers, including mentions. */
export function referencedIdsAt(record: AnyRecord, fieldPath: FieldPath): string[] {
  const fields = recordFieldsAt(record.kind, fieldNameOf(fieldPath));
  const refs = referencesOf(record).flatMap(({ valuePath, targetId }) =>
    fields.includes(valuePath.split('.', 1)[0] ?? '') ? [targetId] : [],
  );
  const locale = localeOf(fieldPath);
  for (const { field, locale: language, text, rule } of textsOfRecord(record))
    if (rule.format !== 'plain' && field === fieldNameOf(fieldPath) && (locale === null || language === locale) && text.includes('data-id'))
      for (const { id } of findMentions(text)) refs.push(id);
  return refs;
}

/** Whether one side lacks the record, or has it with another content or at another place. */
const isDiffering = (id: string, one: Project, two: Project): boolean => {
  const [record, other] = [one.get(id), two.get(id)];
  return record === undefined || other === undefined ? record !== other : !isEqualRecord(record, other);
};

export function differingIds(one: Project, two: Project): Set<string> {
  const ids = new Set<string>();
  for (const { id } of one.records()) if (isDiffering(id, one, two)) ids.add(id);
  for (const { id } of two.records()) if (!one.has(id)) ids.add(id);
  return ids;
}

interface ComparedProject {
  readonly project: Project;
  /** The number of changes of the project that have been compared. */
  readonly count: number;
}

const asCompared = (project: Project): ComparedProject => ({ project, count: project.recentChanges.count });

/** Keeps the differences between a project and another one. Other projects than before are compared as a whole. */
export class DifferingRecords {
  #compared: readonly [ComparedProject, ComparedProject] | undefined;
  #ids = new Set<string>();

  /** The ids of the records that differ now. Valid until the next call. */
  between(one: Project, two: Project): ReadonlySet<string> {
    const changes = this.#changesSince(one, two);
    if (!changes) this.#ids = differingIds(one, two);
    for (const change of changes ?? []) {
      const id = changedRecordId(change);
      if (isDiffering(id, one, two)) this.#ids.add(id);
      else this.#ids.delete(id);
    }
    this.#compared = [asCompared(one), asCompared(two)];
    return this.#ids;
  }

  /** The changes of both since the last comparison; undefined if they are not known. */
  #changesSince(...projects: readonly [Project, Project]): readonly Change[] | undefined {
    const changes: Change[] = [];
    for (const [at, project] of projects.entries()) {
      const compared = this.#compared?.[at];
      const since = compared?.project === project ? project.recentChanges.since(compared.count) : undefined;
      if (!since) return undefined;
      appendAll(changes, since);
    }
    return changes;
  }
}
