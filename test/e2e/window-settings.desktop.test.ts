/** The window opens with the bounds it was closed with. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTempFolder, launchApp } from './app.ts';

const smaller = { x: 40, y: 50, width: 900, height: 600 };

test('the window restores its last bounds, and keeps settings changed meanwhile', async () => {
  const data = createTempFolder('bounds');
  try {
    const first = await launchApp({ data });
    await first.electron?.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), smaller);
    await first.quit();
    expect(JSON.parse(readFileSync(join(data, 'window.json'), 'utf8'))).toMatchObject({ window: { ...smaller, maximized: false } });

    const second = await launchApp({ data });
    expect(await second.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())).toMatchObject({
      x: smaller.x,
      y: smaller.y,
    });
    await second.quit();
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
