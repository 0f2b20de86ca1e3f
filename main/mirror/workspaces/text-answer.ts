/** Answers that are commands of the user: what a field becomes, so that it can be undone like anything else the user does. */
import type { SingleCommand } from '../../../shared/commands.ts';
import { type AnyRecord, kindNamed } from '../../../shared/kinds/all.ts';
import { fieldOf, localeOf } from '../plan/cells.ts';
import type { Question } from '../plan/question.ts';

/** Fields of a kind that are several cells in one, or that no command sets by itself. */
const together: readonly string[] = ['sourceid', 'targetid', 'value', 'extra', 'customId', 'locales', 'status', 'type'];

/** The text that a question is about, as the user has it or they do; undefined where it is about none. */
export function textIn({ kind, cell, mine, theirs }: Question): string | undefined {
  if (cell === null || cell === 'place') return undefined;
  const field = fieldOf(cell);
  if (together.includes(field)) return undefined;
  const isText = kindNamed(kind).texts[field] !== undefined || ['name', 'css', 'script'].includes(field);
  if (!isText) return undefined;
  return [mine, theirs].find((text): text is string => typeof text === 'string');
}

/** Sets the field of the question to a value; undefined where no command can. */
export function settingOf({ kind, record, cell }: Question, value: unknown, mine: AnyRecord | undefined): SingleCommand | undefined {
  if (!mine || cell === null || cell === 'place') return undefined;
  const field = fieldOf(cell);
  const locale = localeOf(cell);
  if (together.includes(field) || kindNamed(kind).fixed.includes(field)) return undefined;
  return { do: 'change', kind, id: record, fields: { [field]: locale === null ? value : { [locale]: value } } } as SingleCommand;
}
