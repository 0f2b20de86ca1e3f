/** A dialog about something that is deleted elsewhere closes: as an open dialog that shows nothing it would take all keys. */
import { afterEach, expect, test, vi } from 'vitest';
import { useCloseWhenGone } from '../../../renderer/ui/use-close-when-gone.ts';
import { runHook } from '../run-hook.ts';

afterEach(() => vi.unstubAllGlobals());

test('a dialog closes once, when its subject is gone', async () => {
  const closed: string[] = [];
  const dialog = (subject: object | undefined) => useCloseWhenGone(subject, () => void closed.push('closed'));
  const { render, unmount } = await runHook(dialog, { name: 'Lamp' });
  await render({ name: 'Rope' });
  expect(closed).toEqual([]);
  await render(undefined);
  await render(undefined);
  expect(closed).toEqual(['closed']);
  await unmount();
});
