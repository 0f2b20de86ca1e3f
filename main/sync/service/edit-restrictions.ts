/**
 * What may be edited in a synced project: what the remote's API has a request for, in the rich text that it accepts. Everything else is
 * rejected here at once, with the reason, because it could never be sent.
 */
import type { Command, SingleCommand } from '../../../shared/model/commands.ts';
import { type AnyRecord, getKind, isKindName, type KindName } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { richTextEquals } from '../../../shared/rich-text/rich-text-equality.ts';
import { isDerived, isReadOnly, isSendable } from '../plan/field-paths.ts';

const localesMessage = 'cannot be changed here: the project is mirrored, and its languages are those that it has there';
const unsupportedMessage = 'cannot be changed here: the project is mirrored, and the interface of its workspace has no request for it';

/** Throws a Problem `invalid` with every fault at its field. */
export function assertCommandAllowed(command: Command, project: Project): void {
  const faults: Record<string, string> = {};
  for (const each of command.do === 'batch' ? command.commands : [command])
    for (const [path, says] of commandErrors(each, project)) faults[path] ??= says;
  const [first] = Object.entries(faults);
  if (first) throw new Problem('invalid', `${first[0]} ${first[1]}.`, { errors: faults });
}

function* commandErrors(command: SingleCommand, project: Project): Generator<[path: string, says: string]> {
  switch (command.do) {
    case 'addLocale':
    case 'changeLocale':
    case 'removeLocale':
    case 'makeMainLocale':
      yield ['locales', localesMessage];
      return;
    case 'create':
    case 'change':
      if (isReadOnly({ kind: command.kind })) yield [command.kind, unsupportedMessage];
      else yield* fieldErrors(command, project);
      return;
    case 'remove':
    case 'move':
      if (isReadOnly({ kind: command.kind })) yield [command.kind, unsupportedMessage];
  }
}

/** What only the remote gives: nobody here can bring it back once it is gone there. */
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
  ({ kind, id, type }: { kind: string; id: string; type?: unknown }, field: string | null): string | undefined => {
    if (!isKindName(kind)) return undefined;
    if (field !== null)
      return remoteOwnedFields[kind]?.includes(field) ? (kind === 'project' ? localesMessage : unsupportedMessage) : undefined;
    return isReadOnly({ kind, type }) && !isThere(id) ? 'it is gone there, and nobody can make it there again from here' : undefined;
  };

function* fieldErrors({ do: verb, kind, fields, ...of }: Extract<SingleCommand, { do: 'create' | 'change' }>, project: Project) {
  const now = verb === 'change' && 'id' in of ? project.get(String(of.id)) : undefined;
  for (const [field, value] of Object.entries(fields as Record<string, unknown>)) {
    if (verb === 'change' && !isSendable(kind, field) && !isDerived(kind, field) && now && now[field] !== value)
      yield [field, unsupportedMessage] as [string, string];
    else if (field === 'customId' && now && now.customId !== null && now.customId !== value)
      yield [field, unsupportedMessage] as [string, string];
    else yield* textErrors(kind, field, value, now, project);
  }
}

function* textErrors(
  kind: KindName,
  field: string,
  value: unknown,
  now: AnyRecord | undefined,
  project: Project,
): Generator<[string, string]> {
  const rule = getKind(kind).texts[field] ?? getKind(kind).texts[`${field}.data`];
  if (!rule || (rule.format !== 'rich' && rule.format !== 'note')) return;
  for (const [path, text, before] of richTextsIn(field, value, now, project)) {
    const read = canonicalizeRichText(text, rule.format === 'note' ? 'note' : 'api');
    // What is there already may be richer; it stays as long as it is not touched.
    if (!read.ok && !(typeof before === 'string' && richTextEquals(before, text)))
      yield [path, `is more than its workspace takes: ${read.error}`];
  }
}

/** Path, text, and what stands there now. */
function* richTextsIn(field: string, value: unknown, now: AnyRecord | undefined, project: Project): Generator<[string, string, unknown]> {
  const held = now?.[field] as Record<string, { text?: unknown }> | string | null | undefined;
  const heldIn = (locale: string): unknown => (typeof held === 'object' && held !== null ? held[locale]?.text : held);
  if (typeof value === 'string') yield [field, value, heldIn(project.mainLocale)];
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && 'data' in value) {
    const { data, plain } = value as { data: unknown; plain?: unknown };
    const before = (held as { data?: unknown } | undefined)?.data;
    if (typeof data === 'string' && plain === false) yield [`${field}.data`, data, before];
    return;
  }
  for (const [locale, given] of Object.entries(value)) {
    const text = typeof given === 'object' && given !== null ? (given as { text?: unknown }).text : given;
    if (typeof text === 'string') yield [`${field}.${locale}`, text, heldIn(locale)];
  }
}
