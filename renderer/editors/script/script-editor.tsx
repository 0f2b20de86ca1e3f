/** The editor of a condition's script: highlighting, completion, mentions with @, and errors, which are marked. */
import type { Editor } from '@tiptap/react';
import { useMemo } from 'react';
import { parseConditionSource, type ScriptSource, serializeScriptSource } from '../../../shared/rich-text/script-source.ts';
import { t } from '../../messages/translate.ts';
import type { EditorNode } from '../document/editor-document.ts';
import { conditionExtensions } from '../document/editor-schema.ts';
import { EditorView, useTextEditor } from '../document/use-text-editor.tsx';
import { readEditorCode, scriptHighlighting } from './script-highlighting.ts';

interface ScriptEditorProps {
  readonly label: string;
  readonly script: string;
  readonly change: (script: string) => void;
  readonly blur: () => void;
  readonly hasError: boolean;
  /** Whether it takes the focus. */
  readonly focusRequested: boolean;
}

const extensions = [...conditionExtensions, scriptHighlighting.configure({ condition: true })];

export function ScriptEditor({ label, script, change, blur, hasError, focusRequested }: ScriptEditorProps) {
  const attributes = useMemo(
    () => ({
      class: 'script-text',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'data-placeholder': t('scriptEditor.placeholder'),
      spellcheck: 'false',
    }),
    [label],
  );
  const { editor, menus, hasScriptErrors } = useTextEditor({
    value: script,
    onChange: change,
    extensions,
    toDocument: conditionToDocument,
    readValue: readScript,
    attributes,
    isSingleLine: false,
    inCondition: true,
    isFocusRequested: focusRequested,
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects that the focus leaves the editor
    <div className="script-editor" data-faulty={hasError || hasScriptErrors || undefined} onBlur={blur}>
      <EditorView editor={editor} />
      {menus}
    </div>
  );
}

function readScript({ state }: Editor, before: string): string {
  const { firstChild } = state.doc;
  return firstChild ? documentToCondition(readEditorCode(firstChild, 1), before) : '';
}

/** The script of a condition as an editor document. */
export function conditionToDocument(script: string): EditorNode {
  const { text: source, mentions } = parseConditionSource(script);
  const content: EditorNode[] = [];
  const text = (from: number, to: number) => {
    if (to > from) content.push({ type: 'text', text: source.slice(from, to) });
  };
  let next = 0;
  for (const { start, end, attributes } of mentions) {
    text(next, start);
    content.push({ type: 'mention', attrs: { attributes, text: source.slice(start, end) } });
    next = end;
  }
  text(next, source.length);
  return { type: 'doc', content: [{ type: 'codeBlock', ...(content.length > 0 ? { content } : {}) }] };
}

/** `before` is the stored script. A script that was not edited is returned unchanged. */
export function documentToCondition(code: ScriptSource, before: string): string {
  const stored = parseConditionSource(before);
  return JSON.stringify([stored.text, stored.mentions]) === JSON.stringify([code.text, code.mentions])
    ? before
    : serializeScriptSource(code, 0, code.text.length);
}
