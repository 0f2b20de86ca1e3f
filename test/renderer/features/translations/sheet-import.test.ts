/** The preview of an import stays while it is compared again, so that the focus stays where it is. */
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSheetImport } from '../../../../renderer/features/translations/import-preview-dialog.tsx';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';
import { elementAt, projectOf } from '../../../story-records.ts';
import { runHook } from '../../run-hook.ts';
import { stubBackend } from '../../stub-backend.ts';

afterEach(() => {
  openProjectStore.setState(openProjectStore.getInitialState());
  vi.unstubAllGlobals();
});

test('the last result is shown until the next one is whole, and cannot be imported meanwhile', async () => {
  openProjectStore.setState({ hash: 'story', project: projectOf(elementAt('hall', 0, 0)) });
  const table = {
    table: [
      ['Key', 'en'],
      ['hall title', 'Hall'],
    ],
    rows: [1, 2],
  };
  const { results, render } = await runHook(useSheetImport, { table, clearsEmptyCells: false });
  await expect.poll(() => results.at(-1)?.isReading).toBe(false);
  const first = results.length;
  await render({ table, clearsEmptyCells: true });
  await expect.poll(() => results.at(-1)?.isReading).toBe(false);
  const later = results.slice(first);
  expect(later[0]).toMatchObject({ isReading: true });
  expect(later.every(({ read }) => read !== null)).toBe(true);
  expect(later.at(-1)?.read).not.toBe(later[0]?.read);
});

test('a text that was changed or removed since the comparison is not replaced: the changes are shown again', async () => {
  const sent: unknown[] = [];
  stubBackend({
    'project.send': ({ command }) => {
      sent.push(command);
      return { version: 1, newVersion: 1, versionTime: null, ids: [] };
    },
  });
  const [{ ImportPreviewDialog }, { openProjectStore: store }] = await Promise.all([
    import('../../../../renderer/features/translations/import-preview-dialog.tsx'),
    import('../../../../renderer/state/open-project.ts'),
  ]);
  const titled = (id: string, text: string) => ({ ...elementAt(id, 0, 0), title: { en: { text } } });
  const project = projectOf(titled('hall', '<p>Hall</p>'), titled('attic', '<p>Attic</p>'), titled('yard', '<p>Yard</p>'));
  store.setState({ hash: 'story', version: 1, project });
  const table = {
    table: [
      ['Key', 'en'],
      ['hall/title', 'Great hall'],
      ['attic/title', 'Old attic'],
      ['yard/title', 'Big yard'],
    ],
    rows: [1, 2, 3, 4],
  };
  const { results, render, unmount } = await runHook(ImportPreviewDialog, { file: 'texts.csv', table, close: () => undefined });
  const form = () =>
    results.at(-1)?.props as { readonly isReady: boolean; readonly submitLabel: string; readonly run: () => Promise<void> };
  await expect.poll(() => form()?.isReady).toBe(true);
  expect(form().submitLabel).toBe('Change 3 texts');
  project.apply([
    { before: titled('hall', '<p>Hall</p>'), after: titled('hall', '<p>Grand hall</p>') },
    { before: titled('attic', '<p>Attic</p>'), after: undefined },
  ]);
  await act(() => expect(form().run()).rejects.toMatchObject({ code: 'conflict' }));
  await render({ file: 'texts.csv', table, close: () => undefined });
  await expect.poll(() => form()?.submitLabel).toBe('Change 2 texts');
  expect(sent).toEqual([]);
  await form().run();
  expect(sent).toMatchObject([{ do: 'batch', commands: [{ id: 'hall' }, { id: 'yard' }] }]);
  await unmount();
});
