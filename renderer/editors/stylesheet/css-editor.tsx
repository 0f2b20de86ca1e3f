/** CodeMirror for the stylesheet, in a shadow root: only there it adopts style sheets instead of creating style elements, which our policy forbids. */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { css, cssLanguage } from '@codemirror/lang-css';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { type Diagnostic, linter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { t } from '../../messages/translate.ts';
import './css-editor.css';

interface CssEditorProps {
  readonly value: string;
  readonly change: (value: string) => void;
  readonly ref?: Ref<CssEditorHandle>;
}

export interface CssEditorHandle {
  /** Adds an empty rule at the end, with the cursor in it. */
  addRule(selector: string): void;
}

/** Longer than a menu takes to close. */
const focusDelayMs = 60;

export function CssEditor({ value, change, ref }: CssEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  /** The texts that were reported and did not return as `value` yet: on a busy machine more is typed before the first one does. */
  const reported = useRef<string[]>([]);
  const onChange = useRef(change);
  onChange.current = (text) => {
    reported.current.push(text);
    change(text);
  };
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
    const at = reported.current.lastIndexOf(value);
    reported.current = at < 0 ? [] : reported.current.slice(at + 1);
    if (at < 0 && view.current) replaceText(view.current, value);
  }, [value]);
  useImperativeHandle(ref, () => ({
    addRule(selector) {
      const { current } = view;
      if (!current) return;
      const { doc } = current.state;
      const before = doc.length === 0 ? '' : `${doc.toString().trimEnd()}\n\n`;
      const insert = `${before}${selector} {\n  \n}\n`;
      const anchor = before.length + selector.length + 5;
      current.dispatch({ changes: { from: 0, to: doc.length, insert }, selection: { anchor }, scrollIntoView: true });
      // The menu that it is chosen from takes the focus back when it closes.
      setTimeout(() => current.focus(), focusDelayMs);
    },
  }));
  return <div className="css-editor" ref={host} data-field="project.css" />;
}

/** Replacing the text from outside is not reported as typed input. */
const externalChange = Annotation.define<boolean>();

function replaceText(editor: EditorView, text: string): void {
  const { length } = editor.state.doc;
  if (editor.state.doc.toString() !== text)
    editor.dispatch({ changes: { from: 0, to: length, insert: text }, annotations: externalChange.of(true) });
}

const changeListener = (onChange: (text: string) => void) =>
  EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    if (docChanged && !transactions.some((each) => each.annotation(externalChange))) onChange(state.doc.toString());
  });

/** The selectors of the player's page. */
export const pageSelectors = ['.play', '.title', '.content', '.mention', '.link'] as const;

type Tree = ReturnType<typeof syntaxTree>;

/** Completes them outside of rules, also without their dot. */
function completePageSelector(context: CompletionContext): CompletionResult | null {
  const typed = context.matchBefore(/\.?[\w-]*/);
  if (!typed || (typed.from === typed.to && !context.explicit)) return null;
  for (
    let node: ReturnType<Tree['resolveInner']> | null = syntaxTree(context.state).resolveInner(context.pos, -1);
    node;
    node = node.parent
  )
    if (node.name === 'Block') return null;
  return { from: typed.from, options: pageSelectors.map((label) => ({ label, type: 'class' })) };
}
const pageSelectorCompletions = cssLanguage.data.of({ autocomplete: completePageSelector });

const extensions = () => [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  // The icons of CodeMirror are letters that the bundled fonts don't have.
  autocompletion({ icons: false }),
  highlightActiveLine(),
  highlightSelectionMatches(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': t('stylesheet.editor') }),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
  css(),
  pageSelectorCompletions,
  cssExtensions,
];

/** The maximum number of errors shown. */
const maxErrors = 100;

/** The positions that the grammar could not parse. An error of length zero is marked at the character before it. */
function findCssErrors(state: EditorState): Diagnostic[] {
  const faults: Diagnostic[] = [];
  syntaxTree(state).iterate({
    enter: ({ type, from, to }) => {
      if (faults.length >= maxErrors) return;
      if (type.isError)
        faults.push({ from: from === to ? Math.max(0, from - 1) : from, to, severity: 'error', message: t('stylesheet.fault') });
      else if (type.name === 'PropertyName') {
        const name = state.sliceDoc(from, to);
        if (!isKnownProperty(name)) faults.push({ from, to, severity: 'warning', message: t('stylesheet.unknownProperty', { name }) });
      }
    },
  });
  return faults;
}

/** Variables and the properties of other browsers are not judged. */
const isKnownProperty = (name: string): boolean => name.startsWith('-') || CSS.supports(name, 'inherit');

const highlightStyle = HighlightStyle.define([
  { tag: [tags.comment], color: 'var(--ink-faint)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.definitionKeyword, tags.modifier], color: 'var(--danger-text)' },
  { tag: [tags.className, tags.tagName, tags.labelName, tags.constant(tags.className)], color: 'var(--accent-text)', fontWeight: '600' },
  { tag: [tags.propertyName, tags.variableName], color: 'var(--ink)' },
  { tag: [tags.number, tags.unit, tags.color, tags.atom], color: 'var(--warning-text)' },
  { tag: [tags.string], color: 'var(--success-text)' },
  { tag: [tags.invalid], color: 'var(--danger-text)' },
]);

const editorTheme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--card)', color: 'var(--ink)', fontSize: 'var(--text-body)' },
  // The focus ring is drawn around the host element, because the gutter would cover one of the editor's own.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-soft)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: 'var(--radius)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-soft)', color: 'var(--ink)' },
  '.cm-panels': { backgroundColor: 'var(--paper)', color: 'var(--ink)' },
  '.cm-panels input, .cm-panels button': { color: 'var(--ink)', background: 'var(--card)', borderColor: 'var(--line-strong)' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy var(--danger)', backgroundImage: 'none' },
  '.cm-lintRange-warning': { textDecoration: 'underline wavy var(--warning-text)', backgroundImage: 'none' },
});

/** CSS for CodeMirror: highlighting in the colors of the window, syntax errors, and properties that do not exist. */
const cssExtensions: Extension = [editorTheme, syntaxHighlighting(highlightStyle), linter((view) => findCssErrors(view.state))];
