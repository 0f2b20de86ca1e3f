/** The completions at the caret of a script. Ctrl+Space opens them without typing. */

import { type Editor, useEditorState } from '@tiptap/react';
import { Braces, CodeXml, SquareFunction } from 'lucide-react';
import { useMemo, useState } from 'react';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { kindIcons } from '../../ui/kind-icons.ts';
import { type SuggestionMenu, useSuggestionMenu } from '../document/suggestion-menu.tsx';
import { type Completion, type CompletionContext, completionContextAt, findCompletions } from './completions.ts';

const completionIcons = { variable: kindIcons.variable, scope: Braces, function: SquareFunction, word: CodeXml };

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
  const suggestions = useMemo(
    () =>
      (isOpen ? findCompletions(openProjectStore.getState().project, { query, scope }, inCondition) : []).map((each) => ({
        ...each,
        id: `${each.is} ${each.name}`,
        Icon: completionIcons[each.is],
      })),
    [isOpen, query, scope, inCondition],
  );
  const onAccept = ({ text }: Completion) => void editor.chain().focus().insertContentAt({ from, to }, { type: 'text', text }).run();
  const { handleKeyDown, menu } = useSuggestionMenu({
    editor,
    from: isOpen ? from : null,
    query,
    suggestions,
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
