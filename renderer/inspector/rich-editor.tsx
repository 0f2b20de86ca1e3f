/** The editor of a rich text in its dialect (G21), on Tiptap. It tells every change and takes in what comes from elsewhere. */

import type { EditorProps } from '@tiptap/pm/view';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Dialect } from '../../shared/rich-text/dialects.ts';
import { focusTaken } from '../fields/focus.ts';
import { leaveToBoard } from '../fields/leave.ts';
import { ScriptFaults, useScriptFaults } from '../script-editor/script-faults.tsx';
import { scriptMarks } from '../script-editor/script-marks.ts';
import { useCompletionMenu } from '../script-editor/use-completion-menu.tsx';
import { extensionsFor } from './dialect-extensions.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { documentOf, htmlOf } from './story-document.ts';
import { takeIn } from './take-in.ts';
import { undoInText } from './undo-in-text.ts';
import { useMentionMenu } from './use-mention-menu.tsx';

export interface RichEditorProps {
  readonly html: string | null;
  readonly change: (html: string | null) => void;
  readonly blur: () => void;
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly placeholder: string;
  /** One line without blocks: a title, a label. */
  readonly line?: boolean;
  readonly faulty?: boolean;
  /** The canvas asks this editor to take the keyboard. */
  readonly wanted?: boolean;
  /** The language of the text, for the spell check; without one nothing is checked. */
  readonly lang?: string | undefined;
  /** What may be written; it stays as it is for as long as the editor is there. */
  readonly dialect?: Dialect;
}

const textOf = (editor: Editor): string | null => htmlOf(editor.getJSON() as Parameters<typeof htmlOf>[0]);

export function RichEditor({ html, change, blur, wanted = false, dialect = 'story', lang, ...names }: RichEditorProps) {
  const { labelledBy, describedBy, placeholder, line, faulty } = names;
  const tell = useRef(change);
  tell.current = change;
  /** What the editor holds, as it told it last. */
  const holds = useRef(html);
  /** The list of mentions hears the keys first. */
  const mentions = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const [start] = useState(() => ({ extensions: [...extensionsFor(dialect), undoInText, scriptMarks], content: documentOf(html) }));
  // Others at each render would have the whole text drawn anew.
  const editorProps = useMemo(
    (): EditorProps => ({
      attributes: {
        class: line ? 'rich-text line' : 'rich-text',
        role: 'textbox',
        'aria-multiline': String(!line),
        'aria-labelledby': labelledBy,
        'aria-describedby': describedBy,
        'data-placeholder': placeholder,
        spellcheck: String(lang !== undefined),
        ...(lang === undefined ? {} : { lang }),
      },
      handleKeyDown: (_, event) => {
        if (mentions.current(event)) return true;
        if (event.key === 'Escape') leaveToBoard();
        return event.key === 'Escape' || (line === true && event.key === 'Enter' && !event.shiftKey);
      },
    }),
    [line, labelledBy, describedBy, placeholder, lang],
  );
  const editor = useEditor({
    ...start,
    immediatelyRender: true,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps,
    onUpdate: ({ editor: changed }) => {
      holds.current = textOf(changed);
      tell.current(holds.current);
    },
  });
  const { pressed, menu } = useMentionMenu(editor);
  const completions = useCompletionMenu(editor, false);
  mentions.current = (event) => pressed(event) || completions.pressed(event);
  const faults = useScriptFaults(editor);
  useEffect(() => {
    if (holds.current === html) return;
    holds.current = html;
    takeIn(editor, documentOf(html));
  }, [editor, html]);
  useEffect(() => {
    if (!wanted) return;
    focusTaken();
    editor.commands.focus('end');
  }, [editor, wanted]);
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) blur();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the writer has left it
    <div className="rich-editor" data-line={line || undefined} data-faulty={faulty || undefined} onBlur={onBlur}>
      <EditorContent editor={editor} />
      {!line && <EditorToolbar editor={editor} />}
      {faults.length > 0 && <ScriptFaults faults={faults} />}
      {menu}
      {completions.menu}
    </div>
  );
}
