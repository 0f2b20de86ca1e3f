/** CSS for CodeMirror: highlighting in the colors of the window, syntax errors, and properties that do not exist. */

import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { t } from '../../messages/translate.ts';

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

export const cssExtensions: Extension = [editorTheme, syntaxHighlighting(highlightStyle), linter((view) => findCssErrors(view.state))];
