import { describe, expect, it } from 'vitest';
import { isCommandLine } from '../../../main/cli/is-command-line.ts';
import { appArguments, dataFolderArgument, withDataFolder } from '../../../main/desktop/app-arguments.ts';

describe('what of the arguments of an Electron process is for us', () => {
  it.each([
    ['not packed', false, ['electron', '--no-sandbox', '--log-level=3', '/repo', '--data', 'D'], ['--data', 'D']],
    ['not packed, a command', false, ['electron', '--no-sandbox', '/repo', 'projects', '--json'], ['projects', '--json']],
    ['not packed, nothing', false, ['electron', '/repo'], []],
    ['packed', true, ['/opt/taleport', '--no-sandbox', '--data=D'], ['--data=D']],
    ['packed, a command', true, ['/opt/taleport', 'target', 'list', '--data', 'D'], ['target', 'list', '--data', 'D']],
    ['packed, called by taleport.cmd', true, ['Taleport.exe', '--', '--lang', 'de', 'projects'], ['--lang', 'de', 'projects']],
    ['packed, help', true, ['/opt/taleport', '--help'], ['--help']],
    ['packed, driven by a test', true, ['/opt/taleport', '--inspect=0', '--remote-debugging-port=0', '--data', 'D'], ['--data', 'D']],
  ])('%s', (_, isPackaged, argv, own) => {
    expect(appArguments(argv, isPackaged)).toEqual(own);
  });

  it('--data names the folder, also among switches of Chromium', () => {
    expect(dataFolderArgument(['--data', 'D', '--ozone-platform=x11'])).toBe('D');
    expect(dataFolderArgument(['--disable-gpu', '--data=D'])).toBe('D');
    expect(dataFolderArgument(['--disable-gpu'])).toBeUndefined();
  });

  it('a program that starts again gets another data folder, and keeps its other arguments', () => {
    const inDevelopment = ['electron', '--no-sandbox', '.', '--data', 'D', 'story.json'];
    expect(withDataFolder(inDevelopment, false, 'E')).toEqual(['--no-sandbox', '.', '--data', 'E', 'story.json']);
    expect(withDataFolder(['taleport', '--data=D', '--lang', 'de'], true, 'E')).toEqual(['--data', 'E', '--lang', 'de']);
    expect(withDataFolder(['taleport'], true, 'E')).toEqual(['--data', 'E']);
    expect(withDataFolder(['taleport', '--data', 'D'], true, null)).toEqual([]);
  });

  it('a bare word is for the command line, even an unknown one; a path or no argument opens the window', () => {
    for (const word of ['projects', 'serve', '--help', '--version', '--lang=de']) expect(isCommandLine([word, 'projects'])).toBe(true);
    expect(isCommandLine(['--lang', 'de', 'projects'])).toBe(true);
    expect(isCommandLine(['--lang', 'de'])).toBe(false);
    for (const args of [[], ['--data', 'D'], ['/home/me/story.json'], ['story.json']]) expect(isCommandLine(args)).toBe(false);
  });
});
