/** An export is written only to a file that the user chose in a save dialog, and once for each choice. */
import { describe, expect, test } from 'vitest';
import { ChosenFiles } from '../../../main/desktop/chosen-files.ts';
import type { CallResult } from '../../../shared/contracts/ipc/call-types.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';

const done: CallResult = { ok: true, value: null };
const failed: CallResult = { ok: false, problem: new Problem('internal', message('settings.loadFailed')).serialize() };
const succeed = () => Promise.resolve(done);

describe('an export', () => {
  test.each([
    ['a file that nobody chose', { file: '/home/me/.bashrc' }],
    ['another spelling of the chosen file', { file: '/home/me/./story.json' }],
    ['a list with the chosen file', { file: ['/home/me/story.json'] }],
    ['an inherited file', Object.create({ file: '/home/me/story.json' })],
    ['no file', {}],
    ['no input', null],
  ])('to %s is rejected and does not run', async (_, input) => {
    const chosen = new ChosenFiles();
    chosen.add('/home/me/story.json');
    let runs = 0;
    const run = async () => {
      runs += 1;
      return done;
    };
    await expect(chosen.runExport(input, run)).rejects.toMatchObject({ code: 'forbidden' });
    expect(runs).toBe(0);
  });

  test('uses up the choice when it succeeds, and keeps it for another try when it fails', async () => {
    const chosen = new ChosenFiles();
    const input = { file: '/home/me/story.json' };
    chosen.add(input.file);
    expect(await chosen.runExport(input, () => Promise.resolve(failed))).toBe(failed);
    await expect(chosen.runExport(input, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await chosen.runExport(input, succeed)).toBe(done);
    await expect(chosen.runExport(input, succeed)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
