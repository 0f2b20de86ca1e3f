/** The editor of a condition's script: highlighting, completion, mentions with @, and errors below it. */

import type { Editor } from '@tiptap/react';
import { useMemo } from 'react';
import { t } from '../../messages/translate.ts';
import { conditionExtensions } from '../document/editor-extensions.ts';
import { EditorView } from '../document/editor-view.tsx';
import { useTextEditor } from '../document/use-text-editor.tsx';
import { conditionToDocument, documentToCondition } from './condition-document.ts';
import { readEditorCode } from './editor-code.ts';
import { ScriptErrors } from './script-errors.tsx';
import { scriptHighlighting } from './script-highlighting.ts';

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
  const { editor, menus, scriptErrors } = useTextEditor({
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
    <div className="script-editor" data-faulty={hasError || scriptErrors.length > 0 || undefined} onBlur={blur}>
      <EditorView editor={editor} />
      {scriptErrors.length > 0 && <ScriptErrors errors={scriptErrors} />}
      {menus}
    </div>
  );
}

function readScript({ state }: Editor, before: string): string {
  const { firstChild } = state.doc;
  return firstChild ? documentToCondition(readEditorCode(firstChild, 1), before) : '';
}
