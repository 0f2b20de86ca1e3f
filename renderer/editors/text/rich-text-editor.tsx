/** The editor of a rich text (G21). It reports every change, and shows changes from elsewhere. */

import type { Editor } from '@tiptap/react';
import { type FocusEvent, useMemo } from 'react';
import { documentToHtml, htmlToDocument } from '../document/document-html.ts';
import { toEditorNode } from '../document/editor-document.ts';
import { storyExtensions, titleExtensions } from '../document/editor-schema.ts';
import { EditorView, useTextEditor } from '../document/use-text-editor.tsx';
import { scriptHighlighting } from '../script/script-highlighting.ts';
import { EditorToolbar } from './editor-toolbar.tsx';

interface RichTextEditorProps {
  readonly html: string | null;
  readonly change: (html: string | null) => void;
  readonly blur: () => void;
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly placeholder: string;
  /** A single line without blocks: a title, a label. */
  readonly line?: boolean;
  /** A label has scripts; a title and the name of a frame have none. */
  readonly allowsScripts?: boolean;
  readonly hasError?: boolean;
  /** Whether the canvas has requested the focus. */
  readonly focusRequested?: boolean;
  /** The language of the text for the spell check; if it is undefined, spelling is not checked. */
  readonly lang?: string | undefined;
}

export function RichTextEditor({ html, change, blur, focusRequested = false, lang, ...field }: RichTextEditorProps) {
  const { labelledBy, describedBy, placeholder, line = false, allowsScripts = true, hasError } = field;
  const attributes = useMemo(
    () => ({
      class: line ? 'rich-text line' : 'rich-text',
      role: 'textbox',
      'aria-multiline': String(!line),
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'data-placeholder': placeholder,
      spellcheck: String(lang !== undefined),
      ...(lang === undefined ? {} : { lang }),
    }),
    [line, labelledBy, describedBy, placeholder, lang],
  );
  const { editor, menus } = useTextEditor({
    value: html,
    onChange: change,
    extensions: allowsScripts ? extensions : extensionsWithoutScripts,
    toDocument: htmlToDocument,
    readValue: readHtml,
    attributes,
    isSingleLine: line,
    inCondition: false,
    isFocusRequested: focusRequested,
  });
  const handleBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) blur();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects that the focus leaves the editor
    <div className="rich-editor" data-line={line || undefined} data-faulty={hasError || undefined} onBlur={handleBlur}>
      <EditorView editor={editor} />
      {!line && <EditorToolbar editor={editor} allowsScripts={allowsScripts} />}
      {menus}
    </div>
  );
}

const extensions = [...storyExtensions, scriptHighlighting];
const extensionsWithoutScripts = [...titleExtensions, scriptHighlighting];

const readHtml = (editor: Editor): string | null => documentToHtml(toEditorNode(editor.state.doc));
