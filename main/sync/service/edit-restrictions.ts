/**
 * What may be edited in a synced project: what the remote's API has a request for, in the rich text that it accepts. Everything else is
 * rejected here at once, with the reason, because it could never be sent.
 */
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Command, SingleCommand } from '../../../shared/model/commands.ts';
import { type AnyRecord, getKind, isKindName, type KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { invalidFieldsProblem } from '../../../shared/problem.ts';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import { isDerived, isReadOnly, isSendable } from '../plan/field-paths.ts';

const localesReadOnly = message('problem.sync.languagesReadOnly');
const fieldReadOnly = message('problem.sync.fieldReadOnly');

/** A fault at the path of a field. */
type PathFault = readonly [path: string, fault: Message];

/** Throws a Problem `invalid` with every fault at its field. */
export function assertCommandAllowed(command: Command, project: Project): void {
  const faults: Record<string, Message> = {};
  for (const each of command.do === 'batch' ? command.commands : [command])
    for (const [path, fault] of commandFaults(each, project)) faults[path] ??= fault;
  if (Object.keys(faults).length > 0) throw invalidFieldsProblem(faults);
}

function* commandFaults(command: SingleCommand, project: Project): Generator<PathFault> {
  switch (command.do) {
    case 'addLocale':
    case 'changeLocale':
    case 'removeLocale':
    case 'makeMainLocale':
      yield ['locales', localesReadOnly];
      return;
    case 'create':
    case 'change':
      if (isReadOnly({ kind: command.kind })) yield [command.kind, fieldReadOnly];
      else yield* fieldFaults(command, project);
      return;
    case 'remove':
    case 'move':
      if (isReadOnly({ kind: command.kind })) yield [command.kind, fieldReadOnly];
  }
}

/** Fields whose values only the remote assigns: once lost there, they cannot be restored from here. */
const remoteOwnedFields: { readonly [K in KindName]?: readonly string[] } = {
  project: ['locales'],
  board: ['customId'],
  component: ['customId'],
  variable: ['name'],
  attribute: ['customId'],
};

/** For undo of steps from before the project was synced, and of records that were removed with others. `isThere`: the remote has it, as far as is known. */
export const revertBlockReason =
  (isThere: (id: string) => boolean) =>
  ({ kind, id, type }: { kind: string; id: string; type?: unknown }, field: string | null): Message | undefined => {
    if (!isKindName(kind)) return undefined;
    if (field === null) return isReadOnly({ kind, type }) && !isThere(id) ? message('problem.sync.cannotRestore') : undefined;
    if (!remoteOwnedFields[kind]?.includes(field)) return undefined;
    return kind === 'project' ? localesReadOnly : fieldReadOnly;
  };

function* fieldFaults(
  { do: verb, kind, fields, ...target }: Extract<SingleCommand, { do: 'create' | 'change' }>,
  project: Project,
): Generator<PathFault> {
  const current = verb === 'change' && 'id' in target ? project.get(String(target.id)) : undefined;
  for (const [field, value] of Object.entries<unknown>(fields)) {
    const isChanged = current !== undefined && current[field] !== value;
    const isUnsendable = !isSendable(kind, field) && !isDerived(kind, field);
    const isFixed = field === 'customId' && current?.customId !== null;
    if (isChanged && (isUnsendable || isFixed)) yield [field, fieldReadOnly];
    else yield* textFaults(kind, field, value, current, project);
  }
}

function* textFaults(
  kind: KindName,
  field: string,
  value: unknown,
  current: AnyRecord | undefined,
  project: Project,
): Generator<PathFault> {
  const rule = getKind(kind).texts[field] ?? getKind(kind).texts[`${field}.data`];
  if (!rule || (rule.format !== 'rich' && rule.format !== 'note')) return;
  for (const [path, text, before] of richTextsIn(field, value, current, project)) {
    const read = canonicalizeRichText(text, rule.format === 'note' ? 'note' : 'api');
    // Formatting that is already there may be richer than what the remote accepts: the text stays as long as it is not edited.
    if (!read.ok && !(typeof before === 'string' && richTextEquals(before, text)))
      yield [path, message('problem.sync.unsupportedText', { reason: read.error })];
  }
}

/** The rich texts of a new field value: path, text, and the current text. */
function* richTextsIn(
  field: string,
  value: unknown,
  current: AnyRecord | undefined,
  project: Project,
): Generator<[path: string, text: string, before: unknown]> {
  const before = current?.[field];
  if (typeof value === 'string') yield [field, value, textFor(before, project.mainLocale)];
  if (!isObject(value)) return;
  if ('type' in value && 'data' in value) {
    const { data, plain } = value;
    if (typeof data === 'string' && plain === false) yield [`${field}.data`, data, isObject(before) ? before.data : undefined];
    return;
  }
  for (const [locale, localized] of Object.entries(value)) {
    const text = isObject(localized) ? localized.text : localized;
    if (typeof text === 'string') yield [`${field}.${locale}`, text, textFor(before, locale)];
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The text of a field in a language; a field without languages has one text. */
function textFor(value: unknown, locale: string): unknown {
  if (!isObject(value)) return value;
  const localized = value[locale];
  return isObject(localized) ? localized.text : undefined;
}
