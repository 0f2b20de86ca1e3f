/** The arguments that reach Taleport on Windows, where Electron ends a program silently if it considers them an attack by a link. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isCommandLine } from '../../../main/cli/is-command-line.ts';
import {
  appArguments,
  dataFolderArgument,
  findOpenRequest,
  type RestartOptions,
  restartArguments,
} from '../../../main/desktop/app-arguments.ts';
import { formatToolScript } from '../../../main/desktop/command-line-tool.ts';
import { repoPath } from '../../../scripts/paths.mjs';

const program = 'C:\\Program Files\\Taleport\\Taleport.exe';
const link = 'taleport://open/abc';

/** Electron's rule (shell/app/command_line_args.cc): nothing may follow a word with a scheme, unless `--` precedes both. */
function startsInElectron(argv: readonly string[]): boolean {
  const terminator = argv.indexOf('--');
  const checked = terminator < 0 ? argv : argv.slice(0, terminator);
  const address = checked.findIndex((argument) => /^[A-Za-z][^\s:]+:/.test(argument));
  return address < 0 || address === checked.length - 1;
}

const read = (...path: string[]): string => readFileSync(repoPath(...path), 'utf8');
/** What the command processor makes of the last line of a batch file that is called with these arguments. */
function argumentsOf(batchFile: string, args: readonly string[]): string[] {
  const [, words = ''] = /^@"[^"]+Taleport\.exe" (.+)$/m.exec(batchFile.replaceAll('\r', '')) ?? [];
  return [program, ...words.split(' ').flatMap((word) => (word === '%*' ? args : [word]))];
}
/** Each command of a document: the words after `taleport --`, without a comment. */
const commandsIn = (document: string): string[][] =>
  [...read(document).matchAll(/(?:npm run -s taleport --|"?\$TALEPORT"?|\$TALEPORT) ([a-z-][^\n]*)/g)].map(([, line = '']) =>
    line
      .replace(/\s+#.*$/, '')
      .trim()
      .split(/\s+/),
  );

const addRemote = ['remote', 'add', 'studio', '--url', 'https://workspace.example', '--key-env', 'STUDIO_KEY'];
const commands = [...commandsIn('README.md'), ['variables', 'set', 'Act:One', '3'], ['--lang', 'de', ...addRemote]];

describe('the command `taleport` on Windows', () => {
  test.each([
    ['of the installer', read('build', 'windows', 'taleport.cmd')],
    ['that the settings install', formatToolScript('win32', program)],
  ])('%s passes every command of the README to the program', (_, batchFile) => {
    expect(commands).toContainEqual(addRemote);
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) {
      const argv = argumentsOf(batchFile, command);
      expect(startsInElectron(argv), command.join(' ')).toBe(true);
      expect(appArguments(argv, true)).toEqual(command);
      expect(isCommandLine(appArguments(argv, true))).toBe(true);
    }
    // Electron itself would not start with some of them.
    expect(startsInElectron([program, ...addRemote])).toBe(false);
  });
});

describe('links on Windows', () => {
  test('Electron rejects a link that contains more arguments: `--` would let it through', () => {
    expect(startsInElectron([program, link])).toBe(true);
    expect(startsInElectron([program, link, '--gpu-launcher=calc.exe'])).toBe(false);
    const registrations = read('build', 'windows', 'installer.nsh').match(/"%1"/g);
    expect(registrations).toHaveLength(2);
    expect(read('build', 'windows', 'installer.nsh')).not.toMatch(/ -- /);
  });
});

describe('starting again on Windows', () => {
  test.each([
    ['from the menu', []],
    ['from a link', [link]],
    ['from a link, with a data folder', ['--data', 'D:\\Stories', link]],
    ['from a file', ['C:\\Stories\\a.json']],
    ['from a terminal', ['--']],
    ['from a terminal, with a link', ['--', '--lang', 'de', link]],
    ['from a terminal, with options after a link', ['--', link, '--lang', 'de', '--data', 'D:\\Stories']],
    ['with switches of Chromium', ['--disable-gpu', link]],
  ])('%s, with another data folder and what was to be opened', (_, args) => {
    const argv = [program, ...args];
    expect(startsInElectron(argv)).toBe(true);
    const restart = (options: RestartOptions) => [program, ...restartArguments(argv, true, options)];
    const again = restart({ dataFolder: 'E:\\Other', opens: 'unchanged' });
    expect(startsInElectron(again)).toBe(true);
    expect(dataFolderArgument(appArguments(again, true))).toBe('E:\\Other');
    expect(findOpenRequest(appArguments(again, true), 'C:\\')).toEqual(findOpenRequest(appArguments(argv, true), 'C:\\'));
    expect(isCommandLine(appArguments(again, true))).toBe(false);
    expect(dataFolderArgument(appArguments(restart({ dataFolder: null, opens: 'unchanged' }), true))).toBeUndefined();
    const withLink = restart({ opens: { projectHash: 'xyz' } });
    expect(startsInElectron(withLink)).toBe(true);
    expect(dataFolderArgument(appArguments(withLink, true))).toBe(dataFolderArgument(appArguments(argv, true)));
    expect(findOpenRequest(appArguments(withLink, true), 'C:\\')).toEqual({ projectHash: 'xyz' });
  });
});
