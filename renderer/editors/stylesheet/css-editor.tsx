/** CodeMirror for the stylesheet, in a shadow root: only there it adopts style sheets instead of creating style elements, which our policy forbids. */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { css, cssLanguage } from '@codemirror/lang-css';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { t } from '../../messages/translate.ts';
import { cssExtensions } from './css-extensions.ts';
import './css-editor.css';

interface CssEditorProps {
  readonly value: string;
  readonly change: (value: string) => void;
}

export function CssEditor({ value, change }: CssEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const onChange = useRef(change);
  onChange.current = change;
  const initialValue = useRef(value);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: initialValue.current,
        extensions: [extensions(), changeListener((text) => onChange.current(text))],
      }),
    });
    view.current = editor;
    editor.focus();
    const stopHandledKeys = (event: KeyboardEvent) => event.defaultPrevented && event.stopPropagation();
    element.addEventListener('keydown', stopHandledKeys);
    return () => {
      element.removeEventListener('keydown', stopHandledKeys);
      editor.destroy();
      view.current = null;
    };
  }, []);
  useEffect(() => {
    const { current } = view;
    const now = current?.state.doc.toString();
    if (current && now !== undefined && now !== value)
      current.dispatch({ changes: { from: 0, to: now.length, insert: value }, annotations: externalChange.of(true) });
  }, [value]);
  return <div className="css-editor" ref={host} data-field="project.css" />;
}

/** Replacing the text from outside is not reported as typed input. */
const externalChange = Annotation.define<boolean>();

const changeListener = (onChange: (text: string) => void) =>
  EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    if (docChanged && !transactions.some((each) => each.annotation(externalChange))) onChange(state.doc.toString());
  });

/** Completes the selectors of the player's page. */
const pageClassCompletions = cssLanguage.data.of({
  autocomplete: ['.play', '.title', '.content', '.mention', '.link'].map((label) => ({ label, type: 'class' })),
});

const extensions = () => [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': t('stylesheet.editor') }),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
  css(),
  pageClassCompletions,
  cssExtensions,
];
