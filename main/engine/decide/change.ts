/** Changes some fields of a record: what is not named keeps its value ([Common conventions], [Elements] PATCH). */
import type { SingleCommand } from '../../../shared/commands.ts';
import { type AnyRecord, kindNamed } from '../../../shared/kinds/all.ts';
import { attributeValue, isVariableValue } from '../../../shared/kinds/attribute-value.ts';
import { PROJECT } from '../../../shared/kinds/project.ts';
import { invalid, Problem } from '../../../shared/problem.ts';
import { emptyValue } from './create.ts';
import type { Context } from './decide.ts';
import { storedFields } from './fields.ts';
import { rankFor } from './placing.ts';

type Fields = Record<string, unknown>;

export function change(command: Extract<SingleCommand, { do: 'change' }>, context: Context): void {
  const { stage } = context;
  const kind = kindNamed(command.kind);
  const before: AnyRecord = stage.get(command.kind, command.id) as unknown as AnyRecord;
  const given = command.fields as Fields;
  if (Object.keys(given).length === 0)
    throw new Problem('invalid', 'At least one field is needed.', { errors: { fields: 'at least one is needed' } });
  const roots: readonly string[] = Object.values(stage.get('project', PROJECT).roots);
  if (roots.includes(before.id)) throw new Problem('unsupported', `The root ${kind.label} cannot be changed.`);
  refuseFixed(kind.fixed, given, before);
  const fields = prepare(before, { ...storedFields(kind, given, before, context) });
  let after: AnyRecord = { ...before, ...fields };
  if (kind.kind === 'connection' && after.sourceid !== before.sourceid)
    after = { ...after, outputRank: rankFor(stage.project, String(after.sourceid), 'outputs') };
  stage.put(after);
}

/** Fields that never change may be named with the value they have, and customIds may be set once. */
function refuseFixed(fixed: readonly string[], given: Fields, before: AnyRecord): void {
  const faults: Record<string, string> = {};
  for (const field of fixed) if (given[field] !== undefined && given[field] !== before[field]) faults[field] = 'cannot be changed';
  if (given.customId !== undefined && before.customId !== null && given.customId !== before.customId)
    faults.customId = 'cannot be changed once it is set';
  if (Object.keys(faults).length > 0) throw new Problem('unsupported', Object.entries(faults)[0]?.join(' ') ?? '', { errors: faults });
}

function prepare(before: AnyRecord, fields: Fields): Fields {
  switch (before.kind) {
    case 'variable':
      return fields.type !== undefined && fields.value === undefined
        ? { ...fields, value: converted(before.value, String(fields.type)) }
        : fields;
    case 'asset':
      if (String(before.type).startsWith('template-')) throw new Problem('unsupported', 'Template assets cannot be changed.');
      return fields;
    case 'attribute':
      becomesVariable(before, fields);
      return fields;
    case 'connection':
      for (const end of ['source', 'target'])
        if ((fields[`${end}id`] === undefined) !== (fields[`${end}Type`] === undefined))
          throw invalid(`${end}id`, `${end}id and ${end}Type go together`);
      return fields;
    default:
      return fields;
  }
}

/** [Variables] with only a type the value is kept where it can be read as one of the new type; else the type's empty value. */
function converted(value: unknown, type: string): unknown {
  const text = String(value).trim();
  const number = text === '' ? Number.NaN : Number(text);
  if (type === 'string') return String(value);
  if (type === 'float' && Number.isFinite(number)) return number;
  if (type === 'integer' && Number.isSafeInteger(number)) return number;
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (typeof value === 'boolean' && type !== 'boolean') return Number(value);
  return emptyValue[type];
}

/** [Attribute] what becomes a variable needs a customId; what was one in an imported file without any goes on without. */
function becomesVariable(before: AnyRecord, fields: Fields): void {
  const after = attributeValue.safeParse(fields.value ?? before.value);
  if (!after.success || before.cType === 'elements' || !isVariableValue(after.data)) return;
  if ((fields.customId ?? before.customId) !== null || isVariableValue(attributeValue.parse(before.value))) return;
  throw invalid('customId', 'is needed for plain text, booleans and numbers of boards and components');
}
