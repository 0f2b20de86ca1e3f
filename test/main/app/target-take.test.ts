/** `target take` with a backend in this process: what is taken, and when the files are overwritten. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { targetTakeCommand } from '../../../main/cli/commands/target-take.ts';
import type { CliSession } from '../../../main/cli/define-command.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { english, t } from '../../../shared/messages/english.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { createTestEnvironment } from '../../test-environment.ts';

/** A story with one variable for each of these values, exported to a folder. */
async function exportedVariables(values: readonly string[]) {
  const backend = await openBackend(null, createTestEnvironment());
  onTestFinished(() => backend.close());
  const invoke = createInvoke(backend);
  const { hash } = await invoke('project.create', { template: 'empty' });
  const send = (...commands: SingleCommand[]) => invoke('project.send', { hash, command: { do: 'batch', commands } });
  const created = await send(
    ...values.map((value, at): SingleCommand => ({ do: 'create', kind: 'variable', fields: { name: `v${at}`, type: 'string', value } })),
  );
  const folder = mkdtempSync(join(tmpdir(), 'taleport-take-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { id } = await invoke('target.add', { hash, folder, engine: 'json', settings: {} });
  const file = join(folder, 'project.json');
  /** Another program changes each text into another one. */
  const edit = (from: RegExp, to: string): string => {
    const text = readFileSync(file, 'utf8').replace(from, to);
    writeFileSync(file, text);
    return text;
  };
  // The command only uses these two.
  const session = () => ({ invoke, translator: english }) as unknown as CliSession;
  const take = (...options: string[]) => targetTakeCommand.run([id, ...options], session);
  const valuesNow = async () => {
    const { records } = await invoke('project.read', { hash });
    return records
      .flatMap((piece): { id: string; value?: unknown }[] => JSON.parse(piece))
      .filter((each) => created.ids.includes(each.id))
      .map(({ value }) => value);
  };
  return { invoke, send, variables: created.ids, id, folder, file, edit, take, valuesNow };
}

test('[Targets] files that could not be overwritten are reported, and the changes left in them can still be taken', async () => {
  const { invoke, id, folder, file, edit, take, valuesNow } = await exportedVariables(['old1', 'old2']);
  const inFile = edit(/old/g, 'new');
  // The files are staged in a folder of this name.
  writeFileSync(join(folder, '.taleport~'), '');
  const { edits } = await invoke('target.foreignEdits', { id });
  const result = await take('--edit', edits[0]?.id ?? '', '--overwrite');
  expect(result).toMatchObject({ exitCode: 1, value: { taken: [{ id: edits[0]?.id }], notOverwritten: expect.anything() } });
  expect(result?.text).toContain('The files weren’t overwritten. ');
  expect((await valuesNow()).toSorted()).toEqual(expect.arrayContaining([expect.stringMatching(/^new/), expect.stringMatching(/^old/)]));
  expect(readFileSync(file, 'utf8')).toBe(inFile);

  const left = await take();
  expect(left).toMatchObject({ exitCode: 0, value: { taken: [{ id: edits[1]?.id }], reason: null, notOverwritten: null } });
  // The story has every change now, and the file is still the one of the other program.
  expect((await valuesNow()).toSorted()).toEqual(['new1', 'new2']);
  rmSync(join(folder, '.taleport~'));
});

test('[Targets] without anything to take, files that could not be overwritten are reported, too', async () => {
  const { send, variables, folder, file, edit, take } = await exportedVariables(['old']);
  const inFile = edit(/old/g, 'new');
  await send({ do: 'change', kind: 'variable', id: variables[0] ?? '', fields: { value: 'ours' } });
  writeFileSync(join(folder, '.taleport~'), '');
  const blocked = await take('--overwrite');
  expect(blocked).toMatchObject({ exitCode: 1, value: { taken: [], notOverwritten: expect.anything() } });
  expect(blocked?.text).toContain('Also changed in the story, so not applied (use --theirs):');
  expect(readFileSync(file, 'utf8')).toBe(inFile);
  rmSync(join(folder, '.taleport~'));
  expect(await take('--overwrite')).toMatchObject({ exitCode: 0, value: { taken: [], notOverwritten: null } });
  expect(readFileSync(file, 'utf8')).toContain('ours');
});

test('[Targets] files with more changes than can be taken at once are not overwritten until all of them are taken', async () => {
  const { file, edit, take, valuesNow } = await exportedVariables(Array.from({ length: 2001 }, () => 'old'));
  const inFile = edit(/old/g, 'new');
  const first = await take('--overwrite');
  expect(first?.exitCode).toBe(1);
  expect(first?.text).toContain(t('cli.target.take.hasMore'));
  expect((await valuesNow()).filter((value) => value === 'old')).toHaveLength(1);
  expect(readFileSync(file, 'utf8')).toBe(inFile);
  expect(await take('--overwrite')).toMatchObject({ exitCode: 0, value: { taken: [{ kind: 'variable' }], notOverwritten: null } });
  expect((await valuesNow()).filter((value) => value === 'old')).toEqual([]);
});

test('[Targets] the files of a paused target are not overwritten: the error says how to resume it', async () => {
  const { invoke, id, file, edit, take, valuesNow } = await exportedVariables(['old']);
  await invoke('target.change', { id, settings: { on: false } });
  const inFile = edit(/old/g, 'new');
  await expect(take('--overwrite')).rejects.toThrow(/paused.*target set ID --on/);
  expect(await valuesNow()).toEqual(['old']);
  expect(readFileSync(file, 'utf8')).toBe(inFile);
  expect(await take()).toMatchObject({ exitCode: 0, value: { taken: [{ kind: 'variable' }] } });
});

test('[Targets] the id of a change never looks like an option', async () => {
  const { invoke, id, edit } = await exportedVariables(Array.from({ length: 500 }, (_, at) => `old${at}`));
  edit(/old/g, 'new');
  const { edits } = await invoke('target.foreignEdits', { id });
  expect(edits).toHaveLength(500);
  expect(edits.filter((each) => !/^[0-9a-f]+$/.test(each.id))).toEqual([]);
});
