/** Which data folder a start opens: that of `--data`, the default one, or the one that the default one remembers. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chooseDataFolder, isDataFolderGone, rememberDataFolder } from '../../../main/platform/data-folder.ts';

describe.runIf(process.platform === 'linux')('the data folder of a start', () => {
  let home = '';
  const pathOf = (name: string): string => join(home, name);
  const defaultFolder = (): string => pathOf('Taleport');
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'taleport-home-'));
    process.env.XDG_CONFIG_HOME = home;
  });
  afterEach(() => rmSync(home, { recursive: true }));

  function createDataFolder(name: string): string {
    mkdirSync(pathOf(name));
    writeFileSync(join(pathOf(name), 'taleport.sqlite'), '');
    return pathOf(name);
  }

  test('is the default one at first, and the one of --data if there is one', () => {
    expect(chooseDataFolder()).toEqual({ folder: defaultFolder(), defaultFolder: defaultFolder() });
    expect(chooseDataFolder(pathOf('other'))).toEqual({ folder: pathOf('other') });
    expect(isDataFolderGone(chooseDataFolder())).toBe(false);
    expect(isDataFolderGone(chooseDataFolder(pathOf('other')))).toBe(false);
  });

  test('is the one that the default one remembers, until that is opened again', () => {
    const restored = createDataFolder('restored');
    rememberDataFolder(defaultFolder(), restored);
    expect(chooseDataFolder()).toEqual({ folder: restored, defaultFolder: defaultFolder() });
    expect(isDataFolderGone(chooseDataFolder())).toBe(false);
    expect(chooseDataFolder(pathOf('other')).folder).toBe(pathOf('other'));
    rememberDataFolder(defaultFolder(), defaultFolder());
    expect(chooseDataFolder().folder).toBe(defaultFolder());
    expect(readdirSync(defaultFolder())).toEqual([]);
  });

  test('is gone while it contains no database, as where the disk is not mounted', () => {
    const restored = createDataFolder('restored');
    rememberDataFolder(defaultFolder(), restored);
    rmSync(join(restored, 'taleport.sqlite'));
    expect(isDataFolderGone(chooseDataFolder())).toBe(true);
    rmSync(restored, { recursive: true });
    expect(isDataFolderGone(chooseDataFolder())).toBe(true);
  });

  test.each(['', '{}', '{"folder":7}', '{"folder":"relative"}'])(
    'is unknown where what the default one remembers cannot be read, until one is chosen: %s',
    (text) => {
      mkdirSync(defaultFolder());
      writeFileSync(join(defaultFolder(), 'moved-to.json'), text);
      const choice = chooseDataFolder();
      expect(choice).toEqual({
        folder: defaultFolder(),
        defaultFolder: defaultFolder(),
        unreadableFile: join(defaultFolder(), 'moved-to.json'),
      });
      expect(isDataFolderGone(choice)).toBe(true);
      rememberDataFolder(defaultFolder(), defaultFolder());
      expect(isDataFolderGone(chooseDataFolder())).toBe(false);
    },
  );
});
