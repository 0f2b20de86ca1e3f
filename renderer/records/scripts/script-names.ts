/** The names of boards, components and variables in scripts: validation while typing, and suggestions from a name. Pure. */

import type { Project } from '../../../shared/model/project.ts';
import { type SourceSpan, spanTester } from '../../../shared/rich-text/script-source.ts';
import { generateCustomId, isReservedWord, isValidCustomId, isValidVariableName } from '../../../shared/script/identifiers.ts';
import { t } from '../../messages/translate.ts';

/** The error message for the name of a new variable, or null if the name is valid. `owner` is null for a global variable. */
export function variableNameError(project: Project, owner: string | null, name: string): string | null {
  if (name === '') return t('attributes.fault.scriptNameNeeded');
  if (isReservedWord(name)) return t('attributes.fault.reservedWord', { name });
  if (!isValidVariableName(name)) return t('attributes.fault.scriptNameForm');
  if (project.recordIdByUniqueKey(variableKey(owner, name)) === undefined) return null;
  return owner === null ? t('attributes.fault.variableExists') : t('attributes.fault.attributeExists');
}

/** The error message for the script ID of a board, or null if it is valid. */
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

/** `maren.trust`; null if scripts cannot refer to it. */
export function scriptNameOf(project: Project, attributeId: string): string | null {
  const attribute = project.find('attribute', attributeId);
  const owner = attribute && (project.find('component', attribute.cId) ?? project.find('board', attribute.cId));
  return attribute?.customId && owner?.customId ? `${owner.customId}.${attribute.customId}` : null;
}

interface NameInScript extends SourceSpan {
  readonly name: string;
}

const stringOrName = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|(?<name>[A-Za-z$_][\w$]*)/g;

/** Whether the character at a place can be part of a name: the names in a script are found by their letters, so `2oil` contains one. */
export const isWordCharacter = (source: string, at: number): boolean => /[\w$]/.test(source.charAt(at));

/** Whether there is a dot, and nothing else but space, from `start` up to `end`. */
export const isDot = (source: string, start: number, end: number): boolean => source.slice(start, end).trim() === '.';

/** Whether a name is the rest of a longer word, or belongs to an owner before it. */
const continuesName = (source: string, start: number): boolean =>
  isWordCharacter(source, start - 1) || source.slice(0, start).trimEnd().endsWith('.');

/** The names of the variables of an owner in a script (`trust` in `maren.trust`), even if it has errors. */
export function findOwnedNames(source: string, mentions: readonly SourceSpan[], owner: string): NameInScript[] {
  const tokens = [...source.matchAll(stringOrName)].map(({ index: start, 0: text, groups }) => ({
    start,
    end: start + text.length,
    name: groups?.name,
  }));
  const isInMention = spanTester(mentions);
  return tokens.flatMap(({ start, end, name }, at) => {
    const before = tokens[at - 1];
    if (name === undefined || before?.name !== owner || !isDot(source, before.end, start)) return [];
    return continuesName(source, before.start) || isInMention(before.start, start) ? [] : [{ start, end, name }];
  });
}

/** The names of global variables in a script, even if it has errors: words outside of strings and mentions that belong to no owner, and own nothing. */
export function findGlobalNames(source: string, mentions: readonly SourceSpan[]): NameInScript[] {
  const isInMention = spanTester(mentions);
  return [...source.matchAll(stringOrName)].flatMap(({ index: start, 0: found, groups }) => {
    const end = start + found.length;
    const isPartOfName = continuesName(source, start) || /^\s*\./.test(source.slice(end));
    return groups?.name === undefined || isPartOfName || isInMention(start, start) || isReservedWord(found)
      ? []
      : [{ start, end, name: found }];
  });
}
