/** The value of an attribute that several elements have, in one field: its text belongs to all of them, and the text of one of them only to that one. */

import { act, type ChangeEvent, type ReactElement, type TextareaHTMLAttributes } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { draftNameOf } from '../../../../../renderer/editors/fields/draft.ts';
import { verbatim } from '../../../../../shared/messages/message.ts';
import { Problem } from '../../../../../shared/problem.ts';
import { runHook } from '../../../run-hook.ts';
import { stubBackend } from '../../../stub-backend.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openFields() {
  const disk = { isFull: true };
  const sent: unknown[] = [];
  stubBackend({
    'project.send': ({ command }) => {
      if (disk.isFull) throw new Problem('store', verbatim('The disk is full'), { reason: 'diskFull' });
      sent.push(command);
      return { version: 1, newVersion: 1, versionTime: null, ids: [] };
    },
    'draft.put': () => null,
    'draft.discard': () => null,
  });
  const [{ PlainTextValue }, { openProjectStore }] = await Promise.all([
    import('../../../../../renderer/features/inspector/attributes/value-editor.tsx'),
    import('../../../../../renderer/state/open-project.ts'),
  ]);
  openProjectStore.setState({ hash: 'story', version: 1 });
  vi.useFakeTimers();
  const props = (...ids: string[]) => ({ ids, data: null, label: 'Mood' });
  const run = await runHook(PlainTextValue, props('a'));
  const area = () => {
    // The field is drawn as a text area and its notices.
    const props = run.results.at(-1)?.props as { children: ReactElement<TextareaHTMLAttributes<HTMLTextAreaElement>>[] } | undefined;
    return props?.children[0]?.props;
  };
  const type = (value: string) => act(async () => area()?.onChange?.({ target: { value } } as ChangeEvent<HTMLTextAreaElement>));
  const wait = () => act(async () => void (await vi.advanceTimersByTimeAsync(3000)));
  return { disk, sent, area, type, wait, show: (...ids: string[]) => run.render(props(...ids)), unmount: run.unmount };
}

const change = (id: string, data: string) => ({
  do: 'change',
  kind: 'attribute',
  id,
  fields: { value: { type: 'string', plain: true, data } },
});

test('text of one element that could not be saved is not shown for several, and not saved in them', async () => {
  const { disk, sent, area, type, wait, show, unmount } = await openFields();
  await type('calm');
  await show('a', 'b');
  expect(area()?.value).toBe('');
  disk.isFull = false;
  await wait();
  expect(sent).toEqual([change('a', 'calm')]);
  await unmount();
});

test('text of several elements that could not be saved is saved in all of them, and in no other', async () => {
  const { disk, sent, area, type, wait, show, unmount } = await openFields();
  await show('a', 'b');
  await type('calm');
  await show('a', 'b', 'c');
  expect(area()?.value).toBe('');
  await show('a');
  expect(area()?.value).toBe('');
  disk.isFull = false;
  await wait();
  expect(sent).toEqual([{ do: 'batch', commands: [change('a', 'calm'), change('b', 'calm')] }]);
  await unmount();
});

test('records are one set in whatever order they were selected', () => {
  expect(draftNameOf(['b', 'a'], 'plain')).toBe(draftNameOf(['a', 'b'], 'plain'));
  expect(draftNameOf(['a', 'c'], 'plain')).not.toBe(draftNameOf(['a', 'b'], 'plain'));
});
