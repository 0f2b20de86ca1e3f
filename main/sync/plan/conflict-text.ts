/** Answers that are commands of the user: what a field becomes, so that it can be undone like anything else the user does. */
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { fieldNameOf, localeOf } from './field-paths.ts';
import type { MergeConflict } from './merge-conflict.ts';

/** Fields of a kind that are several cells in one, or that no command sets by itself. */
const fieldsWithoutTextAnswer: readonly string[] = ['sourceid', 'targetid', 'value', 'extra', 'customId', 'locales', 'status', 'type'];

/** The text that a question is about, as the user has it or they do; undefined where it is about none. */
export function conflictText({ kind, field: fieldPath, local, remote }: MergeConflict): string | undefined {
  if (fieldPath === null || fieldPath === 'place') return undefined;
  const field = fieldNameOf(fieldPath);
  if (fieldsWithoutTextAnswer.includes(field)) return undefined;
  const isText = getKind(kind).texts[field] !== undefined || ['name', 'css', 'script'].includes(field);
  if (!isText) return undefined;
  return [local, remote].find((text): text is string => typeof text === 'string');
}

/** Sets the field of the question to a value; undefined where no command can. */
export function setFieldCommand(
  { kind, recordId, field: fieldPath }: MergeConflict,
  value: unknown,
  local: AnyRecord | undefined,
): SingleCommand | undefined {
  if (!local || fieldPath === null || fieldPath === 'place') return undefined;
  const field = fieldNameOf(fieldPath);
  const locale = localeOf(fieldPath);
  if (fieldsWithoutTextAnswer.includes(field) || getKind(kind).immutableFields.includes(field)) return undefined;
  return { do: 'change', kind, id: recordId, fields: { [field]: locale === null ? value : { [locale]: value } } } as SingleCommand;
}
