/** The editor of a rich text in its dialect (G21), on Tiptap. It tells every change and takes in what comes from elsewhere. */

import type { EditorProps } from '@tiptap/pm/view';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { RichTextDialect } from '../../../shared/rich-text/dialects.ts';
import { clearFocusRequest } from '../../state/focus-request.ts';
import { returnToBoard } from '../../state/return-to-board.ts';
import { documentToHtml, htmlToDocument } from '../document/editor-document.ts';
import { editorExtensionsFor } from '../document/editor-extensions.ts';
import { replaceDocument } from '../document/replace-document.ts';
import { textUndo } from '../document/text-undo.ts';
import { useMentionMenu } from '../document/use-mention-menu.tsx';
import { ScriptErrors, useScriptErrors } from '../script/script-errors.tsx';
import { scriptHighlighting } from '../script/script-highlighting.ts';
import { useCompletionMenu } from '../script/use-completion-menu.tsx';
import { EditorToolbar } from './editor-toolbar.tsx';

export interface RichTextEditorProps {
  readonly html: string | null;
  readonly change: (html: string | null) => void;
  readonly blur: () => void;
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly placeholder: string;
  /** One line without blocks: a title, a label. */
  readonly line?: boolean;
  readonly hasError?: boolean;
  /** The canvas asks this editor to take the keyboard. */
  readonly focusRequested?: boolean;
  /** The language of the text, for the spell check; without one nothing is checked. */
  readonly lang?: string | undefined;
  /** What may be written; it stays as it is for as long as the editor is there. */
  readonly dialect?: RichTextDialect;
}

const editorHtml = (editor: Editor): string | null => documentToHtml(editor.getJSON() as Parameters<typeof documentToHtml>[0]);

export function RichTextEditor({ html, change, blur, focusRequested = false, dialect = 'story', lang, ...names }: RichTextEditorProps) {
  const { labelledBy, describedBy, placeholder, line, hasError } = names;
  const tell = useRef(change);
  tell.current = change;
  /** What the editor holds, as it told it last. */
  const holds = useRef(html);
  /** The list of mentions hears the keys first. */
  const mentions = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const [start] = useState(() => ({
    extensions: [...editorExtensionsFor(dialect), textUndo, scriptHighlighting],
    content: htmlToDocument(html),
  }));
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
        if (event.key === 'Escape') returnToBoard();
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
      holds.current = editorHtml(changed);
      tell.current(holds.current);
    },
  });
  const { handleKeyDown, menu } = useMentionMenu(editor);
  const completions = useCompletionMenu(editor, false);
  mentions.current = (event) => handleKeyDown(event) || completions.handleKeyDown(event);
  const faults = useScriptErrors(editor);
  useEffect(() => {
    if (holds.current === html) return;
    holds.current = html;
    replaceDocument(editor, htmlToDocument(html));
  }, [editor, html]);
  useEffect(() => {
    if (!focusRequested) return;
    clearFocusRequest();
    editor.commands.focus('end');
  }, [editor, focusRequested]);
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) blur();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the writer has left it
    <div className="rich-editor" data-line={line || undefined} data-faulty={hasError || undefined} onBlur={onBlur}>
      <EditorContent editor={editor} />
      {!line && <EditorToolbar editor={editor} />}
      {faults.length > 0 && <ScriptErrors errors={faults} />}
      {menu}
      {completions.menu}
    </div>
  );
}
