/**
 * A list of suggestions at the caret of an editor. The arrow keys move through it, Enter or Tab accept a suggestion, Escape closes it. The focus stays
 * in the text. The hook that uses it provides the query and the suggestions.
 */
import type { Editor } from '@tiptap/react';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../messages/translate.ts';
import { useResettingState } from '../../ui/use-resetting-state.ts';
import './suggestion-menu.css';

interface Suggestion {
  readonly id: string;
  readonly name: string;
  /** Secondary text. */
  readonly description: string;
  readonly Icon: LucideIcon;
  /** It changes the story, so Enter and Tab accept it only after an arrow key has moved to it. It is the last one. */
  readonly isCreation?: boolean;
}

interface SuggestionMenuOptions<C extends Suggestion> {
  readonly editor: Editor;
  /** The position at which the completed word begins; null while there is no query. */
  readonly from: number | null;
  /** The query. A new one selects the first suggestion. */
  readonly query: string;
  readonly suggestions: readonly C[];
  /** How many more match; typing more finds them. */
  readonly more: number;
  readonly onAccept: (choice: C) => void;
  readonly label: string;
  readonly announcement: string;
}

export interface SuggestionMenu {
  /** Whether the list handled the key. */
  readonly handleKeyDown: (event: KeyboardEvent) => boolean;
  readonly menu: ReactNode;
}

export function useSuggestionMenu<C extends Suggestion>({
  editor,
  from,
  query,
  suggestions,
  more,
  onAccept,
  label,
  announcement,
}: SuggestionMenuOptions<C>): SuggestionMenu {
  const [dismissed, setDismissed] = useState<number | null>(null);
  const firstActive = suggestions[0]?.isCreation === true ? -1 : 0;
  const [active, setActive] = useResettingState(firstActive, `${firstActive} ${query}`);
  const id = useId();
  const isOpen = from !== null && from !== dismissed && suggestions.length > 0;
  const at = Math.min(active, suggestions.length - 1);
  const chosen = suggestions[at];
  if (from === null && dismissed !== null) setDismissed(null);
  const option = isOpen && chosen ? `${id}-${at}` : null;
  useEffect(() => {
    const { dom } = editor.view;
    if (!isOpen) return;
    dom.setAttribute('aria-autocomplete', 'list');
    dom.setAttribute('aria-controls', id);
    if (option !== null) {
      dom.setAttribute('aria-activedescendant', option);
      document.getElementById(option)?.scrollIntoView({ block: 'nearest' });
    }
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) dom.removeAttribute(name);
    };
  }, [editor, id, isOpen, option]);

  const handleKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'ArrowDown') setActive((at + 1) % suggestions.length);
    else if (event.key === 'ArrowUp') setActive((Math.max(at, 0) + suggestions.length - 1) % suggestions.length);
    else if (event.key === 'Escape') setDismissed(from);
    else if (chosen && (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey))) onAccept(chosen);
    else return false;
    return true;
  };
  const menu =
    isOpen && from !== null
      ? createPortal(
          <div className="caret-menu" style={menuPosition(editor, from)}>
            <div id={id} role="listbox" aria-label={label} className="menu">
              {suggestions.map((each, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the editor handles the keys, because it keeps the focus
                <div
                  key={each.id}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  className="menu-item"
                  data-focused={index === at || undefined}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onAccept(each)}
                >
                  <each.Icon size={15} aria-hidden />
                  <span className="menu-label">{each.name}</span>
                  <small>{each.description}</small>
                </div>
              ))}
            </div>
            {more > 0 && <p className="menu-more">{t('common.andMore', { count: more })}</p>}
            <span className="visually-hidden" role="status">
              {announcement}
            </span>
          </div>,
          // While a dialog is open, only its content can be reached, so the list is rendered inside it.
          editor.view.dom.closest('.dialog') ?? document.body,
        )
      : null;
  return { handleKeyDown, menu };
}

/** Below the line of the caret, or above that of the completed word if there is no room below: what is being written is never covered. */
function menuPosition(editor: Editor, from: number): { left: number; top?: number; bottom?: number } {
  const { left, top } = editor.view.coordsAtPos(from);
  const { bottom } = editor.view.coordsAtPos(editor.state.selection.head);
  const x = Math.max(8, Math.min(left, window.innerWidth - 308));
  return bottom + 280 > window.innerHeight ? { left: x, bottom: window.innerHeight - top + 4 } : { left: x, top: bottom + 4 };
}
