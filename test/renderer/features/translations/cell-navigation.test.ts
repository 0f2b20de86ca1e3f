/** The selected cell belongs to its text: rows above it may disappear, and so may its own. */
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { TextRow } from '../../../../renderer/features/translations/text-rows.ts';
import { useCellNavigation } from '../../../../renderer/features/translations/use-cell-navigation.ts';
import { runHook } from '../../run-hook.ts';

afterEach(() => vi.unstubAllGlobals());

const row = (id: string): TextRow => ({ key: `${id}/title`, id, kind: 'element', field: 'title', boardId: 'board' });
const [door, gate, yard] = [row('door'), row('gate'), row('yard')];

test('an edited cell stays with its text, and its editor disappears with it', async () => {
  const ignore = () => undefined;
  const { results, render, unmount } = await runHook(
    (rows: readonly TextRow[]) =>
      useCellNavigation({ rows, columnCount: 2, goToRecord: ignore, scrollerRef: { current: null }, scrollToIndex: ignore }),
    [door, gate, yard],
  );
  const last = () => results.at(-1);
  await act(async () => last()?.edit(1, 2));
  expect(last()).toMatchObject({ active: { rowIndex: 1, column: 2 }, isEditing: true });
  await render([gate, yard]);
  expect(last()).toMatchObject({ active: { rowIndex: 0, column: 2 }, isEditing: true });
  await render([yard]);
  expect(last()).toMatchObject({ active: { rowIndex: 0, column: 2 }, isEditing: false });
  await render([door, gate, yard]);
  expect(last()).toMatchObject({ active: { rowIndex: 1, column: 2 }, isEditing: false });
  await act(async () => last()?.edit(1, 2));
  await act(async () => last()?.choose(2, 1));
  await act(async () => last()?.choose(1, 2));
  expect(last()).toMatchObject({ active: { rowIndex: 1, column: 2 }, isEditing: false });
  await unmount();
});
