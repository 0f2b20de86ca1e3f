/** The suggestions at an @ in a text ([G22]): the records that can be mentioned, and the chosen one as a node of the document. */
import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useMemo, useState } from 'react';
import { kindLabel } from '../../../shared/model/kind-messages.ts';
import type { Project } from '../../../shared/model/project.ts';
import { generateCustomId } from '../../../shared/script/identifiers.ts';
import { t } from '../../messages/translate.ts';
import { locationLabel, recordName } from '../../records/names/record-names.ts';
import { findBestMatches, type SearchOption } from '../../records/search/match-options.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { yieldToMain } from '../../state/run-in-slices.ts';
import { kindIcons } from '../../ui/icons.ts';
import type { EditorNode } from './editor-document.ts';
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

interface MentionCandidate extends SearchOption {
  readonly type: 'component' | 'element' | 'board';
}

/**
 * The text between an `@` and the caret. Null if there is no `@`, or if it is in the middle of a word, as in an email address.
 */
export function parseMentionQuery(before: string): string | null {
  const [, query] = /(?:^|[^\p{L}\p{N}_@])@([^@\n\ufffc]{0,40})$/u.exec(before) ?? [];
  return query === undefined || /^\s/.test(query) ? null : query;
}

/** The number of names read before yielding to the browser. */
const recordsPerSlice = 400;

/**
 * In a script only elements can be mentioned: `visits(@door)`. Records without a name cannot be mentioned. `pause` yields to the browser. Returns
 * null once `isCurrent` returns false.
 */
export async function collectMentionCandidates(
  project: Project,
  { inScript, pause, isCurrent }: { inScript: boolean; pause: () => Promise<void>; isCurrent: () => boolean },
): Promise<MentionCandidate[] | null> {
  const all: MentionCandidate[] = [];
  let read = 0;
  for (const record of [...project.records()]) {
    const type = mentionableKinds.find((each) => each === record.kind);
    if (!type || record.type === 'folder' || (inScript && type !== 'element') || !project.has(record.id)) continue;
    const name = recordName(project, record.id).trim();
    if (name !== '') all.push({ id: record.id, type, name, where: locationLabel(project, record) });
    if (++read % recordsPerSlice !== 0) continue;
    await pause();
    if (!isCurrent()) return null;
  }
  return all;
}

const mentionableKinds = ['component', 'element', 'board'] as const;

/** The maximum number of candidates of each kind. */
const maxPerKind = { component: 6, element: 6, board: 3 } as const;

export function matchMentions(all: readonly MentionCandidate[], query: string): MentionCandidate[] {
  const byId = new Map(all.map((each) => [each.id, each]));
  return mentionableKinds.flatMap((type) =>
    findBestMatches(
      all.filter((each) => each.type === type),
      query,
    )
      .slice(0, maxPerKind[type])
      .flatMap(({ id }) => byId.get(id) ?? []),
  );
}

/** As in exported files; in a script the name is written as one word. */
export function createMentionNode({ id, type, name }: Pick<MentionCandidate, 'id' | 'type' | 'name'>, inScript: boolean): EditorNode {
  const attributes = [
    ['class', `mention-${type} mention`],
    ['data-id', id],
    ['data-label', name],
    ['data-type', type],
  ];
  return { type: 'mention', attrs: { attributes, text: inScript ? generateCustomId(name, () => false) : name } };
}
