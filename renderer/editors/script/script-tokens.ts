/** Splits the source of a script into highlighted tokens, even if it has errors, and finds unknown names. Pure. */

import type { Project } from '../../../shared/model/project.ts';
import { scriptFunctions } from '../../../shared/script/functions.ts';
import { isReservedWord } from '../../../shared/script/identifiers.ts';
import { t } from '../../messages/translate.ts';

interface ScriptToken {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly kind: 'keyword' | 'function' | 'variable' | 'number' | 'string' | 'sign' | 'unknown';
  /** Why the name is unknown. */
  readonly message?: string;
}
interface SourceRange {
  readonly start: number;
  readonly end: number;
}

const tokenPattern =
  /(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<number>\d*\.?\d+)|(?<name>[A-Za-z$_][\w$]*)|(?<sign>[*/+\-%<>=!&|(),.]+)/g;

/** Tokens inside `mentions` are left out, because mentions are rendered as nodes. */
export function tokenizeScript(project: Project, source: string, mentions: readonly SourceRange[] = []): ScriptToken[] {
  const tokens: ScriptToken[] = [];
  const inMention = (at: number) => mentions.some(({ start, end }) => at >= start && at < end);
  for (const found of source.matchAll(tokenPattern)) {
    const { index: start } = found;
    const end = start + found[0].length;
    if (inMention(start)) continue;
    const { string, number, name } = found.groups ?? {};
    if (string !== undefined) tokens.push({ start, end, kind: 'string' });
    else if (number !== undefined) tokens.push({ start, end, kind: 'number' });
    else if (name === undefined) tokens.push({ start, end, kind: 'sign' });
    else tokens.push(toNameToken(project, source, name, start));
  }
  return tokens;
}

function toNameToken(project: Project, source: string, name: string, start: number): ScriptToken {
  const end = start + name.length;
  if (scriptFunctions.has(name)) return { start, end, kind: 'function' };
  if (isReservedWord(name)) return { start, end, kind: 'keyword' };
  const [, scope] = /(?<![\w$])([A-Za-z$_][\w$]*)\s*\.\s*$/.exec(source.slice(0, start)) ?? [];
  const isScope = /^\s*\.\s*[A-Za-z$_]/.test(source.slice(end));
  const fault = isScope ? unknownScopeMessage(project, name) : unknownVariableMessage(project, scope ?? null, name);
  return fault === null ? { start, end, kind: 'variable' } : { start, end, kind: 'unknown', message: fault };
}

const unknownScopeMessage = (project: Project, scope: string): string | null =>
  project.recordIdByUniqueKey(`scope:${scope}`) === undefined ? t('scriptEditor.unknownScope', { scope }) : null;

function unknownVariableMessage(project: Project, scope: string | null, name: string): string | null {
  if (scope === null) return project.recordIdByUniqueKey(`variable:${name}`) === undefined ? t('scriptEditor.unknown', { name }) : null;
  const owner = project.recordIdByUniqueKey(`scope:${scope}`);
  // If the owner is unknown, its variables are not reported as well.
  return owner === undefined || project.recordIdByUniqueKey(`variable:${owner}:${name}`) !== undefined
    ? null
    : t('scriptEditor.unknown', { name: `${scope}.${name}` });
}
