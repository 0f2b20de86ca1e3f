/** What a new record gets that nobody gave and no default can say: its parent, its name, its customId, its value. */
import { generateCustomId } from '../../../shared/identifiers.ts';
import type { AnyKind } from '../../../shared/kinds/all.ts';
import { attributeValue, isVariableValue } from '../../../shared/kinds/attribute-value.ts';
import { emptyValue } from '../../../shared/variable-value.ts';
import type { Context } from './context.ts';

type Fields = Record<string, unknown>;

/** [Boards, Components, Assets] parentId is optional, and null is the root. */
export function withParent(kind: AnyKind, fields: Fields, { stage }: Context): Fields {
  if (kind.orders[0]?.by !== 'parentId' || (fields.parentId ?? null) !== null) return fields;
  const roots = stage.get('project', 'project').roots;
  return { ...fields, parentId: kind.kind === 'board' ? roots.board : kind.kind === 'component' ? roots.component : roots.asset };
}

export function filledIn(kind: AnyKind, fields: Fields, context: Context): Fields {
  switch (kind.kind) {
    case 'board':
      return board(fields, context);
    case 'component':
      return component(fields, context);
    case 'asset':
      return asset(fields, context);
    case 'variable':
      return fields.value === undefined && typeof fields.type === 'string' ? { ...fields, value: emptyValue[fields.type] } : fields;
    case 'attribute':
      return attribute(fields, context);
    default:
      return fields;
  }
}

function board(fields: Fields, context: Context): Fields {
  const folder = fields.type === 'folder';
  const name = fields.name === undefined ? (folder ? 'New Folder' : 'Untitled board') : fields.name;
  const customId = !folder && fields.customId === null ? generateCustomId(String(name), taken(context)) : fields.customId;
  return { ...fields, name, customId };
}

function component(fields: Fields, context: Context): Fields {
  if (fields.customId !== null) context.faults.wrong('customId', 'is made from the name and cannot be given');
  const folder = fields.type === 'folder';
  const main = context.stage.project.mainLocale;
  const given = fields.name as Record<string, { text: string | null }>;
  const name = Object.keys(given).length > 0 ? given : { [main]: { text: folder ? 'New folder' : 'Untitled component' } };
  const words = name[main]?.text ?? Object.values(name).find(({ text }) => text !== null)?.text ?? '';
  return { ...fields, name, customId: folder ? null : generateCustomId(words, taken(context)) };
}

/** [Assets] without a type it is a folder; file properties need a type; templates are not made by anyone. */
function asset(fields: Fields, { faults, storedFile }: Context): Fields {
  const { type } = fields;
  if (type === undefined && [fields.file, fields.size, fields.volume].some((value) => value !== null))
    faults.wrong('type', 'is needed for a file');
  if (typeof type === 'string' && type.startsWith('template-')) faults.wrong('type', 'must be image, audio or video');
  return { ...measured(fields, storedFile), type: type ?? 'folder' };
}

/** [Assets] if the stored file exists its real size, and what else was found in its bytes, is used. */
export function measured(fields: Fields, storedFile: Context['storedFile']): Fields {
  const stored = typeof fields.file === 'string' ? storedFile(fields.file) : undefined;
  if (!stored) return fields;
  const { size, bytes, mime, width, height, duration } = stored;
  return { ...fields, size, bytes, mime, width, height, duration };
}

/** [Attribute] on boards and components plain text, booleans and numbers are variables and need a customId. */
function attribute(fields: Fields, { faults }: Context): Fields {
  const value = attributeValue.safeParse(fields.value);
  if (value.success && fields.cType !== 'elements' && fields.customId === null && isVariableValue(value.data))
    faults.wrong('customId', 'is needed for plain text, booleans and numbers of boards and components');
  return fields;
}

const taken =
  ({ stage }: Context) =>
  (id: string): boolean =>
    stage.project.holderOf(`scope:${id}`) !== undefined;
