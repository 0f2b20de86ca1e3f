/** What a new record gets that nobody gave and no default can say: its parent, its name, its customId, its value. */

import { generateCustomId } from '../../../shared/model/identifiers.ts';
import { canBeVariableValue } from '../../../shared/model/kinds/attribute-value.ts';
import { attributeValueSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import type { KindDefinition } from '../../../shared/model/kinds/kinds.ts';
import { defaultVariableValues } from '../../../shared/model/variable-value.ts';
import type { DecisionContext } from './decision-context.ts';

type Fields = Record<string, unknown>;

/** [Boards, Components, Assets] parentId is optional, and null is the root. */
export function withDefaultParent(kind: KindDefinition, fields: Fields, { draft }: DecisionContext): Fields {
  if (kind.orders[0]?.parentField !== 'parentId' || (fields.parentId ?? null) !== null) return fields;
  const roots = draft.getOrThrow('project', 'project').roots;
  return { ...fields, parentId: kind.kind === 'board' ? roots.board : kind.kind === 'component' ? roots.component : roots.asset };
}

export function fillDefaults(kind: KindDefinition, fields: Fields, context: DecisionContext): Fields {
  switch (kind.kind) {
    case 'board':
      return fillBoardDefaults(fields, context);
    case 'component':
      return fillComponentDefaults(fields, context);
    case 'asset':
      return fillAssetDefaults(fields, context);
    case 'variable':
      return fields.value === undefined && typeof fields.type === 'string'
        ? { ...fields, value: defaultVariableValues[fields.type] }
        : fields;
    case 'attribute':
      return validateNewAttribute(fields, context);
    default:
      return fields;
  }
}

function fillBoardDefaults(fields: Fields, context: DecisionContext): Fields {
  const folder = fields.type === 'folder';
  const name = fields.name === undefined ? (folder ? 'New Folder' : 'Untitled board') : fields.name;
  const customId = !folder && fields.customId === null ? generateCustomId(String(name), isCustomIdTaken(context)) : fields.customId;
  return { ...fields, name, customId };
}

function fillComponentDefaults(fields: Fields, context: DecisionContext): Fields {
  if (fields.customId !== null) context.errors.addInvalidField('customId', 'is made from the name and cannot be given');
  const folder = fields.type === 'folder';
  const main = context.draft.project.mainLocale;
  const given = fields.name as Record<string, { text: string | null }>;
  const name = Object.keys(given).length > 0 ? given : { [main]: { text: folder ? 'New folder' : 'Untitled component' } };
  const words = name[main]?.text ?? Object.values(name).find(({ text }) => text !== null)?.text ?? '';
  return { ...fields, name, customId: folder ? null : generateCustomId(words, isCustomIdTaken(context)) };
}

/** [Assets] without a type it is a folder; file properties need a type; templates are not made by anyone. */
function fillAssetDefaults(fields: Fields, { errors, findStoredFile }: DecisionContext): Fields {
  const { type } = fields;
  if (type === undefined && [fields.file, fields.size, fields.volume].some((value) => value !== null))
    errors.addInvalidField('type', 'is needed for a file');
  if (typeof type === 'string' && type.startsWith('template-')) errors.addInvalidField('type', 'must be image, audio or video');
  return { ...withFileMetadata(fields, findStoredFile), type: type ?? 'folder' };
}

/** [Assets] if the stored file exists its real size, and what else was found in its bytes, is used. */
export function withFileMetadata(fields: Fields, storedFile: DecisionContext['findStoredFile']): Fields {
  const stored = typeof fields.file === 'string' ? storedFile(fields.file) : undefined;
  if (!stored) return fields;
  const { size, bytes, mime, width, height, duration } = stored;
  return { ...fields, size, bytes, mime, width, height, duration };
}

/** [Attribute] on boards and components plain text, booleans and numbers are variables and need a customId. */
function validateNewAttribute(fields: Fields, { errors }: DecisionContext): Fields {
  const value = attributeValueSchema.safeParse(fields.value);
  if (value.success && fields.cType !== 'elements' && fields.customId === null && canBeVariableValue(value.data))
    errors.addInvalidField('customId', 'is needed for plain text, booleans and numbers of boards and components');
  return fields;
}

const isCustomIdTaken =
  ({ draft }: DecisionContext) =>
  (id: string): boolean =>
    draft.project.recordIdByUniqueKey(`scope:${id}`) !== undefined;
