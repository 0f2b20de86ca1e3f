/** The suggestions at an @ in a text: the records that can be mentioned. */

import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useMemo, useState } from 'react';
import { kindLabel } from '../../../shared/model/kind-messages.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { yieldToMain } from '../../state/run-in-slices.ts';
import { kindIcons } from '../../ui/kind-icons.ts';
import { collectMentionCandidates, createMentionNode, type MentionCandidate, matchMentions, parseMentionQuery } from './mention-search.ts';
import { type SuggestionMenu, useSuggestionMenu } from './suggestion-menu.tsx';

const noCandidates: readonly MentionCandidate[] = [];

interface MentionContext {
  /** The positions of the `@` and of the caret. */
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
  const context = useEditorState({ editor, selector: ({ editor: now }) => readMentionContext(now) });
  const isOpen = context !== null;
  const inScript = context?.inScript ?? false;
  const [all, setAll] = useState(noCandidates);
  // The names are read each time the list opens, in slices, because a large story has many.
  useEffect(() => {
    if (!isOpen) return;
    let isCurrent = true;
    void collectMentionCandidates(openProjectStore.getState().project, {
      inScript,
      pause: yieldToMain,
      isCurrent: () => isCurrent,
    }).then((candidates) => candidates && setAll(candidates));
    return () => {
      isCurrent = false;
      setAll(noCandidates);
    };
  }, [isOpen, inScript]);
  const query = context?.query ?? '';
  const suggestions = useMemo(
    () =>
      (isOpen ? matchMentions(all, query) : noCandidates).map((each) => ({
        ...each,
        Icon: kindIcons[each.type],
        description: each.where || t(kindLabel(each.type)),
      })),
    [all, isOpen, query],
  );
  const onAccept = (candidate: MentionCandidate) => {
    if (!context) return;
    const { from, to } = context;
    const after = inScript ? [] : [{ type: 'text', text: ' ' }];
    editor
      .chain()
      .focus()
      .insertContentAt({ from, to }, [createMentionNode(candidate, inScript), ...after])
      .run();
  };
  return useSuggestionMenu({
    editor,
    from: context?.from ?? null,
    query,
    suggestions,
    onAccept,
    label: t('inspector.mention'),
    announcement: t('inspector.mentionCount', { count: suggestions.length }),
  });
}
