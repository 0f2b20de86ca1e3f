/** What scripts may call boards, components and their variables: judged while it is typed, and proposed from a name. Pure. */
import { generateCustomId, isCustomId, isReserved, isVariableName } from '../../shared/identifiers.ts';
import type { Project } from '../../shared/project.ts';
import { attributesWords } from '../words/en/attributes.ts';

/** What is wrong with the name of a variable, in words; null when nothing is. `owner` is null for a global one. */
export function variableFault(project: Project, owner: string | null, name: string): string | null {
  if (name === '') return attributesWords.aNameForScripts;
  if (isReserved(name)) return attributesWords.isAWordOf(name);
  if (!isVariableName(name)) return attributesWords.itStartsWithA;
  return project.holderOf(keyOf(owner, name)) === undefined
    ? null
    : owner === null
      ? attributesWords.thereIsAVariable
      : attributesWords.anotherAttributeHereHas;
}

/** The same for what scripts call a board. */
export function scopeFault(project: Project, name: string): string | null {
  if (name === '') return attributesWords.aNameForScripts;
  if (isReserved(name)) return attributesWords.isAWordOf(name);
  if (!isCustomId(name)) return attributesWords.itStartsWithALetter;
  return project.holderOf(`scope:${name}`) === undefined ? null : attributesWords.aBoardOrComponent;
}

export const proposedVariable = (project: Project, owner: string | null, name: string): string =>
  name.trim() === '' ? '' : generateCustomId(name, (id) => project.holderOf(keyOf(owner, id)) !== undefined);
export const proposedScope = (project: Project, name: string): string =>
  generateCustomId(name, (id) => project.holderOf(`scope:${id}`) !== undefined);

const keyOf = (owner: string | null, name: string): string => (owner === null ? `variable:${name}` : `variable:${owner}:${name}`);

/** `maren.trust`; null for what scripts cannot name. */
export function scriptName(project: Project, attributeId: string): string | null {
  const attribute = project.find('attribute', attributeId);
  const owner = attribute && (project.find('component', attribute.cId) ?? project.find('board', attribute.cId));
  return attribute?.customId && owner?.customId ? `${owner.customId}.${attribute.customId}` : null;
}
