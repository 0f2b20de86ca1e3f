/** The preview of an import stays while it is compared again, so that the focus stays where it is. */
import { afterEach, expect, test } from 'vitest';
import { useSheetImport } from '../../../../renderer/features/translations/import-preview-dialog.tsx';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';
import { elementAt, projectOf } from '../../../story-records.ts';
import { runHook } from '../../run-hook.ts';

afterEach(() => openProjectStore.setState(openProjectStore.getInitialState()));

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
