/** Resolutions that set a text. They are commands of the user, so that they can be undone. */
import { changeCommand, type SingleCommand } from '../../../shared/model/commands.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { fieldNameOf, localeOf } from './field-paths.ts';
import type { MergeConflict } from './merge-conflict.ts';

/** Fields that consist of several field paths, or that no command can set individually. */
const fieldsWithoutTextAnswer: readonly string[] = ['sourceid', 'targetid', 'value', 'extra', 'customId', 'locales', 'status', 'type'];

/** The text of the conflict: the local one, or else the remote one; undefined if the conflict is not about a text. */
export function conflictText({ kind, field: fieldPath, local, remote }: MergeConflict): string | undefined {
  if (fieldPath === null || fieldPath === 'place') return undefined;
  const field = fieldNameOf(fieldPath);
  if (fieldsWithoutTextAnswer.includes(field)) return undefined;
  const isText = getKind(kind).texts[field] !== undefined || ['name', 'css', 'script'].includes(field);
  if (!isText) return undefined;
  return [local, remote].find((text): text is string => typeof text === 'string');
}

/** The command that sets the conflicting field to a value; undefined if no command can. */
export function setFieldCommand(
  { kind, recordId, field: fieldPath }: MergeConflict,
  value: unknown,
  local: AnyRecord | undefined,
): SingleCommand | undefined {
  if (!local || fieldPath === null || fieldPath === 'place') return undefined;
  const field = fieldNameOf(fieldPath);
  const locale = localeOf(fieldPath);
  if (fieldsWithoutTextAnswer.includes(field) || getKind(kind).immutableFields.includes(field)) return undefined;
  return changeCommand(kind, recordId, { [field]: locale === null ? value : { [locale]: value } });
}
