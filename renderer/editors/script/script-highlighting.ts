/**
 * Highlights the scripts in an editor at every key press, and marks their errors once nothing has been written for a while, or the line has been left: nothing
 * turns red while the user types. A text without scripts is skipped.
 */
import { Extension } from '@tiptap/core';
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { lastIndexAtMost } from '../../../shared/lists.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type ScriptSource, type SourceSpan, spanTester } from '../../../shared/rich-text/script-source.ts';
import { scriptFunctions } from '../../../shared/script/functions.ts';
import { isReservedWord } from '../../../shared/script/identifiers.ts';
import { parseBlock, parseSingleExpression } from '../../../shared/script/parse-block.ts';
import { ProgramBuilder } from '../../../shared/script/program-builder.ts';
import type { ScriptDiagnostic } from '../../../shared/script/script-diagnostic.ts';
import { t } from '../../messages/translate.ts';
import { isDot, isWordCharacter } from '../../records/scripts/script-names.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { htmlAttributesIn } from '../document/editor-document.ts';

/** An error and where it is marked in the document. */
export interface ScriptFault {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

interface HighlightState {
  readonly colors: DecorationSet;
  /** In the order of their positions. */
  readonly faults: readonly ScriptFault[];
  /** The errors that are marked: while a line is being written, those of before, without that line. */
  readonly shown: DecorationSet;
  /** Whether nothing has been written for a while, or the line that was written has been left. */
  readonly isQuiet: boolean;
}

const pluginKey = new PluginKey<HighlightState>('scriptHighlighting');
const noFaults: readonly ScriptFault[] = [];

/** The errors of the scripts; none while the user types. */
export function scriptFaultsOf(state: EditorState): readonly ScriptFault[] {
  const highlighting = pluginKey.getState(state);
  return highlighting?.isQuiet ? highlighting.faults : noFaults;
}

/** What the project does not know of the names in the scripts of a document: it changes whenever a change of the project requires a new check. */
export const listUnknownNames = (project: Project, doc: Node): string =>
  [
    ...new Set(
      readEditorCodes(doc).flatMap(({ text, mentions }) =>
        tokenizeScript(project, text, mentions).flatMap(({ fault }) => (fault ? JSON.stringify(fault) : [])),
      ),
    ),
  ].join('\n');

/** Requests a new check: the project has changed. */
export const refreshMeta = 'scriptHighlighting.refresh';
/** The line that was written is finished: its errors are marked. */
const quietMeta = 'scriptHighlighting.quiet';

/** After the last key, in milliseconds. */
const quietDelay = 2000;

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
          init: (_, { doc }) => showFaults(doc, computeHighlighting(doc, condition)),
          apply: (transaction, before, oldState, newState) => {
            const isChecked = transaction.docChanged || transaction.getMeta(refreshMeta) === true;
            const next = isChecked ? { ...before, ...computeHighlighting(transaction.doc, condition) } : before;
            // A change of the whole text by others has no line that is being written.
            const isWritten = transaction.docChanged && transaction.getMeta('preventUpdate') !== true;
            if (isWritten) {
              // Enter leaves the line before.
              const isNewLine = lineAt(newState) !== transaction.mapping.map(lineAt(oldState), -1);
              const marked = isNewLine ? markFaults(transaction.doc, next.faults) : before.shown.map(transaction.mapping, transaction.doc);
              return { ...next, isQuiet: false, shown: withoutLine(marked, newState) };
            }
            const isLeft = transaction.getMeta(quietMeta) === true || (!before.isQuiet && lineAt(oldState) !== lineAt(newState));
            return isChecked || isLeft ? showFaults(transaction.doc, { ...next, isQuiet: before.isQuiet || isLeft }) : next;
          },
        },
        props: {
          decorations: (state) => {
            const { colors, shown } = pluginKey.getState(state) ?? {};
            return colors && shown && colors.add(state.doc, shown.find());
          },
          handleDOMEvents: { blur: (view) => becomeQuiet(view) },
        },
        view: (view) => {
          let timer: ReturnType<typeof setTimeout> | undefined;
          return {
            update: (_, { doc }) => {
              if (doc.eq(view.state.doc)) return;
              clearTimeout(timer);
              timer = setTimeout(() => becomeQuiet(view), quietDelay);
            },
            destroy: () => clearTimeout(timer),
          };
        },
      }),
    ];
  },
});

function becomeQuiet(view: EditorView): void {
  if (view.isDestroyed || view.composing || pluginKey.getState(view.state)?.isQuiet !== false) return;
  view.dispatch(view.state.tr.setMeta(quietMeta, true).setMeta('addToHistory', false));
}

const markFaults = (doc: Node, faults: readonly ScriptFault[]): DecorationSet =>
  DecorationSet.create(
    doc,
    faults.map(({ from, to, text }) => Decoration.inline(from, to, { class: 'tok-fault', title: text })),
  );

/** Marks the errors, if nothing is being written. */
function showFaults(
  doc: Node,
  { colors, faults, isQuiet = true, shown }: Partial<HighlightState> & Pick<HighlightState, 'colors' | 'faults'>,
): HighlightState {
  return { colors, faults, isQuiet, shown: isQuiet || !shown ? markFaults(doc, faults) : shown };
}

/** The position at which the line of the caret begins. */
function lineAt({ selection: { $from } }: EditorState): number {
  return $from.start() + lineStart($from);
}

function lineStart({ parent, parentOffset }: ResolvedPos): number {
  const before = parent.textBetween(0, parentOffset, undefined, (leaf) => (leaf.type.name === 'hardBreak' ? '\n' : ' '));
  return before.lastIndexOf('\n') + 1;
}

function withoutLine(shown: DecorationSet, state: EditorState): DecorationSet {
  const { $from } = state.selection;
  const start = lineAt(state);
  const rest = $from.parent.textBetween($from.parentOffset, $from.parent.content.size, undefined, (leaf) =>
    leaf.type.name === 'hardBreak' ? '\n' : ' ',
  );
  const length = rest.indexOf('\n');
  return shown.remove(shown.find(start, length < 0 ? $from.end() : $from.pos + length));
}

function computeHighlighting(doc: Node, isCondition: boolean): Pick<HighlightState, 'colors' | 'faults'> {
  const codes = readEditorCodes(doc);
  if (codes.length === 0) return { colors: DecorationSet.empty, faults: noFaults };
  const { project } = openProjectStore.getState();
  const colors: Decoration[] = [];
  const found: (ScriptDiagnostic & Pick<ScriptFault, 'from' | 'to'>)[] = [];
  const lineStarts = codes.map(({ text }) => lineStartsOf(text));
  for (const [block, code] of codes.entries())
    for (const { start, end, kind, fault } of tokenizeScript(project, code.text, code.mentions)) {
      const [from, to] = [code.toDocumentPosition(start), code.toDocumentPosition(end)];
      colors.push(Decoration.inline(from, to, { class: `tok-${kind === 'unknown' ? 'variable' : kind}` }));
      if (fault) found.push({ block, ...positionAt(lineStarts[block] ?? [0], start), message: fault, from, to });
    }
  for (const fault of isCondition ? conditionErrors(codes) : blockErrors(codes)) {
    const code = codes[fault.block];
    if (!code) continue;
    const [from, to] = errorRange(code, lineStarts[fault.block]?.[fault.line - 1] ?? 0, fault);
    found.push({ ...fault, from: code.toDocumentPosition(from), to: code.toDocumentPosition(to) });
  }
  const inOrder = found.sort((one, two) => one.block - two.block || one.line - two.line || one.column - two.column);
  return {
    colors: DecorationSet.create(doc, colors),
    faults: inOrder.map(({ from, to, ...fault }) => ({ from, to, text: formatScriptError(fault, codes) })),
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
function errorRange({ text }: EditorCode, lineStart: number, { column }: ScriptDiagnostic): [from: number, to: number] {
  const from = Math.min(lineStart + column - 1, text.length);
  const length = /^(?:[\w$]+|[^\s\w$]+)/.exec(text.slice(from))?.[0].length ?? 0;
  return length > 0 ? [from, from + length] : [Math.max(0, from - 1), Math.max(1, from)];
}

/** The places at which the lines of a source begin. */
const lineStartsOf = (source: string): number[] => [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];

function positionAt(lineStarts: readonly number[], place: number): { line: number; column: number } {
  const at = lastIndexAtMost(lineStarts, place);
  return { line: at + 1, column: place - (lineStarts[at] ?? 0) + 1 };
}

interface ScriptToken {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly kind: 'keyword' | 'function' | 'variable' | 'number' | 'string' | 'sign' | 'unknown';
  /** Why the name is unknown. */
  readonly fault?: Message;
}

const tokenPattern =
  /(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<number>\d*\.?\d+)|(?<name>[A-Za-z$_][\w$]*)|(?<sign>[*/+\-%<>=!&|(),.]+)/g;

/**
 * Splits the source of a script into highlighted tokens, even if it has errors, and finds unknown names. Tokens inside `mentions` are left out,
 * because mentions are rendered as nodes.
 */
export function tokenizeScript(project: Project, source: string, mentions: readonly SourceSpan[] = []): ScriptToken[] {
  const tokens: ScriptToken[] = [];
  const isInMention = spanTester(mentions);
  let lastName: SourceSpan | null = null;
  for (const found of source.matchAll(tokenPattern)) {
    const { index: start } = found;
    const end = start + found[0].length;
    const { string, number, name } = found.groups ?? {};
    const owner: SourceSpan | null = lastName;
    if (name !== undefined) lastName = { start, end };
    if (isInMention(start, start)) continue;
    if (string !== undefined) tokens.push({ start, end, kind: 'string' });
    else if (number !== undefined) tokens.push({ start, end, kind: 'number' });
    else if (name === undefined) tokens.push({ start, end, kind: 'sign' });
    else tokens.push(toNameToken(project, source, name, start, owner));
  }
  return tokens;
}

/** `before`: the last name before this one. */
function toNameToken(project: Project, source: string, name: string, start: number, before: SourceSpan | null): ScriptToken {
  const end = start + name.length;
  if (scriptFunctions.has(name)) return { start, end, kind: 'function' };
  if (isReservedWord(name)) return { start, end, kind: 'keyword' };
  const isOwned = before !== null && isDot(source, before.end, start) && !isWordCharacter(source, before.start - 1);
  const scope = isOwned ? source.slice(before.start, before.end) : null;
  const isScope = /^\s*\.\s*[A-Za-z$_]/.test(source.slice(end));
  const fault = isScope ? unknownScopeMessage(project, name) : unknownVariableMessage(project, scope, name);
  return fault === null ? { start, end, kind: 'variable' } : { start, end, kind: 'unknown', fault };
}

const unknownScopeMessage = (project: Project, scope: string): Message | null =>
  project.recordIdByUniqueKey(`scope:${scope}`) === undefined ? message('scriptEditor.unknownScope', { scope }) : null;

function unknownVariableMessage(project: Project, scope: string | null, name: string): Message | null {
  if (scope === null)
    return project.recordIdByUniqueKey(`variable:${name}`) === undefined ? message('scriptEditor.unknown', { name }) : null;
  const owner = project.recordIdByUniqueKey(`scope:${scope}`);
  // If the owner is unknown, its variables are not reported as well.
  return owner === undefined || project.recordIdByUniqueKey(`variable:${owner}:${name}`) !== undefined
    ? null
    : message('scriptEditor.unknown', { name: `${scope}.${name}` });
}

interface EditorCode extends ScriptSource {
  /** The document position of a source position. */
  readonly toDocumentPosition: (place: number) => number;
}

/** `start` is the document position at which the script's content begins. A mention is one node in the document, but several characters of the source. */
export function readEditorCode(node: Node, start: number): EditorCode {
  let text = '';
  const mentions: ScriptSource['mentions'] = [];
  /** The places in the source directly after a mention, and how much further the positions in the document are from there on. */
  const [shiftedFrom, shiftedBy] = [[0], [start]];
  node.forEach((child, offset) => {
    const from = text.length;
    if (child.isText) text += (child.text ?? '').replaceAll('\u00a0', ' ');
    else if (child.type.name === 'mention') {
      text += String(child.attrs.text);
      mentions.push({ start: from, end: text.length, attributes: [...htmlAttributesIn(child.attrs)] });
      shiftedFrom.push(text.length);
      shiftedBy.push(start + offset + child.nodeSize - text.length);
    } else text += '\n';
  });
  const toDocumentPosition = (position: number) => position + (shiftedBy[lastIndexAtMost(shiftedFrom, position)] ?? start);
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
