/** The suggestions at an @ in a text ([G22]): the records that can be mentioned, and the chosen one as a node of the document. */
import { type Editor, useEditorState } from '@tiptap/react';
import { Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { kindLabel } from '../../../shared/model/kind-messages.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { generateCustomId } from '../../../shared/script/identifiers.ts';
import { t } from '../../messages/translate.ts';
import { locationLabel, recordName } from '../../records/names/record-names.ts';
import { countMatches, findBestMatches, type SearchOption } from '../../records/search/match-options.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { yieldToMain } from '../../state/run-in-slices.ts';
import { createFromDialog } from '../../state/send-command.ts';
import { kindIcons } from '../../ui/icons.ts';
import { showProblem } from '../../ui/toast-queue.ts';
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
        isCreation: false,
      })),
    [all, isOpen, query],
  );
  const newName = query.trim();
  const canCreate = isOpen && !inScript && isNewComponentName(all, newName);
  const creation = { id: newComponentId, type: 'component', name: t('inspector.createComponent', { name: newName }), where: '' } as const;
  const onAccept = async (chosen: MentionCandidate) => {
    if (!context) return;
    const { from, to } = context;
    const candidate = chosen.id === newComponentId ? await createComponent(newName) : chosen;
    if (!candidate || editor.isDestroyed) return;
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
    suggestions: canCreate ? [...suggestions, { ...creation, Icon: Plus, description: '', isCreation: true }] : suggestions,
    more: isOpen ? countMatches(all, query) - suggestions.length : 0,
    onAccept: (candidate) => void onAccept(candidate),
    label: t('inspector.mention'),
    announcement: t('inspector.mentionCount', { count: suggestions.length }),
  });
}

const newComponentId = 'new component';
/** A mention is most often written as one or two words; with more, the writer goes on after an @ that is none. */
const maxWordsOfNewName = 2;

/** Whether the text after an @ can be the name of a new component. */
const isNewComponentName = (all: readonly MentionCandidate[], name: string): boolean =>
  /^[\p{L}\p{N}]/u.test(name) &&
  name.split(/\s+/).length <= maxWordsOfNewName &&
  !all.some((each) => each.name.toLowerCase() === name.toLowerCase());

/** Null if it was rejected, or its project has been closed meanwhile. The reason has been shown. */
async function createComponent(name: string): Promise<MentionCandidate | null> {
  const { project } = openProjectStore.getState();
  const id = await createFromDialog({ do: 'create', kind: 'component', fields: { name: { [project.mainLocale]: name } } }).catch(
    (error: unknown) => {
      showProblem(Problem.from(error));
      return null;
    },
  );
  return id === null ? null : { id, type: 'component', name, where: '' };
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
