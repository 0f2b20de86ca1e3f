import { describe, expect, it } from 'vitest';
import { isCommandName } from '../../../main/cli/is-command-name.ts';
import { appArguments, dataFolderArgument } from '../../../main/desktop/app-arguments.ts';

describe('what of the arguments of an Electron process is for us', () => {
  it.each([
    ['not packed', false, ['electron', '--no-sandbox', '--log-level=3', '/repo', '--data', 'D'], ['--data', 'D']],
    ['not packed, a command', false, ['electron', '--no-sandbox', '/repo', 'projects', '--json'], ['projects', '--json']],
    ['not packed, nothing', false, ['electron', '/repo'], []],
    ['packed', true, ['/opt/taleport', '--no-sandbox', '--data=D'], ['--data=D']],
    ['packed, a command', true, ['/opt/taleport', 'target', 'list', '--data', 'D'], ['target', 'list', '--data', 'D']],
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

  it('a bare word, known or not, is for the command line; a path or nothing opens the window', () => {
    for (const word of ['projects', 'serve', '--help', '--version']) expect(isCommandName(word)).toBe(true);
    for (const word of [undefined, '--data', '/home/me/story.json', 'story.json']) expect(isCommandName(word)).toBe(false);
  });
});
