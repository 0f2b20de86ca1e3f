/** Changes some fields of a record: what is not named keeps its value ([Common conventions], [Elements] PATCH). */

import { message } from '../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { canBeVariableValue } from '../../../shared/model/kinds/attribute-value.ts';
import { attributeValueSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import { convertVariableValue } from '../../../shared/model/variable-value.ts';
import { invalidFieldProblem, Problem } from '../../../shared/problem.ts';
import type { DecisionContext } from './decision-context.ts';
import { withFileMetadata } from './fill-defaults.ts';
import { rankForInsert } from './sibling-ranks.ts';
import { pickDefinedFields, toStoredFields, validateShape } from './stored-fields.ts';
import type { ValidationErrors } from './validation-errors.ts';

type Fields = Record<string, unknown>;

export function changeRecord(command: Extract<SingleCommand, { do: 'change' }>, context: DecisionContext): void {
  const { draft, errors } = context;
  const kind = getKind(command.kind);
  const before: AnyRecord = draft.getOrThrow(command.kind, command.id) as unknown as AnyRecord;
  const given = pickDefinedFields(command.fields);
  if (Object.keys(given).length === 0) throw invalidFieldProblem('fields', 'at least one is needed');
  const roots: readonly string[] = Object.values(draft.getOrThrow('project', PROJECT_RECORD_ID).roots);
  if (roots.includes(before.id)) throw new Problem('unsupported', message('problem.change.rootRecord', { label: kind.label }));
  rejectFixedFields(kind.immutableFields, given, before, errors);
  const fields = prepareFields(before, toStoredFields(kind, given, before, context), context);
  const { kind: _kind, id: _id, rank: _rank, outputRank: _output, extra: _extra, translatedFrom: _from, ...own } = before;
  validateShape(kind, { ...own, ...fields }, own, errors);
  if (errors.hasInvalidFields) return;
  let after: AnyRecord = { ...before, ...fields };
  const outputs = kind.orders.find(({ rankField }) => rankField === 'outputRank');
  if (outputs && after.sourceid !== before.sourceid)
    after = { ...after, outputRank: rankForInsert(draft.project, after, outputs, String(after.sourceid)) };
  draft.put(after);
}

/** Fields that never change may be named with the value they have, and customIds may be set once. */
function rejectFixedFields(fixed: readonly string[], given: Fields, before: AnyRecord, faults: ValidationErrors): void {
  for (const field of fixed)
    if (given[field] !== undefined && given[field] !== before[field]) faults.addInvalidField(field, 'cannot be changed');
  if (given.customId !== undefined && typeof before.customId === 'string' && given.customId !== before.customId)
    faults.addInvalidField('customId', 'cannot be changed once it is set');
}

function prepareFields(before: AnyRecord, fields: Fields, { errors, findStoredFile }: DecisionContext): Fields {
  switch (before.kind) {
    case 'variable':
      return fields.type !== undefined && fields.value === undefined
        ? { ...fields, value: convertVariableValue(before.value, String(fields.type)) }
        : fields;
    case 'asset':
      validateAssetType(String(before.type), fields.type, errors);
      return fields.file === undefined ? fields : { ...emptyFileMetadata, ...withFileMetadata(fields, findStoredFile) };
    case 'attribute':
      validateVariableChange(before, fields, errors);
      return fields;
    case 'connection':
      for (const end of ['source', 'target'])
        if ((fields[`${end}id`] === undefined) !== (fields[`${end}Type`] === undefined))
          errors.addInvalidField(
            fields[`${end}id`] === undefined ? `${end}id` : `${end}Type`,
            `is needed: ${end}id and ${end}Type go together`,
          );
      return fields;
    default:
      return fields;
  }
}

/** What was found in the bytes of the file before says nothing of another. */
const emptyFileMetadata: Fields = { bytes: null, mime: null, width: null, height: null, duration: null };

/** [Assets] template assets stay as they are, folders stay folders, files stay files. */
function validateAssetType(before: string, type: unknown, faults: ValidationErrors): void {
  if (before.startsWith('template-')) throw new Problem('unsupported', message('problem.change.templateAsset'));
  if (type === undefined || type === before) return;
  if (before === 'folder') faults.addInvalidField('type', 'cannot be changed: a folder stays a folder');
  else if (type === 'folder' || String(type).startsWith('template-')) faults.addInvalidField('type', 'must be image, audio or video');
}

/** [Attribute] what becomes a variable needs a customId and what has one stays a variable; one of an imported file may go on without. */
function validateVariableChange(before: AnyRecord, fields: Fields, faults: ValidationErrors): void {
  const after = attributeValueSchema.safeParse(fields.value ?? before.value);
  if (!after.success || before.cType === 'elements') return;
  const [is, was] = [canBeVariableValue(after.data), canBeVariableValue(attributeValueSchema.parse(before.value))];
  if (is && !was && (fields.customId ?? before.customId) === null)
    faults.addInvalidField('customId', 'is needed for plain text, booleans and numbers of boards and components');
  if (!is && before.customId !== null)
    faults.addInvalidField('value.type', 'must stay plain text, boolean, integer or float: scripts use its customId');
}
