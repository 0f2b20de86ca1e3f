/** Defaults of a new record that depend on the project or on other fields: its parent, name, customId and value. */

import { safeParseJson } from '../../../shared/contracts/schema-issues.ts';
import { message } from '../../../shared/messages/message.ts';
import { canBeVariableValue } from '../../../shared/model/kinds/attribute-value.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { attributeValueSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import type { KindDefinition } from '../../../shared/model/kinds/kinds.ts';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';
import { defaultVariableValues } from '../../../shared/model/variable-value.ts';
import { generateCustomId } from '../../../shared/script/identifiers.ts';
import { findTemplateParentFault, validateStoredType } from './asset-rules.ts';
import type { DecisionContext, Fields } from './decision-context.ts';

/** [Boards, Components, Assets] parentId is optional, and null stands for the root. */
export function withDefaultParent(kind: KindDefinition, fields: Fields, { draft }: DecisionContext): Fields {
  if (kind.orders[0]?.parentField !== 'parentId' || (fields.parentId ?? null) !== null) return fields;
  return { ...fields, parentId: draft.rootIdOf(kind.kind) };
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
  const isFolder = fields.type === 'folder';
  const defaultName = isFolder ? 'New Folder' : 'Untitled board';
  const name = fields.name === undefined ? defaultName : fields.name;
  const customId = !isFolder && fields.customId === null ? generateCustomId(String(name), isCustomIdTaken(context)) : fields.customId;
  return { ...fields, name, customId };
}

function fillComponentDefaults(fields: Fields, context: DecisionContext): Fields {
  if (fields.customId !== null) context.errors.addInvalidField('customId', message('fault.component.customIdGiven'));
  const isFolder = fields.type === 'folder';
  const main = context.draft.project.mainLocale;
  // toStoredFields has merged the requested name into a localized text.
  const requestedName = localizedTextOf(fields, 'name');
  const name: LocalizedText =
    Object.keys(requestedName).length > 0 ? requestedName : { [main]: { text: isFolder ? 'New folder' : 'Untitled component' } };
  const text = name[main]?.text ?? Object.values(name).find((each) => each.text !== null)?.text ?? '';
  return { ...fields, name, customId: isFolder ? null : generateCustomId(text, isCustomIdTaken(context)) };
}

/** [Assets] without a type, an asset is a folder; file properties require a type; template assets cannot be created. */
function fillAssetDefaults(fields: Fields, context: DecisionContext): Fields {
  const { draft, errors, findStoredFile } = context;
  const { type } = fields;
  if (type === undefined && [fields.file, fields.size, fields.volume].some((value) => value !== null))
    errors.addInvalidField('type', message('fault.file.typeNeeded'));
  if (typeof type === 'string' && type.startsWith('template-')) errors.addInvalidField('type', message('fault.assetType'));
  if (!errors.has('type')) validateStoredType(fields, undefined, context);
  const parentFault = findTemplateParentFault(fields.parentId, draft.project);
  if (parentFault) errors.addInvalidField('parentId', parentFault);
  return { ...withFileMetadata(fields, findStoredFile), type: type ?? 'folder' };
}

/** [Assets] if the stored file exists, its size and the metadata read from its bytes replace those of the request. */
export function withFileMetadata(fields: Fields, storedFile: DecisionContext['findStoredFile']): Fields {
  const stored = typeof fields.file === 'string' ? storedFile(fields.file) : undefined;
  if (!stored) return fields;
  const { size, bytes, mime, width, height, duration } = stored;
  return { ...fields, size, bytes, mime, width, height, duration };
}

/** [Attribute] plain texts, booleans and numbers of boards and components are variables and need a customId. */
function validateNewAttribute(fields: Fields, { errors }: DecisionContext): Fields {
  const value = safeParseJson(attributeValueSchema, fields.value);
  if (value.success && fields.cType !== 'elements' && fields.customId === null && canBeVariableValue(value.data))
    errors.addInvalidField('customId', message('fault.customIdNeeded'));
  return fields;
}

const isCustomIdTaken =
  ({ draft }: DecisionContext) =>
  (id: string): boolean =>
    draft.project.recordIdByUniqueKey(`scope:${id}`) !== undefined;
