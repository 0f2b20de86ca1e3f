/** `taleport browser` with the window as `npm run build` has built it; `npm test` does that first. */
import { expect, test } from 'vitest';
import { newFolder, start } from './taleport.ts';

test('prints one address, and ends on SIGTERM', async () => {
  const shell = start('browser', '--port', '0', '--data', newFolder());
  const line = await shell.line((text) => text.startsWith('Taleport: '));
  expect(line).toMatch(/^Taleport: http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
  shell.child.kill('SIGTERM');
  expect(await shell.ended).toMatchObject({ code: 0, err: '' });
  expect(shell.lines()).toEqual([line]);
});
