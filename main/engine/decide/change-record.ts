/** Changes some fields of a record: omitted fields keep their values ([Common conventions], [Elements] PATCH). */

import { safeParseJson } from '../../../shared/contracts/schema-issues.ts';
import { message } from '../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import { canBeVariableValue } from '../../../shared/model/kinds/attribute-value.ts';
import { attributeValueSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { convertVariableValue } from '../../../shared/model/variable-value.ts';
import { invalidFieldProblem, Problem } from '../../../shared/problem.ts';
import { isTemplateTree, validateStoredType } from './asset-rules.ts';
import type { DecisionContext, Fields } from './decision-context.ts';
import { withFileMetadata } from './fill-defaults.ts';
import { rankForInsert } from './sibling-ranks.ts';
import { pickDefinedFields, toStoredFields, validateShape } from './stored-fields.ts';
import type { ValidationErrors } from './validation-errors.ts';

export function changeRecord(command: Extract<SingleCommand, { do: 'change' }>, context: DecisionContext): void {
  const { draft, errors } = context;
  const kind = getKind(command.kind);
  const before = draft.getRecordOrThrow(command.kind, command.id);
  const requested = pickDefinedFields(command.fields);
  if (Object.keys(requested).length === 0) throw invalidFieldProblem('fields', message('fault.oneFieldNeeded'));
  const roots: readonly string[] = Object.values(draft.getOrThrow('project', projectRecordId).roots);
  if (roots.includes(before.id)) throw new Problem('unsupported', message('problem.change.rootRecord', { kind: kindNoun(kind.kind) }));
  rejectImmutableFields(kind.immutableFields, requested, before, errors);
  const fields = prepareFields(before, toStoredFields(kind, requested, before, context), context);
  const {
    kind: _kind,
    id: _id,
    rank: _rank,
    outputRank: _output,
    extra: _extra,
    translatedFrom: _from,
    localComments: _comments,
    ...own
  } = before;
  validateShape(kind, { ...own, ...fields }, own, errors);
  if (errors.hasInvalidFields) return;
  let after: AnyRecord = { ...before, ...fields };
  const outputs = kind.orders.find(({ rankField }) => rankField === 'outputRank');
  if (outputs && after.sourceid !== before.sourceid)
    after = { ...after, outputRank: rankForInsert(draft.project, after, outputs, String(after.sourceid)) };
  draft.put(after);
}

/** Adds an error for each immutable field with a new value. Its current value may be given, and a customId may be set once. */
function rejectImmutableFields(immutable: readonly string[], requested: Fields, before: AnyRecord, errors: ValidationErrors): void {
  for (const field of immutable)
    if (requested[field] !== undefined && requested[field] !== before[field]) errors.addInvalidField(field, message('fault.fixed.always'));
  if (requested.customId !== undefined && typeof before.customId === 'string' && requested.customId !== before.customId)
    errors.addInvalidField('customId', message('fault.fixed.onceSet'));
}

function prepareFields(before: AnyRecord, fields: Fields, context: DecisionContext): Fields {
  const { draft, errors, findStoredFile } = context;
  switch (before.kind) {
    case 'variable':
      return fields.type !== undefined && fields.value === undefined
        ? { ...fields, value: convertVariableValue(before.value, String(fields.type)) }
        : fields;
    case 'asset':
      if (isTemplateTree(before.id, draft.project)) throw new Problem('unsupported', message('problem.change.templateAsset'));
      validateAssetType(String(before.type), fields.type, errors);
      if (!errors.has('type')) validateStoredType(fields, draft.find('asset', before.id), context);
      return fields.file === undefined ? fields : { ...emptyFileMetadata, ...withFileMetadata(fields, findStoredFile) };
    case 'attribute':
      validateVariableChange(before, fields, errors);
      return fields;
    case 'connection':
      for (const end of ['source', 'target'])
        if ((fields[`${end}id`] === undefined) !== (fields[`${end}Type`] === undefined))
          errors.addInvalidField(
            fields[`${end}id`] === undefined ? `${end}id` : `${end}Type`,
            message('fault.connection.bothNeeded', { end }),
          );
      return fields;
    default:
      return fields;
  }
}

/** The metadata of a file, which do not apply to the file that replaces it. */
const emptyFileMetadata: Fields = { bytes: null, mime: null, width: null, height: null, duration: null };

/** [Assets] a folder remains a folder, and a file remains a file. */
function validateAssetType(before: string, type: unknown, errors: ValidationErrors): void {
  if (type === undefined || type === before) return;
  if (before === 'folder') errors.addInvalidField('type', message('fault.fixed.folder'));
  else if (type === 'folder' || String(type).startsWith('template-')) errors.addInvalidField('type', message('fault.assetType'));
}

/**
 * [Attribute] an attribute that becomes a variable needs a customId, and one with a customId remains a variable. An imported variable may
 * lack one.
 */
function validateVariableChange(before: AnyRecord, fields: Fields, errors: ValidationErrors): void {
  const after = safeParseJson(attributeValueSchema, fields.value ?? before.value);
  if (!after.success || before.cType === 'elements') return;
  const isVariable = canBeVariableValue(after.data);
  const wasVariable = canBeVariableValue(attributeValueSchema.parse(before.value));
  if (isVariable && !wasVariable && (fields.customId ?? before.customId) === null)
    errors.addInvalidField('customId', message('fault.customIdNeeded'));
  if (!isVariable && before.customId !== null) errors.addInvalidField('value.type', message('fault.variable.staysVariable'));
}
