/**
 * A list that opens at the caret of an editor: the arrows walk it, Enter or Tab take one, Escape closes it. The keyboard stays in the text.
 * What is asked for and what is found are its user's.
 */
import type { Editor } from '@tiptap/react';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import './suggestion-menu.css';

export interface Suggestion {
  readonly id: string;
  readonly name: string;
  /** A second, quieter word. */
  readonly says: string;
  readonly Icon: LucideIcon;
}

export interface SuggestionMenuOptions<C extends Suggestion> {
  readonly editor: Editor;
  /** Where the words begin that are being completed; null: nothing is asked. */
  readonly from: number | null;
  /** The words; others make another list, whose first is the nearest. */
  readonly query: string;
  readonly suggestions: readonly C[];
  readonly onAccept: (choice: C) => void;
  readonly label: string;
  readonly announcement: string;
}

export interface SuggestionMenu {
  /** Whether the key was for the list. */
  readonly handleKeyDown: (event: KeyboardEvent) => boolean;
  readonly menu: ReactNode;
}

export function useSuggestionMenu<C extends Suggestion>({
  editor,
  from,
  query,
  suggestions,
  onAccept,
  label,
  announcement,
}: SuggestionMenuOptions<C>): SuggestionMenu {
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const id = useId();
  const isOpen = from !== null && from !== dismissed && suggestions.length > 0;
  const at = Math.min(active, suggestions.length - 1);
  const chosen = suggestions[at];
  useEffect(() => {
    if (from === null) setDismissed(null);
  }, [from]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, another list
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

  const handleKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'ArrowDown') setActive((at + 1) % suggestions.length);
    else if (event.key === 'ArrowUp') setActive((at + suggestions.length - 1) % suggestions.length);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) chosen && onAccept(chosen);
    else if (event.key === 'Escape') setDismissed(from);
    else return false;
    return true;
  };
  const menu =
    isOpen && from !== null
      ? createPortal(
          <div className="caret-menu" style={menuPosition(editor, from)}>
            <div id={id} role="listbox" aria-label={label} className="menu">
              {suggestions.map((each, index) => (
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
                  onClick={() => onAccept(each)}
                >
                  <each.Icon size={15} aria-hidden />
                  <span className="menu-words">{each.name}</span>
                  <small>{each.says}</small>
                </div>
              ))}
            </div>
            <span className="unseen" role="status">
              {announcement}
            </span>
          </div>,
          // In a dialog only what is in it can be reached.
          editor.view.dom.closest('.dialog') ?? document.body,
        )
      : null;
  return { handleKeyDown, menu };
}

/** Below the line where the words begin, or above it where there is no room. */
function menuPosition(editor: Editor, from: number): { left: number; top?: number; bottom?: number } {
  const { left, top, bottom } = editor.view.coordsAtPos(from);
  const x = Math.max(8, Math.min(left, window.innerWidth - 308));
  return bottom + 280 > window.innerHeight ? { left: x, bottom: window.innerHeight - top + 4 } : { left: x, top: bottom + 4 };
}
