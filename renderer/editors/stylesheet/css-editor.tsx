/** CodeMirror for the stylesheet. It lives in a shadow root: only there does it bring its own styles without a style element, which our policy forbids. */

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

export interface CssEditorProps {
  readonly value: string;
  readonly change: (value: string) => void;
}

export function CssEditor({ value, change }: CssEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const tell = useRef(change);
  tell.current = change;
  const first = useRef(value);
  useEffect(() => {
    const place = host.current;
    if (!place) return;
    const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({ doc: first.current, extensions: [extensions(), changeListener((text) => tell.current(text))] }),
    });
    view.current = made;
    made.focus();
    const own = (event: KeyboardEvent) => event.defaultPrevented && event.stopPropagation();
    place.addEventListener('keydown', own);
    return () => {
      place.removeEventListener('keydown', own);
      made.destroy();
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

/** A text that was not typed here is not told as if it were. */
const externalChange = Annotation.define<boolean>();

const changeListener = (tell: (text: string) => void) =>
  EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    if (docChanged && !transactions.some((each) => each.annotation(externalChange))) tell(state.doc.toString());
  });

/** What a play's page has, so that it need not be remembered. */
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
