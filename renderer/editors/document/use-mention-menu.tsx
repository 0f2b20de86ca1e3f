/** The list that opens at an @ in a text, of what can be mentioned there. */

import { type Editor, useEditorState } from '@tiptap/react';
import { FileText, SquareText, Users } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { t } from '../../messages/translate.ts';
import { openProjectStore, yieldToMain } from '../../state/open-project.ts';
import { collectMentionCandidates, createMentionNode, type MentionCandidate, matchMentions, parseMentionQuery } from './mention-search.ts';
import { type SuggestionMenu, useSuggestionMenu } from './suggestion-menu.tsx';

const kindIcons = { component: Users, element: SquareText, board: FileText };
const kindLabels = () => ({ component: t('inspector.component'), element: t('inspector.element'), board: t('inspector.board') });
const noCandidates: readonly MentionCandidate[] = [];

interface MentionContext {
  /** Where the `@` stands, and the caret. */
  readonly from: number;
  readonly to: number;
  readonly query: string;
  readonly inScript: boolean;
}

function readMentionContext(editor: Editor): MentionContext | null {
  const { selection } = editor.state;
  const { $from, empty } = selection;
  if (!editor.schema.nodes.mention || !empty || !editor.isFocused || !$from.parent.inlineContent) return null;
  const query = parseMentionQuery($from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc'));
  if (query === null) return null;
  return { from: $from.pos - query.length - 1, to: $from.pos, query, inScript: $from.parent.type.name === 'codeBlock' };
}

export function useMentionMenu(editor: Editor): SuggestionMenu {
  const asked = useEditorState({ editor, selector: ({ editor: now }) => readMentionContext(now) });
  const isAsked = asked !== null;
  const inScript = asked?.inScript ?? false;
  const [all, setAll] = useState(noCandidates);
  // Named once for each time the list opens, in slices: a large story has many names.
  useEffect(() => {
    if (!isAsked) return;
    let going = true;
    void collectMentionCandidates(openProjectStore.getState().project, {
      inScript,
      yieldToScreen: yieldToMain,
      isActive: () => going,
    }).then((named) => named && setAll(named));
    return () => {
      going = false;
      setAll(noCandidates);
    };
  }, [isAsked, inScript]);
  const query = asked?.query ?? '';
  const suggestions = useMemo(
    () =>
      (isAsked ? matchMentions(all, query) : noCandidates).map((each) => ({
        ...each,
        Icon: kindIcons[each.type],
        says: each.where || kindLabels()[each.type],
      })),
    [all, isAsked, query],
  );
  const onAccept = (one: MentionCandidate) => {
    if (!asked) return;
    const { from, to } = asked;
    const after = inScript ? [] : [{ type: 'text', text: ' ' }];
    editor
      .chain()
      .focus()
      .insertContentAt({ from, to }, [createMentionNode(one, inScript), ...after])
      .run();
  };
  return useSuggestionMenu({
    editor,
    from: asked?.from ?? null,
    query,
    suggestions,
    onAccept,
    label: t('inspector.mention'),
    announcement: t('inspector.mentionCount', { count: suggestions.length }),
  });
}
