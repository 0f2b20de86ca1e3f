/** What can be written at the caret of a script: variables, whose they are, functions and words of the language. Pure. */

import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { describeArgumentCount, scriptFunctions } from '../../../shared/script/functions.ts';
import { t } from '../../messages/translate.ts';
import { recordName } from '../../records/names/record-names.ts';

export interface Completion {
  readonly is: 'variable' | 'scope' | 'function' | 'word';
  readonly name: string;
  /** What it is, in short. */
  readonly says: string;
  /** What is written for it. */
  readonly text: string;
}
export interface CompletionContext {
  /** The part of the name before the caret. */
  readonly query: string;
  /** Whose variable is asked for: what stands before the dot. */
  readonly scope: string | null;
}

/** null where no name can stand: in a string, after a number, after what is no part of a name. */
export function completionContextAt(before: string): CompletionContext | null {
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
const MAX_COMPLETIONS = 12;
const keywords = ['and', 'or', 'not', 'is', 'true', 'false'];
const statements = ['if', 'elseif', 'else', 'endif'];

/** What begins with the query comes first; a name that stands there whole needs no list, whose keys would then be missing. `inCondition`: one expression, no statements. */
export function findCompletions(project: Project, { query, scope }: CompletionContext, inCondition: boolean): Completion[] {
  const all = scope === null ? globalCompletions(project, inCondition) : scopeCompletions(project, scope);
  if (query !== '' && all.some(({ name }) => name === query)) return [];
  const wanted = query.toLowerCase();
  const fitting = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  const first = fitting.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  return [...first, ...fitting.filter((each) => !first.includes(each))].slice(0, MAX_COMPLETIONS);
}

function globalCompletions(project: Project, inCondition: boolean): Completion[] {
  const variables = project
    .children('variable', null, 'variables')
    .map(({ name, value }): Completion => ({ is: 'variable', name, says: JSON.stringify(value), text: name }));
  const { roots } = project.projectRecord;
  const owners = [...descendantsOf(project, 'board', roots.board), ...descendantsOf(project, 'component', roots.component)].flatMap(
    ({ id, customId: name }): Completion[] =>
      name !== null && project.children('attribute', id, 'attributes').some(({ customId }) => customId !== null)
        ? [{ is: 'scope', name, says: recordName(project, id), text: `${name}.` }]
        : [],
  );
  const calls = [...scriptFunctions].flatMap(([name, rule]): Completion[] =>
    inCondition && rule.returns === 'nothing' ? [] : [{ is: 'function', name, says: describeArgumentCount(rule), text: `${name}(` }],
  );
  const words = [...keywords, ...(inCondition ? [] : statements)].map(
    (name): Completion => ({ is: 'word', name, says: t('scriptEditor.completionKinds.word'), text: name }),
  );
  return [...variables, ...owners, ...calls, ...words];
}

/** By their tree, not among all records: this is asked at each key. */
function* descendantsOf<K extends 'board' | 'component'>(project: Project, kind: K, folder: string): Generator<StoryRecord<K>> {
  for (const each of project.children(kind, folder, `${kind}s`)) {
    yield each;
    yield* descendantsOf(project, kind, each.id);
  }
}

function scopeCompletions(project: Project, scope: string): Completion[] {
  const owner = project.recordIdByUniqueKey(`scope:${scope}`);
  if (owner === undefined) return [];
  return project
    .children('attribute', owner, 'attributes')
    .flatMap(({ customId, name, value }) =>
      customId === null ? [] : [{ is: 'variable' as const, name: customId, says: name ?? JSON.stringify(value.data), text: customId }],
    );
}
