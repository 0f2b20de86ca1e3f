/** The editor of one script, that of a condition: coloured, completed, with mentions by @, and with what is wrong in it told below. */
import type { EditorProps } from '@tiptap/pm/view';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { focusTaken } from '../fields/focus.ts';
import { leaveToBoard } from '../fields/leave.ts';
import { conditionExtensions } from '../inspector/story-extensions.ts';
import { takeIn } from '../inspector/take-in.ts';
import { undoInText } from '../inspector/undo-in-text.ts';
import { useMentionMenu } from '../inspector/use-mention-menu.tsx';
import { scriptEditorWords as words } from '../words/en/script-editor.ts';
import { codeIn } from './code-in-editor.ts';
import { conditionOf, documentOfCondition } from './condition-document.ts';
import { ScriptFaults, useScriptFaults } from './script-faults.tsx';
import { scriptMarks } from './script-marks.ts';
import { useCompletionMenu } from './use-completion-menu.tsx';

export interface ScriptEditorProps {
  readonly label: string;
  readonly script: string;
  readonly change: (script: string) => void;
  readonly blur: () => void;
  readonly isFaulty: boolean;
  /** Whether it shall take the keyboard. */
  readonly wanted: boolean;
}

export function ScriptEditor({ label, script, change, blur, isFaulty, wanted }: ScriptEditorProps) {
  const holds = useRef(script);
  const tell = useRef(change);
  tell.current = change;
  const keys = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const [start] = useState(() => ({
    extensions: [...conditionExtensions, undoInText, scriptMarks.configure({ condition: true })],
    content: documentOfCondition(script),
  }));
  const editorProps = useMemo(
    (): EditorProps => ({
      attributes: {
        class: 'script-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'data-placeholder': words.placeholder,
        spellcheck: 'false',
      },
      handleKeyDown: (_, event) => {
        if (keys.current(event)) return true;
        if (event.key === 'Escape') leaveToBoard();
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
      holds.current = scriptIn(changed, holds.current);
      tell.current(holds.current);
    },
  });
  const mentions = useMentionMenu(editor);
  const completions = useCompletionMenu(editor, true);
  keys.current = (event) => mentions.pressed(event) || completions.pressed(event);
  const faults = useScriptFaults(editor);
  useEffect(() => {
    if (holds.current === script) return;
    holds.current = script;
    takeIn(editor, documentOfCondition(script));
  }, [editor, script]);
  useEffect(() => {
    if (!wanted) return;
    focusTaken();
    editor.commands.focus('end');
  }, [editor, wanted]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the writer has left it
    <div className="script-editor" data-faulty={isFaulty || faults.length > 0 || undefined} onBlur={blur}>
      <EditorContent editor={editor} />
      {faults.length > 0 && <ScriptFaults faults={faults} />}
      {mentions.menu}
      {completions.menu}
    </div>
  );
}

function scriptIn({ state }: Editor, before: string): string {
  const { firstChild } = state.doc;
  return firstChild ? conditionOf(codeIn(firstChild, 1), before) : '';
}
