/** The keys of the editor on a card: Tab and the arrows move to the next text, Ctrl+Enter makes the next card. Escape is handled by the editors. */
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useMemo } from 'react';
import { getAction, runAction, shortcutsOf } from '../../../commands/action-registry.ts';
import { matchesShortcut } from '../../../commands/shortcut-matching.ts';
import type { EditorKeyHandler } from '../../../editors/document/editor-keys.ts';
import { t } from '../../../messages/translate.ts';
import { findFrame } from '../../../records/board/items.ts';
import { boardViewStore, focusBoard } from '../../../state/board-view.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { selectItems } from '../../../state/selection.ts';
import { isMac } from '../../../ui/shortcut-keys.tsx';
import { announce } from '../actions/announce.ts';
import { startCardEditing } from './card-editing.ts';
import { adjacentTarget, type EditingTarget } from './editing-target.ts';
import { startEditingOnCanvas } from './start-editing.ts';

interface CardKeys {
  /** Keys in the text of an editor. */
  readonly handleEditorKey: EditorKeyHandler;
  /** Keys elsewhere: in the formatting toolbar, in a text that is edited as source. */
  readonly handleKey: (event: KeyboardEvent<HTMLElement>) => void;
}

export function useCardKeys(id: string): CardKeys {
  return useMemo(() => {
    const run = (event: globalThis.KeyboardEvent, at: Element): boolean => {
      if (isPlainTab(event)) goToAdjacentText(textAt(id, at), event.shiftKey ? 'back' : 'forward');
      else if (isNextElementKey(event)) runAction('addNextElement');
      else return false;
      return true;
    };
    return {
      handleEditorKey(editor, event) {
        if (event.altKey && event.key === 'F10') return focusToolbar(editor);
        // In a script within a text, this key leaves the script.
        if (isNextElementKey(event) && editor.isActive('codeBlock') && editor.schema.nodes.paragraph) return false;
        if (isPlainTab(event) && editor.isActive('listItem')) {
          editor.commands[event.shiftKey ? 'liftListItem' : 'sinkListItem']('listItem');
          return true;
        }
        return moveWithinCard(editor, event, id) || run(event, editor.view.dom);
      },
      handleKey(event) {
        if (event.defaultPrevented || event.nativeEvent.isComposing || !(event.target instanceof Element)) return;
        // Tab moves through the form of a link.
        if (isPlainTab(event) && event.target.closest('.link-form')) return;
        const toolbar = event.target.closest('.editor-toolbar');
        if (toolbar && (isPlainTab(event) || event.key === 'Escape')) focusTextOf(toolbar);
        else if (event.key === 'Escape') focusBoard();
        // The editor itself has the focus while the next card is being made: no key may run an action of the board then.
        else if (event.target !== event.currentTarget && !run(event.nativeEvent, event.target)) return;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, [id]);
}

/** The text of the card in which the element of the page is. */
const textAt = (id: string, at: Element): EditingTarget => ({
  id,
  field: at.closest<HTMLElement>('[data-text]')?.dataset.text === 'title' ? 'title' : 'content',
});

const isPlainTab = ({ key, ctrlKey, metaKey, altKey }: Parameters<typeof matchesShortcut>[1]): boolean =>
  key === 'Tab' && !ctrlKey && !metaKey && !altKey;

const isNextElementKey = (event: Parameters<typeof matchesShortcut>[1]): boolean =>
  shortcutsOf(getAction('addNextElement')).some((keys) => matchesShortcut(keys, event, isMac));

/** In a title, Enter and Down lead into the content; in its first line, Up leads back. Enter completes a label, and the title of a frame. */
function moveWithinCard(editor: Editor, event: globalThis.KeyboardEvent, id: string): boolean {
  if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { project } = openProjectStore.getState();
  const isTitle = textAt(id, editor.view.dom).field === 'title';
  const isLabel = project.find('connection', id) !== undefined || findFrame(project, id) !== undefined;
  if (isLabel && event.key === 'Enter') focusBoard();
  else if (isTitle && (event.key === 'Enter' || (event.key === 'ArrowDown' && editor.view.endOfTextblock('down'))))
    startCardEditing({ id, field: 'content' });
  else if (project.find('element', id) && !isTitle && event.key === 'ArrowUp' && isInFirstLine(editor))
    startCardEditing({ id, field: 'title' });
  else return false;
  return true;
}

const isInFirstLine = ({ state, view }: Editor): boolean =>
  state.selection.empty && state.selection.$from.index(0) === 0 && view.endOfTextblock('up');

/** Continues with the next text, on this card or along a connection. An item without texts is selected. */
function goToAdjacentText(from: EditingTarget, direction: 'forward' | 'back'): void {
  const step = adjacentTarget(openProjectStore.getState().project, from, direction);
  if (!step) announce(t(direction === 'forward' ? 'boardActions.done.noConnection' : 'boardActions.done.noConnectionBack'));
  else if (step.target) startEditingOnCanvas(step.target.id, step.target.field);
  else {
    selectItems([step.itemId]);
    boardViewStore.getState().view?.bringIntoView(step.itemId);
    focusBoard();
  }
}

function focusToolbar({ view }: Editor): boolean {
  const button = view.dom.closest('.rich-editor')?.querySelector<HTMLElement>('.editor-toolbar button');
  button?.focus();
  return button !== null && button !== undefined;
}

const focusTextOf = (toolbar: Element): void =>
  toolbar.closest('.rich-editor')?.querySelector<HTMLElement>('[contenteditable="true"]')?.focus();
