/**
 * The differences of two states of a story as sentences about what a writer works on: “Element “Pip”: text changed; 1 choice added”. What belongs to an
 * item (its choices, conditions, attributes) is part of the sentence about the item. Positions, sizes and colours are only counted.
 */
import { addToList } from '../lists.ts';
import { joinMessages, type Message, message } from '../messages/message.ts';
import { jsonEquals } from '../model/change-set.ts';
import { countedKind, fieldLabel, kindLabel } from '../model/kind-messages.ts';
import { type AnyRecord, getKind, itemKinds, type KindName, kindNames } from '../model/kinds/kinds.ts';
import { type Locale, localeNameOf, projectRecordId } from '../model/kinds/project.ts';
import { localizedTextOf } from '../model/localized-text.ts';
import type { Project } from '../model/project.ts';
import { itemTitle } from '../model/record-title.ts';
import { isSameFieldValue, isSameText } from '../model/same-value.ts';

/** One item of the story that differs. */
export interface StoryChange {
  readonly kind: KindName;
  readonly id: string;
  readonly change: 'added' | 'changed' | 'removed';
  readonly message: Message;
}

/** Whether the record has a sentence of its own. All others are part of the sentence about their owner. */
const isReported = ({ kind, parentId }: AnyRecord): boolean => reportedKinds.has(kind) && parentId !== null;
const reportedKinds: ReadonlySet<string> = new Set(['project', 'board', ...itemKinds, 'component', 'asset', 'variable']);

/** Fields that follow from others or from how boards are drawn. */
const derivedFields: ReadonlySet<string> = new Set(['status', 'roots', 'locales', 'sourceType', 'targetType', 'cType']);
const layoutFields: ReadonlySet<string> = new Set([
  ...['x', 'y', 'width', 'height', 'autoHeight', 'theme', 'size'],
  ...['sourceFace', 'targetFace', 'labelLocation', 'labelWidth'],
]);

/** In the order of the kinds; the count of items that only look different comes last. Each yield is a point at which a long comparison may pause. */
export function* compareStoriesInSteps(before: Project, after: Project): Generator<undefined, StoryChange[]> {
  const parts = yield* comparePartsByOwner(before, after);
  const changes: StoryChange[] = [];
  let restyled = 0;
  for (const item of after.records()) {
    yield;
    if (!isReported(item)) continue;
    const former = before.get(item.id);
    if (!former || former.kind !== item.kind) {
      changes.push(toChange(item, after, 'added'));
      continue;
    }
    const languages = item.kind === 'project' ? compareLanguages(before, after) : [];
    const details = [...compareItem(former, item, after), ...languages, ...(parts.get(item.id) ?? [])];
    if (details.length > 0) changes.push(toChange(item, after, 'changed', details));
    else if (fieldsOf(item.kind).some((field) => isLayoutField(item.kind, field) && !jsonEquals(former[field], item[field]))) restyled += 1;
  }
  for (const item of before.records())
    if (isReported(item) && after.get(item.id)?.kind !== item.kind) changes.push(toChange(item, before, 'removed'));
  changes.sort((one, two) => kindNames.indexOf(one.kind) - kindNames.indexOf(two.kind));
  if (restyled === 0) return changes;
  const layout = message('storyChanges.layout', { count: restyled });
  return [...changes, { kind: 'project', id: projectRecordId, change: 'changed', message: layout }];
}

function toChange(record: AnyRecord, project: Project, change: StoryChange['change'], details: readonly Message[] = []): StoryChange {
  const named = nameRecord(record, project);
  const text =
    change === 'changed'
      ? message('storyChanges.item.changed', {
          record: named,
          details: joinMessages(details, (first, next) => message('storyChanges.details', { first, next })),
        })
      : message(`storyChanges.item.${change}`, { record: named });
  return { kind: record.kind, id: record.id, change, message: text };
}

function nameRecord(record: AnyRecord, project: Project): Message {
  if (record.kind === 'project') return message('storyChanges.story');
  const kind = record.type === 'folder' ? message('storyChanges.folder') : kindLabel(record.kind);
  const name = itemTitle(record, project);
  return name === '' ? message('storyChanges.unnamed', { kind }) : message('storyChanges.named', { kind, name });
}

const fieldsOf = (kind: KindName): readonly string[] => Object.keys(getKind(kind).fields);
/** The size of an asset is a fact about its file. */
const isLayoutField = (kind: KindName, field: string): boolean =>
  kind !== 'asset' && (layoutFields.has(field) || (kind === 'connection' && field === 'type'));
const isComparedField = (kind: KindName, field: string): boolean =>
  !derivedFields.has(field) && !isLayoutField(kind, field) && getKind(kind).facets[field]?.sync !== 'local';

function compareItem(before: AnyRecord, after: AnyRecord, project: Project): Message[] {
  return fieldsOf(after.kind).flatMap((field) => (isComparedField(after.kind, field) ? compareField(before, after, field, project) : []));
}

function compareField(before: AnyRecord, after: AnyRecord, field: string, project: Project): Message[] {
  const { facets, texts } = getKind(after.kind);
  const rule = texts[field];
  const label = fieldLabel(facets[field]?.label ?? field);
  if (!rule?.localized)
    return isSameFieldValue(after.kind, field, before[field], after[field]) ? [] : [message('storyChanges.field', { field, label })];
  const [one, two] = [localizedTextOf(before, field), localizedTextOf(after, field)];
  const languages = new Set([...Object.keys(one), ...Object.keys(two)]);
  return [...languages].flatMap((locale) => {
    if (isSameText(rule.format, one[locale]?.text ?? '', two[locale]?.text ?? '')) return [];
    return nameFieldChange(field, label, locale, project);
  });
}

function nameFieldChange(field: string, label: Message, locale: string, project: Project): Message {
  if (locale === project.mainLocale) return message('storyChanges.field', { field, label });
  const language = localeNameOf(project.projectRecord.locales, locale);
  return message('storyChanges.translation', { field, label, language });
}

/** The change of one field as a sentence; `locale`: of a localized text, its language. */
export function describeFieldChange(record: AnyRecord, field: string, locale: string | null, project: Project): Message {
  const label = fieldLabel(getKind(record.kind).facets[field]?.label ?? field);
  return toChange(record, project, 'changed', [nameFieldChange(field, label, locale ?? project.mainLocale, project)]).message;
}

function compareLanguages(before: Project, after: Project): Message[] {
  const [earlier, later] = [before.projectRecord.locales, after.projectRecord.locales];
  const without = (list: readonly Locale[], other: readonly Locale[]) => list.filter(({ iso }) => other.every((each) => each.iso !== iso));
  return [
    ...without(later, earlier).map(({ name }) => message('storyChanges.languageAdded', { language: name })),
    ...without(earlier, later).map(({ name }) => message('storyChanges.languageRemoved', { language: name })),
  ];
}

/** The changes of the parts of each item, by the id of the item. */
function* comparePartsByOwner(before: Project, after: Project): Generator<undefined, Map<string, Message[]>> {
  const [one, two] = [yield* partsByOwner(before), yield* partsByOwner(after)];
  const found = new Map<string, Message[]>();
  for (const owner of new Set([...two.keys(), ...one.keys()])) {
    yield;
    const messages = compareParts(one.get(owner) ?? [], two.get(owner) ?? [], before, after);
    if (isReordered(owner, before, after)) messages.push(message('storyChanges.choiceOrder'));
    found.set(owner, messages);
  }
  return found;
}

function* partsByOwner(project: Project): Generator<undefined, Map<string, AnyRecord[]>> {
  const parts = new Map<string, AnyRecord[]>();
  for (const record of project.records()) {
    yield;
    const owner = ownerOf(record, project);
    if (owner === null) continue;
    addToList(parts, owner, record);
  }
  return parts;
}

function ownerOf(record: AnyRecord, project: Project): string | null {
  switch (record.kind) {
    case 'connection':
      return project.find('condition', String(record.sourceid))?.branchId ?? String(record.sourceid);
    case 'condition':
      return String(record.branchId);
    case 'attribute':
      return String(record.cId);
    case 'componentAttachment':
    case 'audioAttachment':
      return String(record.elementId);
    default:
      return null;
  }
}

const partKinds = ['connection', 'condition', 'attribute'] as const;

function compareParts(before: readonly AnyRecord[], after: readonly AnyRecord[], formerProject: Project, project: Project): Message[] {
  const ofKind = (list: readonly AnyRecord[], kind: KindName) => list.filter((part) => part.kind === kind);
  return [
    ...partKinds.flatMap((kind) => compareIdentifiedParts(ofKind(before, kind), ofKind(after, kind), formerProject, project)),
    ...compareAttachments(ofKind(before, 'componentAttachment'), ofKind(after, 'componentAttachment')),
    ...(jsonEquals(soundsOf(before), soundsOf(after)) ? [] : [message('storyChanges.sounds')]),
  ];
}

function compareIdentifiedParts(
  before: readonly AnyRecord[],
  after: readonly AnyRecord[],
  formerProject: Project,
  project: Project,
): Message[] {
  const [example] = [...after, ...before];
  if (!example) return [];
  const former = new Map(before.map((part) => [part.id, part]));
  const current = new Set(after.map(({ id }) => id));
  const added = after.filter(({ id }) => !former.has(id));
  const removed = before.filter(({ id }) => !current.has(id));
  const changed = after.filter((part) => {
    const earlier = former.get(part.id);
    return earlier !== undefined && compareItem(earlier, part, project).length > 0;
  });
  const counted = (parts: readonly AnyRecord[], of: Project): Message =>
    parts.every(({ sourceid }) => of.find('element', String(sourceid)) !== undefined)
      ? message('common.counted.choice', { count: parts.length })
      : countedKind(example.kind, parts.length);
  return [
    ...(changed.length > 0 ? [message('storyChanges.parts.changed', { what: counted(changed, project) })] : []),
    ...(added.length > 0 ? [message('storyChanges.parts.added', { what: counted(added, project) })] : []),
    ...(removed.length > 0 ? [message('storyChanges.parts.removed', { what: counted(removed, formerProject) })] : []),
  ];
}

/** Files do not contain the ids of attached components, so they are compared by what is attached. */
function compareAttachments(before: readonly AnyRecord[], after: readonly AnyRecord[]): Message[] {
  const [former, current] = [before.map(({ componentId }) => componentId), after.map(({ componentId }) => componentId)];
  const counted = (count: number): Message => countedKind('component', count);
  const added = current.filter((id) => !former.includes(id)).length;
  const removed = former.filter((id) => !current.includes(id)).length;
  return [
    ...(added > 0 ? [message('storyChanges.parts.added', { what: counted(added) })] : []),
    ...(removed > 0 ? [message('storyChanges.parts.removed', { what: counted(removed) })] : []),
  ];
}

const soundsOf = (parts: readonly AnyRecord[]): unknown[] =>
  parts
    .filter(({ kind }) => kind === 'audioAttachment')
    .sort(({ rank: one }, { rank: two }) => (one < two ? -1 : 1))
    .map(({ assetId, mode, delay }) => [assetId, mode, delay]);

/** Whether the outputs that both states have are in another order. */
function isReordered(owner: string, before: Project, after: Project): boolean {
  const [one, two] = [before.childIds(owner, 'outputs'), after.childIds(owner, 'outputs')];
  const [former, current] = [new Set(one), new Set(two)];
  return !jsonEquals(
    one.filter((id) => current.has(id)),
    two.filter((id) => former.has(id)),
  );
}
