/** The list that opens at an @ in a text, of what can be mentioned there. */
import { type Editor, useEditorState } from '@tiptap/react';
import { FileText, SquareText, Users } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { openProject, rest } from '../state/open-project.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { type CaretMenu, useCaretMenu } from './caret-menu.tsx';
import { type Mentionable, mentionables, mentionMatches, mentionNode, mentionQuery } from './mention-search.ts';

const icons = { component: Users, element: SquareText, board: FileText };
const kinds = { component: inspectorWords.component, element: inspectorWords.element, board: inspectorWords.board };
const none: readonly Mentionable[] = [];

interface Asked {
  /** Where the `@` stands, and the caret. */
  readonly from: number;
  readonly to: number;
  readonly query: string;
  readonly inScript: boolean;
}

function askedIn(editor: Editor): Asked | null {
  const { selection } = editor.state;
  const { $from, empty } = selection;
  if (!editor.schema.nodes.mention || !empty || !editor.isFocused || !$from.parent.inlineContent) return null;
  const query = mentionQuery($from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc'));
  if (query === null) return null;
  return { from: $from.pos - query.length - 1, to: $from.pos, query, inScript: $from.parent.type.name === 'codeBlock' };
}

export function useMentionMenu(editor: Editor): CaretMenu {
  const asked = useEditorState({ editor, selector: ({ editor: now }) => askedIn(now) });
  const isAsked = asked !== null;
  const inScript = asked?.inScript ?? false;
  const [all, setAll] = useState(none);
  // Named once for each time the list opens, in slices: a large story has many names.
  useEffect(() => {
    if (!isAsked) return;
    let going = true;
    void mentionables(openProject.getState().project, { inScript, rest, going: () => going }).then((named) => named && setAll(named));
    return () => {
      going = false;
      setAll(none);
    };
  }, [isAsked, inScript]);
  const query = asked?.query ?? '';
  const found = useMemo(
    () =>
      (isAsked ? mentionMatches(all, query) : none).map((each) => ({
        ...each,
        Icon: icons[each.type],
        says: each.where || kinds[each.type],
      })),
    [all, isAsked, query],
  );
  const take = (one: Mentionable) => {
    if (!asked) return;
    const { from, to } = asked;
    const after = inScript ? [] : [{ type: 'text', text: ' ' }];
    editor
      .chain()
      .focus()
      .insertContentAt({ from, to }, [mentionNode(one, inScript), ...after])
      .run();
  };
  return useCaretMenu({
    editor,
    from: asked?.from ?? null,
    query,
    found,
    take,
    label: inspectorWords.mention,
    told: inspectorWords.toMention(found.length),
  });
}
