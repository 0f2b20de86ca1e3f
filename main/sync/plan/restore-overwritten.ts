/** Restores the values that one of our writes has replaced, because it may have overwritten a change of another user. */
import { jsonEquals } from '../../../shared/model/change-set.ts';
import { changeCommand, type SingleCommand } from '../../../shared/model/commands.ts';
import { type AttributeValue, canBeVariableValue } from '../../../shared/model/kinds/attribute-value.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { type FieldPath, fieldNameOf, fieldPathsOf, fieldValue, isSameField, isSendable, localeOf, recordFieldsAt } from './field-paths.ts';

/** One of our writes: the record before it, and as it was sent. */
interface ReplacedValues {
  readonly before: AnyRecord;
  readonly sent: AnyRecord;
}

/** The field paths that a write changed. */
export const changedFieldPaths = (before: AnyRecord, sent: AnyRecord): FieldPath[] =>
  [...fieldPathsOf(before, sent)].filter((fieldPath) => !isSameField(sent.kind, fieldPath, before, sent)).sort();

/**
 * The command that sets the fields which the first of these writes changed to their values before it. The other writes are the later ones
 * to the record, oldest first. Undefined if there is nothing to restore: the record was removed or only moved, or a later edit has replaced
 * the values that were sent last.
 */
export function restoreOverwrittenCommand(writes: readonly ReplacedValues[], local: AnyRecord | undefined): SingleCommand | undefined {
  const [first] = writes;
  if (!local || !first) return undefined;
  const { before, sent } = first;
  const { kind, id } = local;
  const fields: Record<string, unknown> = {};
  for (const fieldPath of changedFieldPaths(before, sent)) {
    const last = writes.findLast((write) => !isSameField(kind, fieldPath, write.before, write.sent));
    if (!last || !isRestorable(local, fieldPath) || !isSameField(kind, fieldPath, last.sent, local)) continue;
    const [field, locale] = [fieldNameOf(fieldPath), localeOf(fieldPath)];
    if (locale !== null) fields[field] = { ...Object(fields[field]), [locale]: fieldValue(before, fieldPath) ?? null };
    else for (const each of recordFieldsAt(kind, fieldPath)) if (isSettable(local, each, before[each])) fields[each] = before[each];
  }
  return Object.keys(fields).length > 0 ? changeCommand(kind, id, fields) : undefined;
}

/** Whether a command of the user can set the field. */
const isRestorable = ({ kind }: AnyRecord, fieldPath: FieldPath): boolean =>
  isSendable(kind, fieldPath) && fieldNameOf(fieldPath) !== 'extra' && !getKind(kind).immutableFields.includes(fieldNameOf(fieldPath));

/** A customId can only be set once, and an attribute that has one remains a variable. */
function isSettable(local: AnyRecord, field: string, value: unknown): boolean {
  if (field === 'customId' || jsonEquals(local[field], value)) return false;
  // The value of an attribute is an AttributeValue.
  return local.kind !== 'attribute' || field !== 'value' || local.customId === null || canBeVariableValue(value as AttributeValue);
}
