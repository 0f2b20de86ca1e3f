/** Changes some fields of a record: what is not named keeps its value ([Common conventions], [Elements] PATCH). */
import type { SingleCommand } from '../../../shared/commands.ts';
import { type AnyRecord, kindNamed } from '../../../shared/kinds/all.ts';
import { attributeValue, isVariableValue } from '../../../shared/kinds/attribute-value.ts';
import { PROJECT } from '../../../shared/kinds/project.ts';
import { invalid, Problem } from '../../../shared/problem.ts';
import { convertedValue } from '../../../shared/variable-value.ts';
import type { Faults } from '../faults.ts';
import type { Context } from './context.ts';
import { givenFields, shapeFaults, storedFields } from './fields.ts';
import { measured } from './filled-in.ts';
import { rankFor } from './placing.ts';

type Fields = Record<string, unknown>;

export function change(command: Extract<SingleCommand, { do: 'change' }>, context: Context): void {
  const { stage, faults } = context;
  const kind = kindNamed(command.kind);
  const before: AnyRecord = stage.get(command.kind, command.id) as unknown as AnyRecord;
  const given = givenFields(command.fields);
  if (Object.keys(given).length === 0) throw invalid('fields', 'at least one is needed');
  const roots: readonly string[] = Object.values(stage.get('project', PROJECT).roots);
  if (roots.includes(before.id)) throw new Problem('unsupported', `The root ${kind.label} cannot be changed.`);
  refuseFixed(kind.fixed, given, before, faults);
  const fields = prepare(before, storedFields(kind, given, before, context), context);
  const { kind: _kind, id: _id, rank: _rank, outputRank: _output, extra: _extra, translatedFrom: _from, ...own } = before;
  shapeFaults(kind, { ...own, ...fields }, own, faults);
  if (faults.hasInvalidFields) return;
  let after: AnyRecord = { ...before, ...fields };
  const outputs = kind.orders.find(({ rank }) => rank === 'outputRank');
  if (outputs && after.sourceid !== before.sourceid)
    after = { ...after, outputRank: rankFor(stage.project, after, outputs, String(after.sourceid)) };
  stage.put(after);
}

/** Fields that never change may be named with the value they have, and customIds may be set once. */
function refuseFixed(fixed: readonly string[], given: Fields, before: AnyRecord, faults: Faults): void {
  for (const field of fixed) if (given[field] !== undefined && given[field] !== before[field]) faults.wrong(field, 'cannot be changed');
  if (given.customId !== undefined && typeof before.customId === 'string' && given.customId !== before.customId)
    faults.wrong('customId', 'cannot be changed once it is set');
}

function prepare(before: AnyRecord, fields: Fields, { faults, storedFile }: Context): Fields {
  switch (before.kind) {
    case 'variable':
      return fields.type !== undefined && fields.value === undefined
        ? { ...fields, value: convertedValue(before.value, String(fields.type)) }
        : fields;
    case 'asset':
      assetType(String(before.type), fields.type, faults);
      return fields.file === undefined ? fields : { ...unmeasured, ...measured(fields, storedFile) };
    case 'attribute':
      becomesVariable(before, fields, faults);
      return fields;
    case 'connection':
      for (const end of ['source', 'target'])
        if ((fields[`${end}id`] === undefined) !== (fields[`${end}Type`] === undefined))
          faults.wrong(fields[`${end}id`] === undefined ? `${end}id` : `${end}Type`, `is needed: ${end}id and ${end}Type go together`);
      return fields;
    default:
      return fields;
  }
}

/** What was found in the bytes of the file before says nothing of another. */
const unmeasured: Fields = { bytes: null, mime: null, width: null, height: null, duration: null };

/** [Assets] template assets stay as they are, folders stay folders, files stay files. */
function assetType(before: string, type: unknown, faults: Faults): void {
  if (before.startsWith('template-')) throw new Problem('unsupported', 'Template assets cannot be changed.');
  if (type === undefined || type === before) return;
  if (before === 'folder') faults.wrong('type', 'cannot be changed: a folder stays a folder');
  else if (type === 'folder' || String(type).startsWith('template-')) faults.wrong('type', 'must be image, audio or video');
}

/** [Attribute] what becomes a variable needs a customId and what has one stays a variable; one of an imported file may go on without. */
function becomesVariable(before: AnyRecord, fields: Fields, faults: Faults): void {
  const after = attributeValue.safeParse(fields.value ?? before.value);
  if (!after.success || before.cType === 'elements') return;
  const [is, was] = [isVariableValue(after.data), isVariableValue(attributeValue.parse(before.value))];
  if (is && !was && (fields.customId ?? before.customId) === null)
    faults.wrong('customId', 'is needed for plain text, booleans and numbers of boards and components');
  if (!is && before.customId !== null)
    faults.wrong('value.type', 'must stay plain text, boolean, integer or float: scripts use its customId');
}
