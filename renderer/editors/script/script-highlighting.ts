/** Highlights the scripts in an editor and marks their errors at every key press. A text without scripts is skipped. */
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { verbatim } from '../../../shared/messages/message.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { ScriptSource } from '../../../shared/rich-text/script-source.ts';
import { scriptFunctions } from '../../../shared/script/functions.ts';
import { isReservedWord } from '../../../shared/script/identifiers.ts';
import { parseBlock, parseSingleExpression } from '../../../shared/script/parse-block.ts';
import { ProgramBuilder } from '../../../shared/script/program-builder.ts';
import type { ScriptDiagnostic } from '../../../shared/script/script-diagnostic.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { htmlAttributesIn } from '../document/editor-document.ts';

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
    errors: [...new Set(inOrder.map((each) => formatScriptError(each, codes)))],
  };
}

/** The place in a script of one line is marked there. */
const formatScriptError = ({ block, line, column, message }: ScriptDiagnostic, codes: readonly EditorCode[]): string => {
  const [only] = codes;
  if (codes.length === 1 && only && !only.text.includes('\n')) return t(message);
  return codes.length === 1
    ? t('scriptEditor.atLine', { line, column, message })
    : t('scriptEditor.at', { script: block + 1, line, column, message });
};

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

interface ScriptToken {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly kind: 'keyword' | 'function' | 'variable' | 'number' | 'string' | 'sign' | 'unknown';
  /** Why the name is unknown. */
  readonly message?: string;
}
interface SourceRange {
  readonly start: number;
  readonly end: number;
}

const tokenPattern =
  /(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<number>\d*\.?\d+)|(?<name>[A-Za-z$_][\w$]*)|(?<sign>[*/+\-%<>=!&|(),.]+)/g;

/**
 * Splits the source of a script into highlighted tokens, even if it has errors, and finds unknown names. Tokens inside `mentions` are left out,
 * because mentions are rendered as nodes.
 */
export function tokenizeScript(project: Project, source: string, mentions: readonly SourceRange[] = []): ScriptToken[] {
  const tokens: ScriptToken[] = [];
  const inMention = (at: number) => mentions.some(({ start, end }) => at >= start && at < end);
  for (const found of source.matchAll(tokenPattern)) {
    const { index: start } = found;
    const end = start + found[0].length;
    if (inMention(start)) continue;
    const { string, number, name } = found.groups ?? {};
    if (string !== undefined) tokens.push({ start, end, kind: 'string' });
    else if (number !== undefined) tokens.push({ start, end, kind: 'number' });
    else if (name === undefined) tokens.push({ start, end, kind: 'sign' });
    else tokens.push(toNameToken(project, source, name, start));
  }
  return tokens;
}

function toNameToken(project: Project, source: string, name: string, start: number): ScriptToken {
  const end = start + name.length;
  if (scriptFunctions.has(name)) return { start, end, kind: 'function' };
  if (isReservedWord(name)) return { start, end, kind: 'keyword' };
  const [, scope] = /(?<![\w$])([A-Za-z$_][\w$]*)\s*\.\s*$/.exec(source.slice(0, start)) ?? [];
  const isScope = /^\s*\.\s*[A-Za-z$_]/.test(source.slice(end));
  const fault = isScope ? unknownScopeMessage(project, name) : unknownVariableMessage(project, scope ?? null, name);
  return fault === null ? { start, end, kind: 'variable' } : { start, end, kind: 'unknown', message: fault };
}

const unknownScopeMessage = (project: Project, scope: string): string | null =>
  project.recordIdByUniqueKey(`scope:${scope}`) === undefined ? t('scriptEditor.unknownScope', { scope }) : null;

function unknownVariableMessage(project: Project, scope: string | null, name: string): string | null {
  if (scope === null) return project.recordIdByUniqueKey(`variable:${name}`) === undefined ? t('scriptEditor.unknown', { name }) : null;
  const owner = project.recordIdByUniqueKey(`scope:${scope}`);
  // If the owner is unknown, its variables are not reported as well.
  return owner === undefined || project.recordIdByUniqueKey(`variable:${owner}:${name}`) !== undefined
    ? null
    : t('scriptEditor.unknown', { name: `${scope}.${name}` });
}

interface EditorCode extends ScriptSource {
  /** The document position of a source position. */
  readonly toDocumentPosition: (place: number) => number;
}

/** `start` is the document position at which the script's content begins. A mention is one node in the document, but several characters of the source. */
export function readEditorCode(node: Node, start: number): EditorCode {
  let text = '';
  const mentions: ScriptSource['mentions'] = [];
  /** The positions in source and document directly after a mention. */
  const shifts: { from: number; by: number }[] = [{ from: 0, by: start }];
  node.forEach((child, offset) => {
    const from = text.length;
    if (child.isText) text += (child.text ?? '').replaceAll('\u00a0', ' ');
    else if (child.type.name === 'mention') {
      text += String(child.attrs.text);
      mentions.push({ start: from, end: text.length, attributes: [...htmlAttributesIn(child.attrs)] });
      shifts.push({ from: text.length, by: start + offset + child.nodeSize - text.length });
    } else text += '\n';
  });
  const toDocumentPosition = (position: number) => position + (shifts.findLast(({ from }) => from <= position)?.by ?? start);
  return { text, mentions, toDocumentPosition };
}

/** [Exports] The scripts of a text that are executed: at the top level and in quotations, but not in lists; blank ones are skipped. */
export function readEditorCodes(doc: Node): EditorCode[] {
  const codes: EditorCode[] = [];
  const walk = (parent: Node, start: number) =>
    parent.forEach((child, offset) => {
      const inside = start + offset + 1;
      if (child.type.name === 'codeBlock') {
        const code = readEditorCode(child, inside);
        if (code.text.trim() !== '') codes.push(code);
      } else if (child.type.name === 'blockquote') walk(child, inside);
    });
  walk(doc, 0);
  return codes;
}
