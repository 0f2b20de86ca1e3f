/** A call writes only to a file that the user chose in a save dialog, and once for each choice. */
import { describe, expect, test } from 'vitest';
import { ChosenFiles } from '../../../../main/desktop/window/chosen-files.ts';
import { type CallResult, fileWritingCalls, folderWritingCalls } from '../../../../shared/contracts/ipc/call-types.ts';
import { calls } from '../../../../shared/contracts/ipc/calls.ts';
import { writtenFileSchema, writtenFolderSchema } from '../../../../shared/contracts/ipc/define-call.ts';
import { message } from '../../../../shared/messages/message.ts';
import { Problem } from '../../../../shared/problem.ts';

const done: CallResult = { ok: true, value: null };
const failed: CallResult = { ok: false, problem: new Problem('internal', message('settings.loadFailed')).serialize() };
const succeed = () => Promise.resolve(done);

describe.each(fileWritingCalls)('%s', (name) => {
  test.each([
    ['a file that nobody chose', { file: '/home/me/.bashrc' }],
    ['another spelling of the chosen file', { file: '/home/me/./story.json' }],
    ['a list with the chosen file', { file: ['/home/me/story.json'] }],
    ['an inherited file that nobody chose', Object.create({ file: '/home/me/.bashrc' })],
  ])('to %s is rejected and does not run', async (_, input) => {
    const chosen = new ChosenFiles();
    chosen.add('/home/me/story.json');
    let runs = 0;
    const run = async () => {
      runs += 1;
      return done;
    };
    await expect(chosen.run(name, input, run)).rejects.toMatchObject({ code: 'forbidden' });
    expect(runs).toBe(0);
  });

  test('uses up the choice when it succeeds, and keeps it for another try when it fails', async () => {
    const chosen = new ChosenFiles();
    const input = { file: '/home/me/story.json' };
    chosen.add(input.file);
    expect(await chosen.run(name, input, () => Promise.resolve(failed))).toBe(failed);
    await expect(chosen.run(name, input, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await chosen.run(name, input, succeed)).toBe(done);
    await expect(chosen.run(name, input, succeed)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test.each([
    ['without a file', {}],
    ['without an input', null],
  ])('passes %s: there is no path to write to', async (_, input) => {
    expect(await new ChosenFiles().run(name, input, succeed)).toBe(done);
  });
});

test.each(folderWritingCalls)('%s only writes into a folder that the user chose', async (name) => {
  const chosen = new ChosenFiles();
  chosen.addFolder('/home/me/chosen');
  expect(await chosen.run(name, { id: 'b', folder: '/home/me/chosen' }, succeed)).toBe(done);
  for (const input of [
    { id: 'b', folder: '/home/me' },
    { id: 'b', folder: ['/home/me/chosen'] },
  ])
    await expect(chosen.run(name, input, succeed)).rejects.toMatchObject({ code: 'forbidden' });
  // There is no path to write to: the call itself rejects it if it needs one.
  for (const input of [{ id: 'b' }, { folder: null }, null]) expect(await chosen.run(name, input, succeed)).toBe(done);
});

test('every call that names a folder it writes into is restricted to chosen folders', () => {
  const writing = Object.entries(calls).filter(([, { input }]) => fieldsOf(input).some((field) => field === writtenFolderSchema));
  expect(writing.map(([name]) => name).sort()).toEqual([...folderWritingCalls].sort());
});

test('every call that names a file it writes is restricted to chosen files', () => {
  const writing = Object.entries(calls).filter(([, { input }]) => fieldsOf(input).some((field) => field === writtenFileSchema));
  expect(writing.map(([name]) => name).sort()).toEqual([...fileWritingCalls].sort());
});

interface Schema {
  readonly unwrap?: () => Schema;
}

const withWrapped = (schema: Schema): Schema[] => [schema, ...(schema.unwrap ? withWrapped(schema.unwrap()) : [])];

/** The schemas of an input's fields, those that are optional or may be null without their wrappers, too. */
function fieldsOf(input: object): unknown[] {
  const { shape } = input as { shape?: Record<string, Schema> };
  return Object.values(shape ?? {}).flatMap(withWrapped);
}
