/** Puts back the values that a write of ours replaced, after it turned out that it may have overwritten somebody else's. */
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { type FieldPath, fieldNameOf, fieldPathsOf, fieldValue, isSameField, isSendable, localeOf, recordFieldsAt } from './field-paths.ts';

/** The field paths that a write changed. */
export const changedFieldPaths = (before: AnyRecord, sent: AnyRecord): FieldPath[] =>
  [...fieldPathsOf(before, sent)].filter((fieldPath) => !isSameField(sent.kind, fieldPath, before, sent)).sort();

/**
 * The command that sets the fields that were sent to their values before it; undefined where there is nothing to restore: the record was removed or
 * only moved, or the fields no longer have the values that were sent, which a later edit has replaced.
 */
export function restoreOverwrittenCommand(before: AnyRecord, sent: AnyRecord, local: AnyRecord | undefined): SingleCommand | undefined {
  if (!local) return undefined;
  const { kind, id } = local;
  const fields: Record<string, unknown> = {};
  for (const fieldPath of changedFieldPaths(before, sent)) {
    if (!isRestorable(local, fieldPath) || !isSameField(kind, fieldPath, sent, local)) continue;
    const [field, locale] = [fieldNameOf(fieldPath), localeOf(fieldPath)];
    if (locale !== null) fields[field] = { ...Object(fields[field]), [locale]: fieldValue(before, fieldPath) ?? null };
    // A customId is set once and never changes.
    else for (const each of recordFieldsAt(kind, fieldPath)) if (each !== 'customId') fields[each] = before[each];
  }
  // The fields belong to the kind of the record.
  return Object.keys(fields).length > 0 ? ({ do: 'change', kind, id, fields } as SingleCommand) : undefined;
}

/** Whether a command of the user can set the field. */
const isRestorable = ({ kind }: AnyRecord, fieldPath: FieldPath): boolean =>
  isSendable(kind, fieldPath) && fieldNameOf(fieldPath) !== 'extra' && !getKind(kind).immutableFields.includes(fieldNameOf(fieldPath));
