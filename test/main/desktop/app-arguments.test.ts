import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isCommandLine } from '../../../main/cli/is-command-line.ts';
import { appArguments, dataFolderArgument, restartArguments } from '../../../main/desktop/app-arguments.ts';

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
    const restart = (argv: string[], dataFolder: string | null, isPackaged = true) =>
      restartArguments(argv, isPackaged, { dataFolder, opens: 'unchanged' });
    const inDevelopment = ['electron', '--no-sandbox', '.', '--data', 'D', 'story.json'];
    expect(restart(inDevelopment, 'E', false)).toEqual(['--no-sandbox', '.', '--data', 'E', 'story.json']);
    expect(restart(['taleport', '--data=D', '--lang', 'de'], 'E')).toEqual(['--data', 'E', '--lang', 'de']);
    expect(restart(['taleport'], 'E')).toEqual(['--data', 'E']);
    expect(restart(['taleport', '--data', 'D'], null)).toEqual([]);
  });

  it('what the program was started with is not opened a second time, in another data folder or in the same', () => {
    for (const opened of ['story.json', '/home/me/a.taleport', pathToFileURL('/home/me/a.zip').href, 'taleport://open/abc']) {
      const argv = ['taleport', '--no-sandbox', '--data', 'D.zip', '--lang', 'de', opened];
      expect(restartArguments(argv, true, { dataFolder: 'E', opens: undefined })).toEqual(['--no-sandbox', '--data', 'E', '--lang', 'de']);
      expect(restartArguments(argv, true, { opens: undefined })).toEqual(['--no-sandbox', '--data', 'D.zip', '--lang', 'de']);
    }
  });

  it('a program that starts again with a request opens that in the same data folder', () => {
    const argv = ['taleport', 'taleport://open/abc', '--data=D'];
    expect(restartArguments(argv, true, { opens: { projectHash: 'xyz' } })).toEqual(['--data=D', 'taleport://open/xyz']);
    expect(restartArguments(argv, true, { opens: { file: '/home/me/b.json' } })).toEqual(['--data=D', '/home/me/b.json']);
  });

  it('a bare word is for the command line, even an unknown one; a path or no argument opens the window', () => {
    for (const word of ['projects', 'serve', '--help', '--version', '--lang=de']) expect(isCommandLine([word, 'projects'])).toBe(true);
    expect(isCommandLine(['--lang', 'de', 'projects'])).toBe(true);
    expect(isCommandLine(['--lang', 'de'])).toBe(false);
    for (const args of [[], ['--data', 'D'], ['/home/me/story.json'], ['story.json']]) expect(isCommandLine(args)).toBe(false);
  });
});
