/** Creates a record ([Common conventions]): defaults, a place among its siblings, and what comes with its kind. */
import type { SingleCommand } from '../../../shared/commands.ts';
import { generateCustomId } from '../../../shared/identifiers.ts';
import { type AnyKind, type AnyRecord, kindNamed } from '../../../shared/kinds/all.ts';
import { isVariableValue } from '../../../shared/kinds/attribute-value.ts';
import { conflict, invalid, notFound, Problem } from '../../../shared/problem.ts';
import { parentOf } from '../../../shared/project.ts';
import { issuesOf } from '../validate.ts';
import { conditionsOfNewBranch } from './conditions.ts';
import type { Context } from './decide.ts';
import { storedFields } from './fields.ts';
import { rankFor } from './placing.ts';

type Create = Extract<SingleCommand, { do: 'create' }>;
type Fields = Record<string, unknown>;

export function create(command: Create, context: Context): readonly string[] {
  const { stage, world } = context;
  const kind = kindNamed(command.kind);
  if (kind.kind === 'project' || kind.kind === 'condition')
    throw new Problem('unsupported', `A ${kind.label} cannot be created by itself.`);
  const id = command.id ?? world.newId();
  if (stage.at(id)) throw conflict('duplicate', `The id ${id} is already taken.`, { kind: kind.kind, id });
  const given = withParent(kind, command.fields as Fields, context);
  const fields = prepare(kind, { ...kind.defaults, ...storedFields(kind, given, undefined, context) }, context);
  const parsed = kind.whole.safeParse(fields);
  if (!parsed.success)
    throw new Problem('invalid', Object.entries(issuesOf(parsed.error))[0]?.join(': ') ?? '', { errors: issuesOf(parsed.error) });
  const record: AnyRecord = { kind: kind.kind, id, rank: '', ...parsed.data };
  const ranks = Object.fromEntries(
    kind.orders.map((order) => [
      order.rank,
      rankFor(stage.project, parentOf(record, order.by), order.list, order.rank === 'rank' ? command.at : '-'),
    ]),
  );
  stage.put({ ...record, ...ranks });
  if (kind.kind === 'branch') return [id, ...conditionsOfNewBranch(id, command.conditions ?? {}, context)];
  if (command.conditions) throw invalid('conditions', 'goes with branches only');
  return [id];
}

/** [Boards, Components, Assets] parentId is optional and null is the root; a missing parent is told before all else. */
function withParent(kind: AnyKind, fields: Fields, { stage }: Context): Fields {
  if (kind.orders[0]?.by !== 'parentId' || (fields.parentId ?? null) !== null) return fields;
  const roots = stage.get('project', 'project').roots;
  const root = kind.kind === 'board' ? roots.board : kind.kind === 'component' ? roots.component : roots.asset;
  if (!stage.at(root)) throw notFound(kind.label, root);
  return { ...fields, parentId: root };
}

/** What a kind fills in that no default can say. */
function prepare(kind: AnyKind, fields: Fields, context: Context): Fields {
  const { stage } = context;
  const taken = (id: string) => stage.project.holderOf(`scope:${id}`) !== undefined;
  switch (kind.kind) {
    case 'board': {
      const folder = fields.type === 'folder';
      const name = fields.name ?? (folder ? 'New Folder' : 'Untitled board');
      const customId = !folder && fields.customId === null ? generateCustomId(String(name), taken) : fields.customId;
      return { ...fields, name, customId };
    }
    case 'component': {
      if (fields.customId !== null) throw invalid('customId', 'is made from the name and cannot be given');
      const folder = fields.type === 'folder';
      const main = stage.project.mainLocale;
      const given = fields.name as Record<string, { text: string | null }>;
      const name = Object.keys(given).length > 0 ? given : { [main]: { text: folder ? 'New folder' : 'Untitled component' } };
      return { ...fields, name, customId: folder ? null : generateCustomId(name[main]?.text ?? Object.values(name)[0]?.text ?? '', taken) };
    }
    case 'asset': {
      const type = fields.type;
      if (type === undefined && [fields.file, fields.size, fields.volume].some((value) => value !== null))
        throw invalid('type', 'is needed for a file');
      if (typeof type === 'string' && type.startsWith('template-')) throw invalid('type', 'must be image, audio or video');
      return { ...fields, type: type ?? 'folder' };
    }
    case 'variable':
      return fields.value === undefined && typeof fields.type === 'string' ? { ...fields, value: emptyValue[fields.type] } : fields;
    case 'attribute':
      return needsCustomId(fields);
    default:
      return fields;
  }
}

/** [Variables] default values when omitted. */
export const emptyValue: Readonly<Record<string, unknown>> = { string: '', integer: 0, float: 0, boolean: false };

/** [Attribute] on boards and components plain text, booleans and numbers are variables and need a customId. */
function needsCustomId(fields: Fields): Fields {
  const variable = kindNamed('attribute').fields.value?.safeParse(fields.value);
  if (variable?.success && fields.cType !== 'elements' && fields.customId === null && isVariableValue(variable.data as never))
    throw invalid('customId', 'is needed for plain text, booleans and numbers of boards and components');
  return fields;
}
