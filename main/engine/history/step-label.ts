/**
 * The label of a step that can be undone, in words: “Move “A knock””, “Change the text of “The gate””. Names are those after the step. The journal stores
 * labels by key, so the key of a released label must never be renamed.
 */
import { isJsonObject } from '../../../shared/json.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { Command, SingleCommand } from '../../../shared/model/commands.ts';
import { countedKind } from '../../../shared/model/kind-messages.ts';
import { type AnyRecord, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { localeNameOf } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { itemTitle } from '../../../shared/model/record-title.ts';

/** `changes`: what the command did, also by cascade; `project`: after it. */
export function stepLabel(command: Command, changes: ChangeSet, project: Project): Message {
  if (command.do === 'replaceRecords' && command.folder) {
    const { changes: count, branch } = command.folder;
    return branch === null ? message('undo.folderChanges', { count }) : message('undo.branchChanges', { count, branch });
  }
  if (command.do !== 'batch') return namedLabel(command, changes, project);
  const commands = countedCommands(command.commands);
  const [first, ...others] = commands;
  if (!first) return message('undo.changes', { count: 0 });
  if (others.length === 0) return namedLabel(first, changes, project);
  const count = commands.length;
  const label = genericLabel(first);
  const [step, verb] = [stepOf(first), stepOf(first)?.verb];
  if (others.every((each) => genericLabel(each).key === label.key))
    return step && !isPart(step.kind) && label.key === (`undo.${step.verb}.${step.kind}` satisfies Message['key'])
      ? message(`undo.counted.${step.verb}`, { what: countedKind(step.kind, count) })
      : message('undo.repeated', { label, count });
  if (verb !== undefined && others.every((each) => stepOf(each)?.verb === verb)) return message(`undo.${verb}.items`, { count });
  return message('undo.andMore', { label: namedLabel(first, changes, project), count: others.length });
}

export function restoreLabel(record: AnyRecord | null | undefined, project: Project): Message {
  if (!record) return message('undo.restore.record');
  const name = nameOf(record, project);
  return name === '' ? message(`undo.restore.${record.kind}`) : message('undo.named.restore', { kind: record.kind, name });
}

/** Comments and other properties that move together with their records, and the start of a story whose first element is created, are not counted as separate changes. */
function countedCommands(commands: readonly SingleCommand[]): readonly SingleCommand[] {
  const createdIds = new Set(commands.flatMap((each) => (each.do === 'create' && each.id !== undefined ? [each.id] : [])));
  const others = commands.filter((each) => each.do !== 'putEnvelope' && !isStartAt(each, createdIds));
  return others.length === 0 ? commands : others;
}

const isStartAt = (command: SingleCommand, elementIds: ReadonlySet<string>): boolean =>
  command.do === 'change' &&
  command.kind === 'project' &&
  Object.keys(command.fields).length === 1 &&
  elementIds.has(command.fields.startingElement ?? '');

interface Step {
  readonly verb: 'create' | 'change' | 'move' | 'remove';
  readonly kind: KindName;
}

function stepOf(command: SingleCommand): Step | undefined {
  switch (command.do) {
    case 'change':
      return { verb: isPositionOnly(command.fields) ? 'move' : 'change', kind: command.kind };
    case 'create':
    case 'move':
    case 'remove':
      return { verb: command.do, kind: command.kind };
    default:
      return undefined;
  }
}

const isPositionOnly = (fields: object): boolean => Object.keys(fields).every((field) => field === 'x' || field === 'y');

/** What belongs to an element is not counted by its kind: nobody attaches “3 uses of components”. */
const isPart = (kind: KindName): boolean => kind === 'componentAttachment' || kind === 'audioAttachment';

/** A message without parameters, so that labels can be compared by key. */
function genericLabel(command: SingleCommand): Message {
  switch (command.do) {
    case 'setConditions':
      return message('undo.conditions');
    case 'replaceRecords':
      return message('undo.remoteChanges');
    case 'addLocalComment':
    case 'putEnvelope':
      return message('undo.create.comment');
    case 'changeLocalComment':
      return message('undo.change.comment');
    case 'removeLocalComment':
      return message('undo.remove.comment');
    case 'addLocale':
      return message('undo.language.add');
    case 'changeLocale':
      return message('undo.language.change');
    case 'removeLocale':
      return message('undo.language.remove');
    case 'makeMainLocale':
      return message('undo.language.makeMain');
    case 'change':
      return isPositionOnly(command.fields) ? message(`undo.move.${command.kind}`) : message(`undo.change.${command.kind}`);
    case 'create':
      return command.kind === 'note' && command.fields.isFrame === true
        ? message('undo.create.frame')
        : message(`undo.create.${command.kind}`);
    default:
      return message(`undo.${command.do}.${command.kind}`);
  }
}

function namedLabel(command: SingleCommand, changes: ChangeSet, project: Project): Message {
  const step = stepOf(command);
  if (!step) return genericLabel(command);
  const { verb, kind } = step;
  const isTarget = (record: AnyRecord | undefined): record is AnyRecord =>
    record !== undefined && record.kind === kind && (!('id' in command) || record.id === command.id);
  const change = changes.find(({ before, after }) => (verb === 'create' ? !before && isTarget(after) : isTarget(after ?? before)));
  const records = change
    ? [change.after, change.before]
    : ['id' in command && command.id !== undefined ? project.get(command.id) : undefined];
  const name = firstNameOf(records, project);
  if (name === '') return genericLabel(command);
  if (command.do !== 'change' || verb === 'move') return message(`undo.named.${verb === 'change' ? 'move' : verb}`, { kind, name });
  const language = onlyTranslation(command.fields, kind, project);
  return language === undefined
    ? message('undo.named.change', { field: changedField(command.fields), name })
    : message('undo.named.translate', { name, language: localeNameOf(project.projectRecord.locales, language) });
}

function firstNameOf(records: readonly (AnyRecord | undefined)[], project: Project): string {
  for (const record of records) {
    const name = record ? nameOf(record, project) : '';
    if (name !== '') return name;
  }
  return '';
}

/** Connections are named by the element where they start: most have no label. */
function nameOf(record: AnyRecord, project: Project): string {
  const source = record.kind === 'connection' ? project.get(String(record.sourceid)) : record;
  return source ? itemTitle(source, project) : '';
}

/** The sizes of cards change with their texts, and the type of a value with the value. */
const accompanyingFields: ReadonlySet<string> = new Set(['x', 'y', 'width', 'height', 'autoHeight', 'labelWidth', 'status']);

/** The field that was changed; `size`, or `other` for several fields. */
function changedField(fields: object): string {
  const names = Object.keys(fields);
  const [first, ...others] = names.filter((field) => !accompanyingFields.has(field));
  if (first === undefined) return names.includes('status') ? 'other' : 'size';
  const isValue = others.length === 1 && ['type', 'value'].every((field) => names.includes(field));
  if (isValue) return 'value';
  return others.length === 0 ? first : 'other';
}

/** The one language in which texts were changed, if it isn't the main language. */
function onlyTranslation(fields: Readonly<Record<string, unknown>>, kind: KindName, project: Project): string | undefined {
  const names = Object.keys(fields).filter((field) => !accompanyingFields.has(field));
  const localized: readonly string[] = getKind(kind).localizedFields;
  if (names.length === 0 || !names.every((field) => localized.includes(field))) return undefined;
  const languages = new Set(names.flatMap((field) => (isJsonObject(fields[field]) ? Object.keys(fields[field]) : [project.mainLocale])));
  const [language] = languages;
  return languages.size === 1 && language !== project.mainLocale ? language : undefined;
}
