/** What the rich text editor and the script editor share: a Tiptap editor for a value, with menus at the caret, script errors and its own undo. */
import { Extension, type Extensions } from '@tiptap/core';
import { history, redo, undo } from '@tiptap/pm/history';
import type { EditorProps } from '@tiptap/pm/view';
import { Editor } from '@tiptap/react';
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { focusBoard } from '../../state/board-view.ts';
import { clearFocusRequest } from '../../state/focus-request.ts';
import { useScriptErrors } from '../script/script-errors.tsx';
import { useCompletionMenu } from '../script/use-completion-menu.tsx';
import type { EditorNode } from './editor-document.ts';
import { pasteProps } from './paste-into-text.ts';
import { useMentionMenu } from './use-mention-menu.tsx';

interface TextEditorOptions<V> {
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** Read when the editor is created; later changes have no effect. */
  readonly extensions: Extensions;
  readonly toDocument: (value: V) => EditorNode;
  /** The value of the edited document. `before` is the last value, which is returned if its document has not changed. */
  readonly readValue: (editor: Editor, before: V) => V;
  /** The attributes of the text field in the page. Memoised by the caller: another object renders the whole text again. */
  readonly attributes: Record<string, string>;
  /** Enter without Shift does nothing. */
  readonly isSingleLine: boolean;
  /** Whether the text is a single expression. */
  readonly inCondition: boolean;
  readonly isFocusRequested: boolean;
}

interface TextEditor {
  readonly editor: Editor;
  readonly menus: ReactNode;
  /** Whether a script has errors, which are not counted while the user types. */
  readonly hasScriptErrors: boolean;
}

export function useTextEditor<V>({ value, onChange, toDocument, readValue, ...options }: TextEditorOptions<V>): TextEditor {
  const { attributes, isSingleLine, inCondition, isFocusRequested } = options;
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  /** The value of the editor's document: the last one that was reported or set. */
  const currentValue = useRef(value);
  const handleSurroundingKey = useContext(EditorKeysContext);
  /** The menus at the caret, and then the component around the editor, handle a key before the editor does. */
  const outerKeys = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const editorProps = useMemo(
    (): EditorProps => ({
      attributes,
      handleKeyDown: (_, event) => {
        if (outerKeys.current(event)) return true;
        if (event.key === 'Escape') focusBoard();
        return event.key === 'Escape' || (isSingleLine && event.key === 'Enter' && !event.shiftKey);
      },
    }),
    [attributes, isSingleLine],
  );
  // Not Tiptap's own hook, which destroys and replaces an editor whose first effects are late: what renders meanwhile fails.
  const [editor] = useState(
    () =>
      new Editor({
        element: null,
        extensions: [...options.extensions, textUndo],
        content: toDocument(value),
        injectCSS: false,
        editorProps,
        onUpdate: ({ editor: updated }) => {
          currentValue.current = readValue(updated, currentValue.current);
          latestOnChange.current(currentValue.current);
        },
      }),
  );
  useEffect(
    () => editor.setOptions({ editorProps: { ...pasteProps(editor.schema, isSingleLine), ...editorProps } }),
    [editor, editorProps, isSingleLine],
  );
  const mentions = useMentionMenu(editor);
  const completions = useCompletionMenu(editor, inCondition);
  const scriptErrors = useScriptErrors(editor);
  outerKeys.current = (event) =>
    mentions.handleKeyDown(event) ||
    completions.handleKeyDown(event) ||
    scriptErrors.handleKeyDown(event) ||
    handleSurroundingKey(editor, event) ||
    (inCondition && isEndOfCondition(editor, event));
  useEffect(() => {
    const before = currentValue.current;
    if (before === value) return;
    const update = () => {
      // Composed text has been reported meanwhile, and the field decides what that means for the value.
      if (currentValue.current !== before) return;
      currentValue.current = value;
      replaceDocument(editor, toDocument(value));
    };
    // A change of the text would end what an input method is composing.
    if (!editor.view.composing) return update();
    const { dom } = editor.view;
    const updateLater = () => queueMicrotask(update);
    dom.addEventListener('compositionend', updateLater);
    return () => dom.removeEventListener('compositionend', updateLater);
  }, [editor, value, toDocument]);
  useEffect(() => {
    if (!isFocusRequested) return;
    const typed = clearFocusRequest();
    // Tiptap's own command focuses one frame later, and the keys until then would be missed. Only while a menu closes, nothing else can be focused.
    editor.commands.setTextSelection(editor.state.doc.content.size);
    editor.view.focus();
    if (!editor.view.hasFocus()) editor.commands.focus('end');
    if (typed !== '') editor.view.dispatch(editor.state.tr.insertText(typed));
  }, [editor, isFocusRequested]);
  const menus = (
    <>
      {mentions.menu}
      {completions.menu}
      {scriptErrors.message}
    </>
  );
  return { editor, menus, hasScriptErrors: scriptErrors.count > 0 };
}

/** Enter finishes a condition, which is an expression; Shift+Enter continues it in another line, where Enter does so, too. */
function isEndOfCondition({ state }: Editor, { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || altKey) return false;
  const text = state.doc.textBetween(0, state.doc.content.size, '\n', (leaf) => (leaf.type.name === 'hardBreak' ? '\n' : ' '));
  if (text.includes('\n')) return false;
  focusBoard();
  return true;
}

/** While a text is edited, the keys of undo and redo apply to the text. Elsewhere they run the undo of the project. */
const textUndo = Extension.create({
  name: 'textUndo',
  addProseMirrorPlugins: () => [history({ newGroupDelay: 500 })],
  addKeyboardShortcuts() {
    const run = (command: typeof undo) => () => command(this.editor.state, this.editor.view.dispatch);
    return { 'Mod-z': run(undo), 'Shift-Mod-z': run(redo), 'Mod-y': run(redo) };
  },
});

/** Replaces the part of the document that differs, so that the caret keeps its position in the text. Not reported as an edit, nor part of the undo history. */
function replaceDocument(editor: Editor, document: EditorNode): void {
  const { doc, tr } = editor.state;
  const target = editor.schema.nodeFromJSON(document);
  const start = doc.content.findDiffStart(target.content);
  const end = doc.content.findDiffEnd(target.content);
  if (start === null || !end) return;
  // A repeated part may be counted from both ends: `aa` in place of `a`.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  tr.replace(start, end.a + overlap, target.slice(start, end.b + overlap));
  if (!tr.doc.eq(target)) tr.replaceWith(0, tr.doc.content.size, target.content);
  editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true));
}

/**
 * Where the text of an editor is in the page. The view exists as long as this component; the editor itself is never destroyed, so that nothing can
 * render a destroyed one.
 */
export function EditorView({ editor }: { editor: Editor }) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!container.current) return;
    editor.mount(container.current);
    return () => editor.unmount();
  }, [editor]);
  return <div ref={container} />;
}

/** Returns whether it has handled the key. */
export type EditorKeyHandler = (editor: Editor, event: KeyboardEvent) => boolean;

/**
 * Lets the component around an editor handle its keys, such as Tab on a card: after the menus at the caret, before the editor itself. Keys of an
 * input method are never passed on.
 */
export const EditorKeysContext = createContext<EditorKeyHandler>(() => false);
