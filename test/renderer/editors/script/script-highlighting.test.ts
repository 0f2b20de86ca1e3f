/** Nothing turns red while the user writes a line; its errors are marked when it has been left, or nothing was written for two seconds. */
import { getExtensionField, getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { EditorState, type Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { DecorationSet, EditorView } from '@tiptap/pm/view';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storyExtensions } from '../../../../renderer/editors/document/editor-schema.ts';
import { listUnknownNames, scriptFaultsOf, scriptHighlighting } from '../../../../renderer/editors/script/script-highlighting.ts';

import { projectOf } from '../../../story-records.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const schema = getSchema(storyExtensions);

/** An editor of one script, without a page. The caret is at the end of a line. */
function openScript(...lines: readonly string[]) {
  const content = lines.flatMap((text, at) => [...(at > 0 ? [{ type: 'hardBreak' }] : []), { type: 'text', text }]);
  const doc = Node.fromJSON(schema, { type: 'doc', content: [{ type: 'codeBlock', content }] });
  const context = { name: scriptHighlighting.name, options: { condition: false } };
  const [plugin] = getExtensionField<() => Plugin[]>(scriptHighlighting, 'addProseMirrorPlugins', context)();
  if (!plugin) throw new Error('There is no plugin.');
  const editor = {
    state: EditorState.create({ doc, plugins: [plugin] }),
    isDestroyed: false,
    composing: false,
    dispatch(transaction: Transaction) {
      const before = editor.state;
      editor.state = before.apply(transaction);
      view.update?.(asView, before);
    },
  };
  // Of a view, the plugin uses only these members.
  const asView = editor as unknown as EditorView;
  const view = plugin.spec.view?.(asView) ?? {};
  const ends = lines.map((_, at) => 1 + lines.slice(0, at + 1).join(' ').length);
  return {
    write: (text: string) => editor.dispatch(editor.state.tr.insertText(text)),
    pressEnter: () => editor.dispatch(editor.state.tr.replaceSelectionWith(schema.node('hardBreak'))),
    goToLine: (line: number) => editor.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, ends[line] ?? 1))),
    goToPreviousCharacter: () =>
      editor.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, editor.state.selection.from - 1))),
    leave: () => plugin.props.handleDOMEvents?.blur?.call(plugin, asView, new Event('blur') as FocusEvent),
    /** The texts that are marked as errors. */
    marked: () => {
      const decorations = plugin.props.decorations?.call(plugin, editor.state) as DecorationSet;
      const faults = decorations.find().filter((each) => Reflect.get(Reflect.get(each, 'type'), 'attrs').class === 'tok-fault');
      return faults.map(({ from, to }) => editor.state.doc.textBetween(from, to));
    },
    /** What F8 goes to. */
    faultCount: () => scriptFaultsOf(editor.state).length,
  };
}

test('a script is checked again when a variable is exchanged for another, which leaves their number as it was', () => {
  const doc = Node.fromJSON(schema, { type: 'doc', content: [{ type: 'codeBlock', content: [{ type: 'text', text: 'gold = coins' }] }] });
  const storyWith = (name: string) => projectOf({ kind: 'variable', id: name, name, type: 'integer', value: 3, folders: [], rank: 'a0' });
  expect(listUnknownNames(storyWith('gold'), doc)).toContain('coins');
  expect(listUnknownNames(storyWith('gold'), doc)).not.toBe(listUnknownNames(storyWith('coins'), doc));
});

describe('the errors of a script', () => {
  test('are marked in a text that nobody is writing', () => {
    expect(openScript('nowhere = 1').marked()).toEqual(['nowhere']);
  });

  test('of the line that is being written are marked after two seconds without a key', () => {
    const script = openScript('nowhere = 1', 'show(1, ');
    script.goToLine(1);
    script.write('gon)');
    vi.advanceTimersByTime(1999);
    script.goToPreviousCharacter();
    script.write('e');
    expect([script.marked(), script.faultCount()]).toEqual([['nowhere'], 0]);
    vi.advanceTimersByTime(1999);
    expect([script.marked(), script.faultCount()]).toEqual([['nowhere'], 0]);
    vi.advanceTimersByTime(1);
    expect([script.marked(), script.faultCount()]).toEqual([['nowhere', 'gone'], 2]);
    script.write('r');
    expect(script.marked()).toEqual(['nowhere']);
  });

  test.each([
    ['the caret goes to another', (script: ReturnType<typeof openScript>) => script.goToLine(0)],
    ['Enter begins another', (script: ReturnType<typeof openScript>) => script.pressEnter()],
    ['the editor loses the focus', (script: ReturnType<typeof openScript>) => script.leave()],
  ])('of a written line are marked at once when %s', (_, leaveLine) => {
    const script = openScript('show(1)', 'show(2, ');
    script.goToLine(1);
    script.write('gone)');
    expect(script.marked()).toEqual([]);
    leaveLine(script);
    expect(script.marked()).toEqual(['gone']);
  });
});

test('a very long script is highlighted in one go, with unknown names, mentions and errors on every line', () => {
  const lines = 12_000;
  const mention = { type: 'mention', attrs: { text: 'lamp' } };
  const line = [{ type: 'text', text: 'coins = nobody.purse + other ' }, mention, { type: 'hardBreak' }, { type: 'text', text: 'else' }];
  const content = Array.from({ length: lines }, () => [...line, { type: 'hardBreak' }]).flat();
  const doc = Node.fromJSON(schema, { type: 'doc', content: [{ type: 'codeBlock', content }] });
  const names = listUnknownNames(projectOf(), doc).split('\n');
  expect(names.map((name) => JSON.parse(name).params)).toEqual([{ name: 'coins' }, { scope: 'nobody' }, { name: 'other' }]);
  const context = { name: scriptHighlighting.name, options: { condition: false } };
  const plugins = getExtensionField<() => Plugin[]>(scriptHighlighting, 'addProseMirrorPlugins', context)();
  const faults = scriptFaultsOf(EditorState.create({ doc, plugins }));
  const last = faults.filter(({ text }) => text.includes(`${2 * lines - 1}`));
  expect(last.map(({ from, to }) => doc.textBetween(from, to))).toEqual(['coins', 'nobody', 'other']);
});
