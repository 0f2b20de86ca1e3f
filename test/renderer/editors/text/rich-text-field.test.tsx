/** Markup is often incomplete while it is typed: its field shows that, and nothing is sent. */
import type { ReactElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import { RichTextControl } from '../../../../renderer/editors/text/rich-text-control.tsx';
import { RichTextField } from '../../../../renderer/editors/text/rich-text-field.tsx';
import { CellEditor } from '../../../../renderer/features/translations/cell-editor.tsx';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';
import { readStepCount, sendDelayedEdits } from '../../../../renderer/state/send-command.ts';
import { runHook } from '../../run-hook.ts';

afterEach(() => openProjectStore.setState(openProjectStore.getInitialState()));

type Control = ReactElement<Parameters<typeof RichTextControl>[0]>;

/** The properties of the element that a RichTextField is drawn as. */
interface DrawnField {
  readonly error: string | null;
  readonly children: (names: { labelledBy: string; describedBy: string }) => Control;
}

test('markup with an error is not saved until it has none', async () => {
  openProjectStore.setState({ hash: 'story' });
  const saved: (string | null)[] = [];
  const save = async (html: string | null) => {
    saved.push(html);
    return { newVersion: saved.length };
  };
  const props = { id: 'door', name: 'door content en', label: 'Content', value: '<p>A</p>', placeholder: '', save } as const;
  const { results, render, unmount } = await runHook(RichTextField, props);
  // The field is drawn as one element.
  const field = () => results.at(-1)?.props as DrawnField;
  const leaveWith = async (html: string | null) => {
    field().children({ labelledBy: 'label', describedBy: 'says' }).props.change(html);
    field().children({ labelledBy: 'label', describedBy: 'says' }).props.blur();
    await render(props);
  };
  await leaveWith('<p>A lamp</p><scr');
  expect([saved, field().error]).toEqual([[], expect.any(String)]);
  await leaveWith('<p>A lamp</p>');
  expect([saved, field().error]).toEqual([['<p>A lamp</p>'], null]);
  await leaveWith(null);
  expect(saved).toEqual(['<p>A lamp</p>', null]);
  await unmount();
});

test('a cell sends none either', async () => {
  openProjectStore.setState({ hash: 'story' });
  const exits: string[] = [];
  const props = {
    row: { key: 'door/content', id: 'door', kind: 'element', field: 'content', boardId: 'board' },
    iso: 'de',
    label: 'Content',
    text: { de: { text: '<p>A</p>' } },
    done: (next: string) => void exits.push(next),
  } as const;
  const { results, render, unmount } = await runHook(CellEditor, props);
  const control = () => {
    // The cell is drawn as an element with several ones, of which one is the control.
    const drawn = results.at(-1)?.props as { readonly children: readonly ReactElement[] } | undefined;
    return drawn?.children.find(({ type }) => type === RichTextControl) as Control;
  };
  control().props.change('<p>A lamp</p><scr');
  await render(props);
  const stepsBefore = readStepCount();
  sendDelayedEdits();
  await render(props);
  expect([control().props.hasError, readStepCount() - stepsBefore, exits]).toEqual([true, 0, []]);
  await unmount();
});
