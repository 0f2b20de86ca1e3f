/** Cuts the source of a script into what is coloured, whatever is wrong in it, and tells which names in it nobody has. Pure. */
import { isReserved } from '../../shared/identifiers.ts';
import type { Project } from '../../shared/project.ts';
import { functions } from '../../shared/script/functions.ts';
import { scriptEditorWords } from '../words/en/script-editor.ts';

export interface ScriptWord {
  readonly start: number;
  /** Up to, not including. */
  readonly end: number;
  readonly is: 'keyword' | 'function' | 'variable' | 'number' | 'string' | 'sign' | 'unknown';
  /** Why it is unknown. */
  readonly says?: string;
}
export interface Span {
  readonly start: number;
  readonly end: number;
}

const piece =
  /(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<number>\d*\.?\d+)|(?<name>[A-Za-z$_][\w$]*)|(?<sign>[*/+\-%<>=!&|(),.]+)/g;

/** `mentions` are left out: they show themselves. */
export function scriptWords(project: Project, source: string, mentions: readonly Span[] = []): ScriptWord[] {
  const words: ScriptWord[] = [];
  const inMention = (at: number) => mentions.some(({ start, end }) => at >= start && at < end);
  for (const found of source.matchAll(piece)) {
    const { index: start } = found;
    const end = start + found[0].length;
    if (inMention(start)) continue;
    const { string, number, name } = found.groups ?? {};
    if (string !== undefined) words.push({ start, end, is: 'string' });
    else if (number !== undefined) words.push({ start, end, is: 'number' });
    else if (name === undefined) words.push({ start, end, is: 'sign' });
    else words.push(named(project, source, name, start));
  }
  return words;
}

function named(project: Project, source: string, name: string, start: number): ScriptWord {
  const end = start + name.length;
  if (functions.has(name)) return { start, end, is: 'function' };
  if (isReserved(name)) return { start, end, is: 'keyword' };
  const [, scope] = /([A-Za-z$_][\w$]*)\s*\.\s*$/.exec(source.slice(0, start)) ?? [];
  const isScope = /^\s*\.\s*[A-Za-z$_]/.test(source.slice(end));
  const fault = isScope ? scopeFault(project, name) : variableFault(project, scope ?? null, name);
  return fault === null ? { start, end, is: 'variable' } : { start, end, is: 'unknown', says: fault };
}

const scopeFault = (project: Project, scope: string): string | null =>
  project.holderOf(`scope:${scope}`) === undefined ? scriptEditorWords.unknownScope(scope) : null;

function variableFault(project: Project, scope: string | null, name: string): string | null {
  if (scope === null) return project.holderOf(`variable:${name}`) === undefined ? scriptEditorWords.unknown(name) : null;
  const owner = project.holderOf(`scope:${scope}`);
  // Of an owner that is not there nothing more is said.
  return owner === undefined || project.holderOf(`variable:${owner}:${name}`) !== undefined
    ? null
    : scriptEditorWords.unknown(`${scope}.${name}`);
}
