/** Highlights the scripts in an editor and marks their errors at every key press. A text without scripts is skipped. */

import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { verbatim } from '../../../shared/messages/message.ts';
import { parseBlock, parseSingleExpression } from '../../../shared/script/parse-block.ts';
import { ProgramBuilder } from '../../../shared/script/program-builder.ts';
import type { ScriptDiagnostic } from '../../../shared/script/script-diagnostic.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { type EditorCode, readEditorCodes } from './editor-code.ts';
import { tokenizeScript } from './script-tokens.ts';

interface HighlightState {
  readonly decorations: DecorationSet;
  /** The error messages, in the order of their positions. */
  readonly errors: readonly string[];
}

const pluginKey = new PluginKey<HighlightState>('scriptHighlighting');
const noErrors: readonly string[] = [];

export const scriptErrorsOf = (state: EditorState): readonly string[] => pluginKey.getState(state)?.errors ?? noErrors;

/** Requests a new check: a variable was created or deleted. */
export const refreshMeta = 'scriptHighlighting.refresh';

/** `condition`: the only script is a single expression. */
export const scriptHighlighting = Extension.create<{ condition: boolean }>({
  name: 'scriptHighlighting',
  addOptions: () => ({ condition: false }),
  addProseMirrorPlugins() {
    const { condition } = this.options;
    return [
      new Plugin<HighlightState>({
        key: pluginKey,
        state: {
          init: (_, { doc }) => computeHighlighting(doc, condition),
          apply: (transaction, before) =>
            transaction.docChanged || transaction.getMeta(refreshMeta) === true ? computeHighlighting(transaction.doc, condition) : before,
        },
        props: { decorations: (state) => pluginKey.getState(state)?.decorations },
      }),
    ];
  },
});

function computeHighlighting(doc: Node, isCondition: boolean): HighlightState {
  const codes = readEditorCodes(doc);
  if (codes.length === 0) return { decorations: DecorationSet.empty, errors: noErrors };
  const { project } = openProjectStore.getState();
  const decorations: Decoration[] = [];
  const diagnostics: ScriptDiagnostic[] = [];
  for (const [block, code] of codes.entries())
    for (const word of tokenizeScript(project, code.text, code.mentions)) {
      const { start, end, kind, message: error } = word;
      decorations.push(
        Decoration.inline(code.toDocumentPosition(start), code.toDocumentPosition(end), {
          class: `tok-${kind}`,
          ...(error ? { title: error } : {}),
        }),
      );
      if (error) diagnostics.push({ block, ...positionAt(code.text, start), message: verbatim(error) });
    }
  for (const fault of isCondition ? conditionErrors(codes) : blockErrors(codes)) {
    const code = codes[fault.block];
    if (!code) continue;
    const [from, to] = errorRange(code, fault);
    decorations.push(
      Decoration.inline(code.toDocumentPosition(from), code.toDocumentPosition(to), { class: 'tok-fault', title: t(fault.message) }),
    );
    diagnostics.push(fault);
  }
  const inOrder = diagnostics.sort((one, two) => one.block - two.block || one.line - two.line || one.column - two.column);
  return {
    decorations: DecorationSet.create(doc, decorations),
    errors: [...new Set(inOrder.map((each) => formatScriptError(each, codes.length)))],
  };
}

const formatScriptError = ({ block, line, column, message }: ScriptDiagnostic, scripts: number): string =>
  scripts === 1 ? t('scriptEditor.atLine', { line, column, message }) : t('scriptEditor.at', { script: block + 1, line, column, message });

function conditionErrors([code]: readonly EditorCode[]): ScriptDiagnostic[] {
  const parsed = code && parseSingleExpression(code);
  return parsed && !parsed.ok ? [parsed.diagnostic] : [];
}

/** The first syntax error of each script, and every if, else and endif without its counterpart. */
function blockErrors(codes: readonly EditorCode[]): ScriptDiagnostic[] {
  const builder = new ProgramBuilder();
  const faults: ScriptDiagnostic[] = [];
  for (const [index, code] of codes.entries()) {
    const { clauses, diagnostic } = parseBlock(code, index);
    for (const { line } of clauses) builder.addLine(line, null);
    if (diagnostic) faults.push(diagnostic);
  }
  return [...faults, ...builder.finish()];
}

/** The word at the position of an error; at the end of a script, the one before it. */
function errorRange({ text }: EditorCode, { line, column }: ScriptDiagnostic): [from: number, to: number] {
  let start = 0;
  for (let at = 1; at < line; at++) start = text.indexOf('\n', start) + 1;
  const from = Math.min(start + column - 1, text.length);
  const length = /^(?:[\w$]+|[^\s\w$]+)/.exec(text.slice(from))?.[0].length ?? 0;
  return length > 0 ? [from, from + length] : [Math.max(0, from - 1), Math.max(1, from)];
}

function positionAt(source: string, place: number): { line: number; column: number } {
  const before = source.slice(0, place);
  return { line: before.split('\n').length, column: place - before.lastIndexOf('\n') };
}
