/** What scripts may call boards, components and their variables: judged while it is typed, and proposed from a name. Pure. */

import { generateCustomId, isReservedWord, isValidCustomId, isValidVariableName } from '../../../shared/model/identifiers.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';

/** What is wrong with the name of a variable, in words; null when nothing is. `owner` is null for a global one. */
export function variableNameError(project: Project, owner: string | null, name: string): string | null {
  if (name === '') return t('attributes.fault.scriptNameNeeded');
  if (isReservedWord(name)) return t('attributes.fault.reservedWord', { name });
  if (!isValidVariableName(name)) return t('attributes.fault.scriptNameForm');
  return project.recordIdByUniqueKey(variableKey(owner, name)) === undefined
    ? null
    : owner === null
      ? t('attributes.fault.variableExists')
      : t('attributes.fault.attributeExists');
}

/** The same for what scripts call a board. */
export function scopeNameError(project: Project, name: string): string | null {
  if (name === '') return t('attributes.fault.scriptNameNeeded');
  if (isReservedWord(name)) return t('attributes.fault.reservedWord', { name });
  if (!isValidCustomId(name)) return t('attributes.fault.scriptIdForm');
  return project.recordIdByUniqueKey(`scope:${name}`) === undefined ? null : t('attributes.fault.scriptIdExists');
}

export const suggestVariableName = (project: Project, owner: string | null, name: string): string =>
  name.trim() === '' ? '' : generateCustomId(name, (id) => project.recordIdByUniqueKey(variableKey(owner, id)) !== undefined);
export const suggestScopeName = (project: Project, name: string): string =>
  generateCustomId(name, (id) => project.recordIdByUniqueKey(`scope:${id}`) !== undefined);

const variableKey = (owner: string | null, name: string): string => (owner === null ? `variable:${name}` : `variable:${owner}:${name}`);

/** `maren.trust`; null for what scripts cannot name. */
export function scriptNameOf(project: Project, attributeId: string): string | null {
  const attribute = project.find('attribute', attributeId);
  const owner = attribute && (project.find('component', attribute.cId) ?? project.find('board', attribute.cId));
  return attribute?.customId && owner?.customId ? `${owner.customId}.${attribute.customId}` : null;
}
