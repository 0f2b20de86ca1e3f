/** The editor of one script, that of a condition: coloured, completed, with mentions by @, and with what is wrong in it told below. */

import type { EditorProps } from '@tiptap/pm/view';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../messages/translate.ts';
import { clearFocusRequest } from '../../state/focus-request.ts';
import { returnToBoard } from '../../state/return-to-board.ts';
import { replaceDocument } from '../document/replace-document.ts';
import { conditionExtensions } from '../document/story-extensions.ts';
import { textUndo } from '../document/text-undo.ts';
import { useMentionMenu } from '../document/use-mention-menu.tsx';
import { conditionToDocument, documentToCondition } from './condition-document.ts';
import { readEditorCode } from './editor-code.ts';
import { ScriptErrors, useScriptErrors } from './script-errors.tsx';
import { scriptHighlighting } from './script-highlighting.ts';
import { useCompletionMenu } from './use-completion-menu.tsx';

export interface ScriptEditorProps {
  readonly label: string;
  readonly script: string;
  readonly change: (script: string) => void;
  readonly blur: () => void;
  readonly hasError: boolean;
  /** Whether it shall take the keyboard. */
  readonly focusRequested: boolean;
}

export function ScriptEditor({ label, script, change, blur, hasError, focusRequested }: ScriptEditorProps) {
  const holds = useRef(script);
  const tell = useRef(change);
  tell.current = change;
  const keys = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const [start] = useState(() => ({
    extensions: [...conditionExtensions, textUndo, scriptHighlighting.configure({ condition: true })],
    content: conditionToDocument(script),
  }));
  const editorProps = useMemo(
    (): EditorProps => ({
      attributes: {
        class: 'script-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'data-placeholder': t('scriptEditor.placeholder'),
        spellcheck: 'false',
      },
      handleKeyDown: (_, event) => {
        if (keys.current(event)) return true;
        if (event.key === 'Escape') returnToBoard();
        return event.key === 'Escape';
      },
    }),
    [label],
  );
  const editor = useEditor({
    ...start,
    immediatelyRender: true,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps,
    onUpdate: ({ editor: changed }) => {
      holds.current = readScript(changed, holds.current);
      tell.current(holds.current);
    },
  });
  const mentions = useMentionMenu(editor);
  const completions = useCompletionMenu(editor, true);
  keys.current = (event) => mentions.handleKeyDown(event) || completions.handleKeyDown(event);
  const faults = useScriptErrors(editor);
  useEffect(() => {
    if (holds.current === script) return;
    holds.current = script;
    replaceDocument(editor, conditionToDocument(script));
  }, [editor, script]);
  useEffect(() => {
    if (!focusRequested) return;
    clearFocusRequest();
    editor.commands.focus('end');
  }, [editor, focusRequested]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the writer has left it
    <div className="script-editor" data-faulty={hasError || faults.length > 0 || undefined} onBlur={blur}>
      <EditorContent editor={editor} />
      {faults.length > 0 && <ScriptErrors errors={faults} />}
      {mentions.menu}
      {completions.menu}
    </div>
  );
}

function readScript({ state }: Editor, before: string): string {
  const { firstChild } = state.doc;
  return firstChild ? documentToCondition(readEditorCode(firstChild, 1), before) : '';
}
