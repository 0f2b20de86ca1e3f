/**
 * The script errors of an editor. Where they are is marked in the text; the message is shown beside the line while the caret is at the mark, and F8 leads to the
 * next one, so that neither the text nor the card moves. Scripts with errors are saved as well, because a story in progress may contain some.
 */

import { TextSelection } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../messages/translate.ts';
import { useProject } from '../../state/open-project.ts';
import { listUnknownNames, refreshMeta, type ScriptFault, scriptFaultsOf } from './script-highlighting.ts';
import './script-highlighting.css';

interface ScriptErrors {
  readonly count: number;
  /** Whether the key led to an error. */
  readonly handleKeyDown: (event: KeyboardEvent) => boolean;
  readonly message: ReactNode;
}

export function useScriptErrors(editor: Editor): ScriptErrors {
  // Variables can be created, renamed or deleted while the text is unchanged.
  const unknownNames = useProject((project) => (editor.isDestroyed ? '' : listUnknownNames(project, editor.state.doc)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `unknownNames` is not read, but other ones require a new check
  useEffect(() => {
    if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(refreshMeta, true).setMeta('addToHistory', false));
  }, [editor, unknownNames]);
  const { count, here } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({ count: scriptFaultsOf(now.state).length, here: now.isFocused ? faultAtCaret(now) : null }),
    equalityFn: (one, two) => one.count === two?.count && one.here?.text === two.here?.text && one.here?.from === two.here?.from,
  });
  const message =
    count > 0
      ? createPortal(
          <>
            {here && (
              <p className="script-fault" style={messagePosition(editor, here)}>
                {here.text}
              </p>
            )}
            <span className="visually-hidden" role="status">
              {here?.text ?? t('scriptEditor.count', { count })}
            </span>
          </>,
          editor.view.dom.closest('.dialog') ?? document.body,
        )
      : null;
  return { count, handleKeyDown: (event) => isNextErrorKey(event) && goToNextFault(editor), message };
}

const isNextErrorKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key === 'F8' && !ctrlKey && !metaKey && !altKey && !shiftKey;

function faultAtCaret({ state }: Editor): ScriptFault | null {
  const { empty, from } = state.selection;
  return (empty && scriptFaultsOf(state).find((fault) => fault.from <= from && from <= fault.to)) || null;
}

/** The first error after the caret, or else the first one. */
function goToNextFault({ state, view }: Editor): boolean {
  const faults = scriptFaultsOf(state);
  const next = faults.find(({ from }) => from > state.selection.from) ?? faults[0];
  if (next) view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, next.from)).scrollIntoView());
  return next !== undefined;
}

/** Below the line, or above it where the window ends: the line itself stays visible. */
function messagePosition(editor: Editor, { from }: ScriptFault): { left: number; top?: number; bottom?: number } {
  const { left, top, bottom } = editor.view.coordsAtPos(Math.min(from, editor.state.doc.content.size));
  const x = Math.max(8, Math.min(left, window.innerWidth - 328));
  return bottom + 80 > window.innerHeight ? { left: x, bottom: window.innerHeight - top + 6 } : { left: x, top: bottom + 6 };
}
