/** Settings › About, by the keyboard: the notices contain each package that the sources import, and all that Node's bundles were made of. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolderOf } from '../../scripts/third-party-notices.mjs';
import { readImportGraph } from '../import-graph.ts';
import { root } from '../root.ts';
import { launchApp } from './app.ts';

/** `react-dom/client` → `react-dom` */
const packageOf = (path: string): string => path.split('/', path.startsWith('@') ? 2 : 1).join('/');

function importedPackages(): string[] {
  const imports = [...readImportGraph(['shared', 'main', 'renderer']).values()].flat();
  const packages = imports.filter(({ isPackage, isTypeOnly, to }) => isPackage && !isTypeOnly && !to.startsWith('node:'));
  return packages.map(({ to }) => packageOf(to));
}

/** By the source maps, which the plugin that collects the notices does not read. */
function packagesOfSourceMaps(): string[] {
  const folder = join(root, 'out', 'main');
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.map'));
  const sources = maps.flatMap((file): string[] => JSON.parse(readFileSync(join(folder, file), 'utf8')).sources);
  return sources.flatMap((source) => packageFolderOf(source)?.replace(/^.*\/node_modules\//, '') ?? []);
}

test('Settings › About shows the version and the licence of every package', async () => {
  const app = await launchApp();
  try {
    const { page } = app;
    await page.getByRole('heading', { name: 'Create a project' }).waitFor();
    await page.keyboard.press(process.env.TALEPORT_SHELL === 'desktop' ? 'Control+,' : 'Alt+s');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('End');
    await settings.getByRole('heading', { name: 'About', level: 3 }).waitFor();
    await settings.getByText(/^Taleport \d+\.\d+\.\d+$/).waitFor();
    const notices = settings.getByRole('region', { name: 'Third-party notices' });
    await notices.waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => notices.evaluate((region) => region.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Tab');
    await app.screenshot('about');
    const text = await notices.innerText();
    const named = new Set([...text.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \([^)]+\)$/gm)].map(([, name]) => name));
    const expected = new Set([...importedPackages(), ...packagesOfSourceMaps()]);
    expect(expected.size).toBeGreaterThan(40);
    expect([...expected].filter((name) => !named.has(name))).toEqual([]);
    expect(text).toContain('Permission is hereby granted');
  } finally {
    await app.close();
  }
});
