/** The list that opens while a script is written, of what can stand at the caret. Ctrl+Space opens it before a letter is typed. */
import { type Editor, useEditorState } from '@tiptap/react';
import { Braces, CodeXml, SquareFunction, Variable } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type CaretMenu, useCaretMenu } from '../inspector/caret-menu.tsx';
import { openProject } from '../state/open-project.ts';
import { scriptEditorWords as words } from '../words/en/script-editor.ts';
import { type Asked, askedAt, type Completion, completions } from './completions.ts';

const icons = { variable: Variable, scope: Braces, function: SquareFunction, word: CodeXml };

interface AskedHere extends Asked {
  /** Where the name begins, and the caret. */
  readonly from: number;
  readonly to: number;
}

function askedIn(editor: Editor): AskedHere | null {
  const { $from, empty } = editor.state.selection;
  if (!empty || !editor.isFocused || $from.parent.type.name !== 'codeBlock') return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, (leaf) => (leaf.type.name === 'hardBreak' ? '\n' : '\ufffc'));
  // An @ asks for a mention.
  if (/@[^@\n]*$/.test(before)) return null;
  const asked = askedAt(before);
  return asked && { ...asked, from: $from.pos - asked.query.length, to: $from.pos };
}

export function useCompletionMenu(editor: Editor, inCondition: boolean): CaretMenu {
  const asked = useEditorState({ editor, selector: ({ editor: now }) => askedIn(now) });
  /** Where the writer has asked for the list without a letter. */
  const [wished, setWished] = useState<number | null>(null);
  const { query = '', scope = null, from = 0, to = 0 } = asked ?? {};
  const isAsked = asked !== null && (query !== '' || scope !== null || wished === to);
  const found = useMemo(
    () =>
      (isAsked ? completions(openProject.getState().project, { query, scope }, inCondition) : []).map((each) => ({
        ...each,
        id: `${each.is} ${each.name}`,
        Icon: icons[each.is],
      })),
    [isAsked, query, scope, inCondition],
  );
  const take = ({ text }: Completion) => void editor.chain().focus().insertContentAt({ from, to }, { type: 'text', text }).run();
  const { pressed, menu } = useCaretMenu({
    editor,
    from: isAsked ? from : null,
    query,
    found,
    take,
    label: words.completions,
    told: words.counted(found.length),
  });
  const opened = (event: KeyboardEvent): boolean => {
    if (event.key !== ' ' || !event.ctrlKey || !asked) return pressed(event);
    setWished(to);
    return true;
  };
  return { pressed: opened, menu };
}
