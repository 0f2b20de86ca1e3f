/** Colours the scripts in an editor and marks what is wrong in them, at each key. A text without scripts costs nothing. */
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { ScriptFault } from '../../shared/script/fault.ts';
import { parseBlock, parseOneExpression } from '../../shared/script/parse-block.ts';
import { ProgramBuilder } from '../../shared/script/program-builder.ts';
import { openProject } from '../state/open-project.ts';
import { scriptEditorWords } from '../words/en/script-editor.ts';
import { type CodeInEditor, codesIn } from './code-in-editor.ts';
import { scriptWords } from './script-words.ts';

interface Marked {
  readonly marks: DecorationSet;
  /** In words, in their order. */
  readonly faults: readonly string[];
}

const key = new PluginKey<Marked>('scriptMarks');
const nothing: readonly string[] = [];

export const faultsOf = (state: EditorState): readonly string[] => key.getState(state)?.faults ?? nothing;

/** Looks again: a variable has come or gone. */
export const LOOK_AGAIN = 'scriptMarks.lookAgain';

/** `condition`: the one script is one expression. */
export const scriptMarks = Extension.create<{ condition: boolean }>({
  name: 'scriptMarks',
  addOptions: () => ({ condition: false }),
  addProseMirrorPlugins() {
    const { condition } = this.options;
    return [
      new Plugin<Marked>({
        key,
        state: {
          init: (_, { doc }) => marked(doc, condition),
          apply: (transaction, before) =>
            transaction.docChanged || transaction.getMeta(LOOK_AGAIN) === true ? marked(transaction.doc, condition) : before,
        },
        props: { decorations: (state) => key.getState(state)?.marks },
      }),
    ];
  },
});

function marked(doc: Node, isCondition: boolean): Marked {
  const codes = codesIn(doc);
  if (codes.length === 0) return { marks: DecorationSet.empty, faults: nothing };
  const { project } = openProject.getState();
  const decorations: Decoration[] = [];
  const said: ScriptFault[] = [];
  for (const [block, code] of codes.entries())
    for (const word of scriptWords(project, code.source, code.mentions)) {
      const { start, end, is, says } = word;
      decorations.push(Decoration.inline(code.at(start), code.at(end), { class: `tok-${is}`, ...(says ? { title: says } : {}) }));
      if (says) said.push({ block, ...placeIn(code.source, start), message: says });
    }
  for (const fault of isCondition ? inCondition(codes) : inBlocks(codes)) {
    const code = codes[fault.block];
    if (!code) continue;
    const [from, to] = spanOf(code, fault);
    decorations.push(Decoration.inline(code.at(from), code.at(to), { class: 'tok-fault', title: fault.message }));
    said.push(fault);
  }
  const inOrder = said.sort((one, two) => one.block - two.block || one.line - two.line || one.column - two.column);
  return { marks: DecorationSet.create(doc, decorations), faults: [...new Set(inOrder.map((each) => inWords(each, codes.length)))] };
}

const inWords = ({ block, line, column, message }: ScriptFault, scripts: number): string =>
  scripts === 1 ? scriptEditorWords.atLine(line, column, message) : scriptEditorWords.at(block + 1, line, column, message);

function inCondition([code]: readonly CodeInEditor[]): ScriptFault[] {
  const parsed = code && parseOneExpression(code);
  return parsed && !parsed.ok ? [parsed.fault] : [];
}

/** The first fault of each script, and each if, else and endif without its partner. */
function inBlocks(codes: readonly CodeInEditor[]): ScriptFault[] {
  const builder = new ProgramBuilder();
  const faults: ScriptFault[] = [];
  for (const [index, code] of codes.entries()) {
    const { clauses, fault } = parseBlock(code, index);
    for (const { line } of clauses) builder.line(line, null);
    if (fault) faults.push(fault);
  }
  return [...faults, ...builder.end()];
}

/** The word that the fault stands at; at an end, what stands before it. */
function spanOf({ source }: CodeInEditor, { line, column }: ScriptFault): [from: number, to: number] {
  let start = 0;
  for (let at = 1; at < line; at++) start = source.indexOf('\n', start) + 1;
  const from = Math.min(start + column - 1, source.length);
  const length = /^(?:[\w$]+|[^\s\w$]+)/.exec(source.slice(from))?.[0].length ?? 0;
  return length > 0 ? [from, from + length] : [Math.max(0, from - 1), Math.max(1, from)];
}

function placeIn(source: string, place: number): { line: number; column: number } {
  const before = source.slice(0, place);
  return { line: before.split('\n').length, column: place - before.lastIndexOf('\n') };
}
