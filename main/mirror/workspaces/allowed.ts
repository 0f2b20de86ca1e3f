/**
 * What may be edited in a mirrored project: what the remote's interface has a request for, in the rich text that it takes. What it would
 * refuse is refused here at once, with the reason, since it could never get there.
 */
import type { Command, SingleCommand } from '../../../shared/commands.ts';
import { type AnyRecord, isKindName, type KindName, kindNamed } from '../../../shared/kinds/all.ts';
import { Problem } from '../../../shared/problem.ts';
import type { Project } from '../../../shared/project.ts';
import { readRichText } from '../../../shared/rich-text/read.ts';
import { sameRichText } from '../../../shared/rich-text/same.ts';
import { isReadOnly, isSent } from '../plan/cells.ts';

const languages = 'cannot be changed here: the project is mirrored, and its languages are those that it has there';
const never = 'cannot be changed here: the project is mirrored, and the interface of its workspace has no request for it';

/** Throws a Problem `invalid` with every fault at its field. */
export function mustBeAllowed(command: Command, project: Project): void {
  const faults: Record<string, string> = {};
  for (const each of command.do === 'batch' ? command.commands : [command])
    for (const [path, says] of faultsOf(each, project)) faults[path] ??= says;
  const [first] = Object.entries(faults);
  if (first) throw new Problem('invalid', `${first[0]} ${first[1]}.`, { errors: faults });
}

function* faultsOf(command: SingleCommand, project: Project): Generator<[path: string, says: string]> {
  switch (command.do) {
    case 'addLocale':
    case 'changeLocale':
    case 'removeLocale':
    case 'makeMainLocale':
      yield ['locales', languages];
      return;
    case 'create':
    case 'change':
      if (isReadOnly({ kind: command.kind })) yield [command.kind, never];
      else yield* faultyFields(command, project);
      return;
    case 'remove':
    case 'move':
      if (isReadOnly({ kind: command.kind })) yield [command.kind, never];
  }
}

/** What only the remote gives: nobody here can bring it back once it is gone there. */
const theirs: { readonly [K in KindName]?: readonly string[] } = {
  project: ['locales'],
  board: ['customId'],
  component: ['customId'],
  variable: ['name'],
  attribute: ['customId'],
};

/** Of steps from before the project was mirrored, and of what went with something that was removed. `isThere`: the remote has it, as far as is known. */
export const whyNotBack =
  (isThere: (id: string) => boolean) =>
  ({ kind, id, type }: { kind: string; id: string; type?: unknown }, field: string | null): string | undefined => {
    if (!isKindName(kind)) return undefined;
    if (field !== null) return theirs[kind]?.includes(field) ? (kind === 'project' ? languages : never) : undefined;
    return isReadOnly({ kind, type }) && !isThere(id) ? 'it is gone there, and nobody can make it there again from here' : undefined;
  };

/** What each side knows for itself, or what is said by other means than the field. */
const own: { readonly [K in KindName]?: readonly string[] } = {
  asset: ['file', 'size', 'bytes', 'mime', 'width', 'height', 'duration'],
  connection: ['sourceType', 'targetType'],
  variable: ['type'],
  attribute: ['customId'],
};

function* faultyFields({ do: verb, kind, fields, ...of }: Extract<SingleCommand, { do: 'create' | 'change' }>, project: Project) {
  const now = verb === 'change' && 'id' in of ? project.at(String(of.id)) : undefined;
  for (const [field, value] of Object.entries(fields as Record<string, unknown>)) {
    if (verb === 'change' && !isSent(kind, field) && !own[kind]?.includes(field) && now && now[field] !== value)
      yield [field, never] as [string, string];
    else if (field === 'customId' && now && now.customId !== null && now.customId !== value) yield [field, never] as [string, string];
    else yield* faultyTexts(kind, field, value, now, project);
  }
}

function* faultyTexts(
  kind: KindName,
  field: string,
  value: unknown,
  now: AnyRecord | undefined,
  project: Project,
): Generator<[string, string]> {
  const rule = kindNamed(kind).texts[field] ?? kindNamed(kind).texts[`${field}.data`];
  if (!rule || (rule.holds !== 'rich' && rule.holds !== 'note')) return;
  for (const [path, text, before] of textsIn(field, value, now, project)) {
    const read = readRichText(text, rule.holds === 'note' ? 'note' : 'api');
    // What is there already may be richer; it stays as long as it is not touched.
    if (!read.ok && !(typeof before === 'string' && sameRichText(before, text)))
      yield [path, `is more than its workspace takes: ${read.fault}`];
  }
}

/** Path, text, and what stands there now. */
function* textsIn(field: string, value: unknown, now: AnyRecord | undefined, project: Project): Generator<[string, string, unknown]> {
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
