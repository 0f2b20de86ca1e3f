/** The list that opens while a script is written, of what can stand at the caret. Ctrl+Space opens it before a letter is typed. */

import { type Editor, useEditorState } from '@tiptap/react';
import { Braces, CodeXml, SquareFunction, Variable } from 'lucide-react';
import { useMemo, useState } from 'react';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { type SuggestionMenu, useSuggestionMenu } from '../document/suggestion-menu.tsx';
import { type Completion, type CompletionContext, completionContextAt, findCompletions } from './completions.ts';

const kindIcons = { variable: Variable, scope: Braces, function: SquareFunction, word: CodeXml };

interface EditorCompletionContext extends CompletionContext {
  /** Where the name begins, and the caret. */
  readonly from: number;
  readonly to: number;
}

function readCompletionContext(editor: Editor): EditorCompletionContext | null {
  const { $from, empty } = editor.state.selection;
  if (!empty || !editor.isFocused || $from.parent.type.name !== 'codeBlock') return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, (leaf) => (leaf.type.name === 'hardBreak' ? '\n' : '\ufffc'));
  // An @ asks for a mention.
  if (/@[^@\n]*$/.test(before)) return null;
  const asked = completionContextAt(before);
  return asked && { ...asked, from: $from.pos - asked.query.length, to: $from.pos };
}

export function useCompletionMenu(editor: Editor, inCondition: boolean): SuggestionMenu {
  const asked = useEditorState({ editor, selector: ({ editor: now }) => readCompletionContext(now) });
  /** Where the writer has asked for the list without a letter. */
  const [wished, setWished] = useState<number | null>(null);
  const { query = '', scope = null, from = 0, to = 0 } = asked ?? {};
  const isAsked = asked !== null && (query !== '' || scope !== null || wished === to);
  const suggestions = useMemo(
    () =>
      (isAsked ? findCompletions(openProjectStore.getState().project, { query, scope }, inCondition) : []).map((each) => ({
        ...each,
        id: `${each.is} ${each.name}`,
        Icon: kindIcons[each.is],
      })),
    [isAsked, query, scope, inCondition],
  );
  const onAccept = ({ text }: Completion) => void editor.chain().focus().insertContentAt({ from, to }, { type: 'text', text }).run();
  const { handleKeyDown, menu } = useSuggestionMenu({
    editor,
    from: isAsked ? from : null,
    query,
    suggestions,
    onAccept,
    label: t('scriptEditor.completions'),
    announcement: t('scriptEditor.counted', { count: suggestions.length }),
  });
  const opened = (event: KeyboardEvent): boolean => {
    if (event.key !== ' ' || !event.ctrlKey || !asked) return handleKeyDown(event);
    setWished(to);
    return true;
  };
  return { handleKeyDown: opened, menu };
}
