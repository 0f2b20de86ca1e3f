/** The list that opens at an @ in a text: the arrows walk it, Enter or Tab take one, Escape closes it. The keyboard stays in the text. */
import { type Editor, useEditorState } from '@tiptap/react';
import { FileText, SquareText, Users } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { openProject, rest } from '../state/open-project.ts';
import { inspectorWords } from '../words/en/inspector.ts';
import { type Mentionable, mentionables, mentionMatches, mentionNode, mentionQuery } from './mention-search.ts';
import './mention-menu.css';

const icons = { component: Users, element: SquareText, board: FileText };
const kinds = { component: inspectorWords.component, element: inspectorWords.element, board: inspectorWords.board };
const none: readonly Mentionable[] = [];

export interface MentionMenu {
  /** Whether the key was for the list. */
  readonly pressed: (event: KeyboardEvent) => boolean;
  readonly menu: ReactNode;
}

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

export function useMentionMenu(editor: Editor): MentionMenu {
  const asked = useEditorState({ editor, selector: ({ editor: now }) => askedIn(now) });
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const id = useId();
  const isAsked = asked !== null && asked.from !== dismissed;
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
  const found = useMemo(() => (isAsked ? mentionMatches(all, query) : none), [all, isAsked, query]);
  const isOpen = found.length > 0;
  const at = Math.min(active, found.length - 1);
  const chosen = found[at];

  useEffect(() => {
    if (asked === null) setDismissed(null);
  }, [asked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, another list: its first is the nearest
  useEffect(() => setActive(0), [query]);
  const option = isOpen ? `${id}-${at}` : null;
  useEffect(() => {
    const { dom } = editor.view;
    if (option === null) return;
    dom.setAttribute('aria-autocomplete', 'list');
    dom.setAttribute('aria-controls', id);
    dom.setAttribute('aria-activedescendant', option);
    document.getElementById(option)?.scrollIntoView({ block: 'nearest' });
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) dom.removeAttribute(name);
    };
  }, [editor, id, option]);

  const take = (one: Mentionable | undefined) => {
    if (!asked || !one) return;
    const { from, to } = asked;
    const after = inScript ? [] : [{ type: 'text', text: ' ' }];
    editor
      .chain()
      .focus()
      .insertContentAt({ from, to }, [mentionNode(one, inScript), ...after])
      .run();
  };
  const pressed = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'ArrowDown') setActive((at + 1) % found.length);
    else if (event.key === 'ArrowUp') setActive((at + found.length - 1) % found.length);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) take(chosen);
    else if (event.key === 'Escape') setDismissed(asked?.from ?? null);
    else return false;
    return true;
  };
  const menu =
    isOpen && asked
      ? createPortal(
          <div className="mention-menu" style={placeOf(editor, asked.from)}>
            <div id={id} role="listbox" aria-label={inspectorWords.mention} className="menu">
              {found.map((each, index) => {
                const Icon = icons[each.type];
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard in the text
                  <div
                    key={each.id}
                    id={`${id}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === at}
                    className="menu-item"
                    data-focused={index === at || undefined}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => take(each)}
                  >
                    <Icon size={15} aria-hidden />
                    <span className="menu-words">{each.name}</span>
                    <small>{each.where || kinds[each.type]}</small>
                  </div>
                );
              })}
            </div>
            <span className="unseen" role="status">
              {inspectorWords.toMention(found.length)}
            </span>
          </div>,
          document.body,
        )
      : null;
  return { pressed, menu };
}

/** Below the line of the `@`, or above it where there is no room. */
function placeOf(editor: Editor, from: number): { left: number; top?: number; bottom?: number } {
  const { left, top, bottom } = editor.view.coordsAtPos(from);
  const x = Math.max(8, Math.min(left, window.innerWidth - 308));
  return bottom + 280 > window.innerHeight ? { left: x, bottom: window.innerHeight - top + 4 } : { left: x, top: bottom + 4 };
}
