/** `--lang` chooses the language of what the command line prints for people; `--json` stays English. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CliCommand } from '../../../main/cli/define-command.ts';
import { runCli, type Terminal } from '../../../main/cli/run-cli.ts';
import { languages } from '../../../shared/messages/languages.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';

// Only the name of a command and what it throws matter here.
const failing = {
  name: 'fail',
  run: async () => {
    throw new Problem('folder', message('targets.problem.folderMissing', { folder: '/a' }));
  },
} as unknown as CliCommand;

async function errorsOf(...args: string[]): Promise<string[]> {
  const errors: string[] = [];
  const terminal = {
    version: '0',
    print: async () => {},
    printError: async (text) => void errors.push(text),
    listNotices: async () => [],
    failure: new Promise<never>(() => undefined),
    interrupted: new Promise<number>(() => undefined),
    openSession: () => {
      throw new Error('not used');
    },
    closeSession: async () => {},
  } satisfies Terminal;
  expect(await runCli(args, terminal, [failing])).toBe(1);
  return errors;
}

test('without --lang, the language is that of TALEPORT_LANG, or of the system', async () => {
  process.env.LC_ALL = 'ja_JP.UTF-8';
  process.env.TALEPORT_LANG = 'de';
  expect(await errorsOf('fail')).toEqual(['Ordner nicht gefunden: /a.']);
  delete process.env.TALEPORT_LANG;
  expect(await errorsOf('fail')).toEqual(['フォルダーが見つかりません: /a。']);
  process.env.LC_ALL = 'C.UTF-8';
  expect(await errorsOf('fail')).toEqual(['Folder not found: /a.']);
  process.env.TALEPORT_LANG = 'en';
});

test('a language that cannot be loaded is reported, and the command runs in English', async () => {
  vi.spyOn(languages.de, 'load').mockRejectedValueOnce(new Error('no such file'));
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await errorsOf('fail', '--lang', 'de')).toEqual([expect.stringContaining('Deutsch can’t be loaded'), 'Folder not found: /a.']);
});

test('a problem is printed in the language of --lang, and in English as JSON', async () => {
  expect(await errorsOf('fail')).toEqual(['Folder not found: /a.']);
  const [shown = '', json = ''] = await errorsOf('fail', '--lang', 'pseudo', '--json');
  expect(shown).toContain('/a');
  expect(shown).not.toContain('Folder not found');
  expect(JSON.parse(json)).toMatchObject({ detail: 'Folder not found: /a.' });
});
