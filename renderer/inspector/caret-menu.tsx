/**
 * A list that opens at the caret of an editor: the arrows walk it, Enter or Tab take one, Escape closes it. The keyboard stays in the text.
 * What is asked for and what is found are its user's.
 */
import type { Editor } from '@tiptap/react';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import './caret-menu.css';

export interface CaretChoice {
  readonly id: string;
  readonly name: string;
  /** A second, quieter word. */
  readonly says: string;
  readonly Icon: LucideIcon;
}

export interface CaretMenuProps<C extends CaretChoice> {
  readonly editor: Editor;
  /** Where the words begin that are being completed; null: nothing is asked. */
  readonly from: number | null;
  /** The words; others make another list, whose first is the nearest. */
  readonly query: string;
  readonly found: readonly C[];
  readonly take: (choice: C) => void;
  readonly label: string;
  readonly told: string;
}

export interface CaretMenu {
  /** Whether the key was for the list. */
  readonly pressed: (event: KeyboardEvent) => boolean;
  readonly menu: ReactNode;
}

export function useCaretMenu<C extends CaretChoice>({ editor, from, query, found, take, label, told }: CaretMenuProps<C>): CaretMenu {
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const id = useId();
  const isOpen = from !== null && from !== dismissed && found.length > 0;
  const at = Math.min(active, found.length - 1);
  const chosen = found[at];
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

  const pressed = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'ArrowDown') setActive((at + 1) % found.length);
    else if (event.key === 'ArrowUp') setActive((at + found.length - 1) % found.length);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) chosen && take(chosen);
    else if (event.key === 'Escape') setDismissed(from);
    else return false;
    return true;
  };
  const menu =
    isOpen && from !== null
      ? createPortal(
          <div className="caret-menu" style={placeOf(editor, from)}>
            <div id={id} role="listbox" aria-label={label} className="menu">
              {found.map((each, index) => (
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
                  <each.Icon size={15} aria-hidden />
                  <span className="menu-words">{each.name}</span>
                  <small>{each.says}</small>
                </div>
              ))}
            </div>
            <span className="unseen" role="status">
              {told}
            </span>
          </div>,
          // In a dialog only what is in it can be reached.
          editor.view.dom.closest('.dialog') ?? document.body,
        )
      : null;
  return { pressed, menu };
}

/** Below the line where the words begin, or above it where there is no room. */
function placeOf(editor: Editor, from: number): { left: number; top?: number; bottom?: number } {
  const { left, top, bottom } = editor.view.coordsAtPos(from);
  const x = Math.max(8, Math.min(left, window.innerWidth - 308));
  return bottom + 280 > window.innerHeight ? { left: x, bottom: window.innerHeight - top + 4 } : { left: x, top: bottom + 4 };
}
