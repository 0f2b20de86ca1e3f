/** Compiled code is kept in the user's own folder, and that of earlier versions is removed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { version } from '../../../main/platform/version.ts';
import { newFolder } from '../../new-folder.ts';
import { hasModes } from '../../system-abilities.ts';

const moduleUrl = new URL('../../../main/platform/compile-cache.ts', import.meta.url).href;

/** Runs it in its own process, since it cannot be switched off in this one. */
function keepIn(folder: string, environment: NodeJS.ProcessEnv = {}): string {
  const code = `const { keepCompiledCode } = await import('${moduleUrl}'); keepCompiledCode(${JSON.stringify(folder)});
    console.log(process.getBuiltinModule('module').getCompileCacheDir() ?? 'none')`;
  const { NODE_COMPILE_CACHE: _, ...rest } = process.env;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code];
  return spawnSync(process.execPath, args, { env: { ...rest, ...environment }, encoding: 'utf8' }).stdout.trim();
}

test('keeps the code of this version in a folder for this user only, and removes that of others', () => {
  const folder = join(newFolder(), 'cache');
  mkdirSync(join(folder, 'compiled-0.0.9'), { recursive: true });
  mkdirSync(join(folder, 'compiled-elsewhere'));
  mkdirSync(join(folder, 'electron-33'));
  expect(keepIn(folder)).toContain(join(folder, `compiled-${version}`));
  expect(readdirSync(folder).sort()).toEqual([`compiled-${version}`, 'compiled-elsewhere', 'electron-33'].sort());
});

test.runIf(hasModes)('creates its folder so that no other user can place code there', () => {
  const folder = join(newFolder(), 'cache');
  keepIn(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('starts without it where the folder cannot be made, and leaves the choice to NODE_COMPILE_CACHE', () => {
  const folder = newFolder();
  expect(keepIn(join(process.execPath, 'cache'))).toBe('none');
  expect(keepIn(join(folder, 'cache'), { NODE_COMPILE_CACHE: join(folder, 'chosen') })).toContain(join(folder, 'chosen'));
  expect(existsSync(join(folder, 'cache'))).toBe(false);
});
