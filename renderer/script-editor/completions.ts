/** What can be written at the caret of a script: variables, whose they are, functions and words of the language. Pure. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { argumentsInWords, functions } from '../../shared/script/functions.ts';
import { nameOf } from '../state/use-words.ts';
import { scriptEditorWords } from '../words/en/script-editor.ts';

export interface Completion {
  readonly is: 'variable' | 'scope' | 'function' | 'word';
  readonly name: string;
  /** What it is, in short. */
  readonly says: string;
  /** What is written for it. */
  readonly text: string;
}
export interface Asked {
  /** The part of the name before the caret. */
  readonly query: string;
  /** Whose variable is asked for: what stands before the dot. */
  readonly scope: string | null;
}

/** null where no name can stand: in a string, after a number, after what is no part of a name. */
export function askedAt(before: string): Asked | null {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (isInString(line)) return null;
  const [, scope = null, query = ''] = /(?:([A-Za-z$_][\w$]*)\s*\.\s*)?([A-Za-z$_][\w$]*)?$/.exec(line) ?? [];
  const start = line.length - (/(?:[A-Za-z$_][\w$]*\s*\.\s*)?(?:[A-Za-z$_][\w$]*)?$/.exec(line)?.[0].length ?? 0);
  return /[\w$.]/.test(line[start - 1] ?? '') ? null : { query, scope };
}

function isInString(line: string): boolean {
  let quote: string | null = null;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? '';
    if (quote !== null && letter === '\\') at++;
    else if (quote === letter) quote = null;
    else if (quote === null && (letter === '"' || letter === "'")) quote = letter;
  }
  return quote !== null;
}

/** More than anyone walks through. */
const MOST = 12;
const keywords = ['and', 'or', 'not', 'is', 'true', 'false'];
const statements = ['if', 'elseif', 'else', 'endif'];

/** What begins with the query comes first; a name that stands there whole needs no list, whose keys would then be missing. `inCondition`: one expression, no statements. */
export function completions(project: Project, { query, scope }: Asked, inCondition: boolean): Completion[] {
  const all = scope === null ? everywhere(project, inCondition) : ofScope(project, scope);
  if (query !== '' && all.some(({ name }) => name === query)) return [];
  const wanted = query.toLowerCase();
  const fitting = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  const first = fitting.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  return [...first, ...fitting.filter((each) => !first.includes(each))].slice(0, MOST);
}

function everywhere(project: Project, inCondition: boolean): Completion[] {
  const { says } = scriptEditorWords;
  const variables = project
    .children('variable', null, 'variables')
    .map(({ name, value }): Completion => ({ is: 'variable', name, says: JSON.stringify(value), text: name }));
  const { roots } = project.root;
  const owners = [...under(project, 'board', roots.board), ...under(project, 'component', roots.component)].flatMap(
    ({ id, customId: name }): Completion[] =>
      name !== null && project.children('attribute', id, 'attributes').some(({ customId }) => customId !== null)
        ? [{ is: 'scope', name, says: nameOf(project, id), text: `${name}.` }]
        : [],
  );
  const calls = [...functions].flatMap(([name, rule]): Completion[] =>
    inCondition && rule.gives === 'nothing' ? [] : [{ is: 'function', name, says: argumentsInWords(rule), text: `${name}(` }],
  );
  const words = [...keywords, ...(inCondition ? [] : statements)].map(
    (name): Completion => ({ is: 'word', name, says: says.word, text: name }),
  );
  return [...variables, ...owners, ...calls, ...words];
}

/** By their tree, not among all records: this is asked at each key. */
function* under<K extends 'board' | 'component'>(project: Project, kind: K, folder: string): Generator<StoryRecord<K>> {
  for (const each of project.children(kind, folder, `${kind}s`)) {
    yield each;
    yield* under(project, kind, each.id);
  }
}

function ofScope(project: Project, scope: string): Completion[] {
  const owner = project.holderOf(`scope:${scope}`);
  if (owner === undefined) return [];
  return project
    .children('attribute', owner, 'attributes')
    .flatMap(({ customId, name, value }) =>
      customId === null ? [] : [{ is: 'variable' as const, name: customId, says: name ?? JSON.stringify(value.data), text: customId }],
    );
}
