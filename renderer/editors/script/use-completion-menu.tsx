/** The completions at the caret of a script: variables, their owners, functions and keywords. Ctrl+Space opens them without typing. */
import { type Editor, useEditorState } from '@tiptap/react';
import { Braces, CodeXml, Plus, SquareFunction } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { describeArgumentCount, scriptFunctions } from '../../../shared/script/functions.ts';
import { t } from '../../messages/translate.ts';
import { recordName } from '../../records/names/record-names.ts';
import { canCreateVariable, createVariable } from '../../records/scripts/create-variable.ts';
import { matchRank } from '../../records/search/match-options.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { kindIcons } from '../../ui/icons.ts';
import { type SuggestionMenu, useSuggestionMenu } from '../document/suggestion-menu.tsx';

const completionIcons = { variable: kindIcons.variable, scope: Braces, function: SquareFunction, word: CodeXml, creation: Plus };

interface EditorCompletionContext extends CompletionContext {
  /** The positions of the name's start and of the caret. */
  readonly from: number;
  readonly to: number;
}

function readCompletionContext(editor: Editor): EditorCompletionContext | null {
  const { $from, empty } = editor.state.selection;
  if (!empty || !editor.isFocused || $from.parent.type.name !== 'codeBlock') return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, (leaf) => (leaf.type.name === 'hardBreak' ? '\n' : '\ufffc'));
  // An @ opens the list of mentions instead.
  if (/@[^@\n]*$/.test(before)) return null;
  const context = completionContextAt(before);
  return context && { ...context, from: $from.pos - context.query.length, to: $from.pos };
}

export function useCompletionMenu(editor: Editor, inCondition: boolean): SuggestionMenu {
  const context = useEditorState({ editor, selector: ({ editor: now }) => readCompletionContext(now) });
  /** The position at which Ctrl+Space was pressed. */
  const [requestedAt, setRequestedAt] = useState<number | null>(null);
  const { query = '', scope = null, from = 0, to = 0 } = context ?? {};
  const isOpen = context !== null && (query !== '' || scope !== null || requestedAt === to);
  const found = useMemo(
    () => (isOpen ? findCompletions(openProjectStore.getState().project, { query, scope }, inCondition) : []),
    [isOpen, query, scope, inCondition],
  );
  const suggestions = useMemo(
    () =>
      [...found.slice(0, maxCompletions), ...(isOpen && scope === null ? creationOf(query) : [])].map((each) => ({
        ...each,
        id: `${each.is} ${each.name}`,
        Icon: completionIcons[each.is],
        isCreation: each.is === 'creation',
      })),
    [found, isOpen, query, scope],
  );
  const onAccept = ({ is, text }: Completion) => {
    if (is === 'creation') void createVariable(text, editor.state.selection.$from.parent.textContent, inCondition);
    else editor.chain().focus().insertContentAt({ from, to }, { type: 'text', text }).run();
  };
  const { handleKeyDown, menu } = useSuggestionMenu({
    editor,
    from: isOpen ? from : null,
    query,
    suggestions,
    more: Math.max(0, found.length - maxCompletions),
    onAccept,
    label: t('scriptEditor.completions'),
    announcement: t('scriptEditor.counted', { count: suggestions.length }),
  });
  const handleOpeningKey = (event: KeyboardEvent): boolean => {
    if (event.key !== ' ' || !event.ctrlKey || !context) return handleKeyDown(event);
    setRequestedAt(to);
    return true;
  };
  return { handleKeyDown: handleOpeningKey, menu };
}

/** The suggestion that creates a variable of an unknown name. */
const creationOf = (name: string): Completion[] =>
  canCreateVariable(openProjectStore.getState().project, name)
    ? [{ is: 'creation', name: t('check.fix.createVariable', { name }), description: '', text: name }]
    : [];

interface Completion {
  readonly is: 'variable' | 'scope' | 'function' | 'word' | 'creation';
  readonly name: string;
  /** A short description. */
  readonly description: string;
  /** The inserted text. */
  readonly text: string;
}
interface CompletionContext {
  /** The typed part of the name, before the caret. */
  readonly query: string;
  /** The owner whose variables are completed: the name before the dot. */
  readonly scope: string | null;
}

/** Null if no name can start: in a string, after a number, after another token. */
export function completionContextAt(before: string): CompletionContext | null {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (isInString(line)) return null;
  const [, scope = null, query = ''] = /(?<![\w$])(?:([A-Za-z$_][\w$]*)\s*\.\s*)?([A-Za-z$_][\w$]*)?$/.exec(line) ?? [];
  const start = line.length - (/(?<![\w$])(?:[A-Za-z$_][\w$]*\s*\.\s*)?(?:[A-Za-z$_][\w$]*)?$/.exec(line)?.[0].length ?? 0);
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

/** The maximum number of completions. */
const maxCompletions = 12;
const keywords = ['and', 'or', 'not', 'is', 'true', 'false'];
const statements = ['if', 'elseif', 'else', 'endif'];

/** Names that start with the query come first. No list is shown for a complete name, because the list would take its keys. `inCondition`: an expression without statements. */
export function findCompletions(project: Project, { query, scope }: CompletionContext, inCondition: boolean): Completion[] {
  const all = scope === null ? globalCompletions(project, inCondition) : scopeCompletions(project, scope);
  if (query !== '' && all.some(({ name }) => name === query)) return [];
  return all
    .flatMap((completion) => {
      const rank = matchRank(completion.name, query);
      return rank === null ? [] : [{ completion, rank }];
    })
    .sort((one, two) => one.rank - two.rank)
    .map(({ completion }) => completion);
}

function globalCompletions(project: Project, inCondition: boolean): Completion[] {
  const variables = project
    .children('variable', null, 'variables')
    .map(({ name, value }): Completion => ({ is: 'variable', name, description: JSON.stringify(value), text: name }));
  const { roots } = project.projectRecord;
  const owners = [...descendantsOf(project, 'board', roots.board), ...descendantsOf(project, 'component', roots.component)].flatMap(
    ({ id, customId: name }): Completion[] =>
      name !== null && project.children('attribute', id, 'attributes').some(({ customId }) => customId !== null)
        ? [{ is: 'scope', name, description: recordName(project, id), text: `${name}.` }]
        : [],
  );
  const calls = [...scriptFunctions].flatMap(([name, rule]): Completion[] =>
    inCondition && rule.returns === 'nothing'
      ? []
      : [{ is: 'function', name, description: t(describeArgumentCount(rule)), text: `${name}(` }],
  );
  const keywordCompletions = [...keywords, ...(inCondition ? [] : statements)].map(
    (name): Completion => ({ is: 'word', name, description: t('scriptEditor.completionKinds.word'), text: name }),
  );
  return [...variables, ...owners, ...calls, ...keywordCompletions];
}

/** Reads the trees instead of all records, because this runs at every key press. */
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
      customId === null
        ? []
        : [{ is: 'variable' as const, name: customId, description: name ?? JSON.stringify(value.data), text: customId }],
    );
}
