/** Releases of a game: exports that are pinned, what games lose that were saved with them, and the layout that can be kept. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { targetCommands } from '../../../main/cli/commands/target.ts';
import type { CliSession } from '../../../main/cli/define-command.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import type { TargetSettings } from '../../../shared/contracts/targets.ts';
import { english, t } from '../../../shared/messages/english.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { newFolderForFile } from '../../new-folder.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { testRunSeed } from '../../seed.ts';
import { createTestEnvironment } from '../../test-environment.ts';

async function game(engine: 'unity' | 'unreal' | 'godot' | 'json', settings: Partial<TargetSettings> = {}) {
  const folder = newFolderForFile();
  mkdirSync(join(folder, 'Assets'));
  mkdirSync(join(folder, 'Packages'));
  if (engine === 'unity') writeFileSync(join(folder, 'Packages/manifest.json'), '{}');
  if (engine === 'unreal') writeFileSync(join(folder, 'Game.uproject'), '{}');
  if (engine === 'godot') writeFileSync(join(folder, 'project.godot'), 'config_version=5\n');
  const backend = await openBackend(null, createTestEnvironment());
  onTestFinished(() => backend.close());
  const invoke = createInvoke(backend);
  const { hash } = await invoke('project.create', { template: 'sample' });
  const send = (...commands: SingleCommand[]) => invoke('project.send', { hash, command: { do: 'batch', commands } });
  const records = async () => (await invoke('project.read', { hash })).records.flatMap((piece): AnyRecord[] => JSON.parse(piece));
  const { ids } = await send(
    { do: 'create', kind: 'variable', fields: { name: 'gold', type: 'integer', value: 3 } },
    { do: 'create', kind: 'variable', fields: { name: 'hero', type: 'string', value: 'Ada' } },
    { do: 'create', kind: 'variable', fields: { name: 'open', type: 'boolean', value: false } },
  );
  const { id, files } = await invoke('target.add', { hash, folder, engine, settings });
  const file = join(folder, files.find((path) => path.endsWith('project.json')) ?? '');
  const losses = async (release = '1.2') =>
    (await invoke('target.releaseChanges', { id, release })).losses.map(({ message }) => t(message));
  const command = (name: string, ...args: string[]) => {
    const found = targetCommands.find((each) => each.name === name);
    // The commands only use these.
    const session = () => ({ invoke, translator: english }) as unknown as CliSession;
    return found?.run([id, ...args], session);
  };
  return { invoke, hash, id, file, send, records, variables: ids, losses, command };
}

const storyChanged = 'The exported story has changed: Unreal plug-in 2.2.0 can’t read games saved with this release.';

test('[Targets] an export is pinned as a release, stays in the history, and its name can be moved and removed', async () => {
  const { invoke, id, hash, send, command } = await game('godot');
  expect(await command('target release', '1.2')).toMatchObject({ value: { id, name: '1.2', export: '000000001' } });
  for (let at = 0; at < 14; at++) {
    await send({ do: 'change', kind: 'project', id: 'project', fields: { name: `Version ${at}` } });
    await invoke('target.run', { id });
    await invoke('target.history', { id });
  }
  const pinned = async () =>
    (await invoke('target.history', { id })).filter(({ releases }) => releases.length > 0).map((entry) => [entry.id, entry.releases]);
  expect(await pinned()).toEqual([['000000001', ['1.2']]]);
  await command('target release', '1.2', '000000014');
  await command('target release', 'demo', '000000014');
  expect(await pinned()).toEqual([['000000014', ['1.2', 'demo']]]);
  await command('target release', '1.2', '--remove');
  expect(await pinned()).toEqual([['000000014', ['demo']]]);
  await expect(command('target changes', '--since', '1.2')).rejects.toThrow('There is no release “1.2”. Releases: demo.');
  await expect(command('target release', '2', 'gone')).rejects.toMatchObject({ code: 'notFound' });
  expect(hash).not.toBe('');
});

test('[Targets] what a saved game loses is listed: variables, elements, boards and conditions, and nothing else', async () => {
  const { invoke, send, records, variables, losses, command } = await game('unity');
  await command('target release', '1.2');
  expect(await losses()).toEqual([]);
  expect(await command('target changes', '--since', '1.2')).toMatchObject({ exitCode: 0, value: { total: 0, losses: [], reason: null } });
  const [gold = '', hero = '', open = ''] = variables;
  const all = await records();
  const element = all.find(({ kind, id }) => kind === 'element' && all.every((each) => each.startingElement !== id));
  // Texts, positions and new items are no loss.
  await send(
    { do: 'change', kind: 'element', id: String(element?.id), fields: { content: { en: { text: '<p>Other</p>' } }, x: 900 } },
    { do: 'create', kind: 'variable', fields: { name: 'new', type: 'integer', value: 1 } },
    { do: 'change', kind: 'variable', id: gold, fields: { value: 99 } },
  );
  expect(await losses()).toEqual([]);
  await send(
    { do: 'remove', kind: 'variable', id: hero },
    { do: 'remove', kind: 'variable', id: gold },
    { do: 'remove', kind: 'variable', id: open },
  );
  await send({ do: 'create', kind: 'variable', fields: { name: 'hero', type: 'string', value: 'Eve' } });
  await send({ do: 'remove', kind: 'element', id: String(element?.id) });
  const found = await losses();
  expect(found).toEqual(
    expect.arrayContaining([
      'Variable “gold” is gone: its saved value is lost.',
      'Variable “hero” is another one with the same name: the saved value is lost.',
      expect.stringMatching(/^Element “.*” is gone: games saved at it can’t continue\.$/),
    ]),
  );
  const result = await command('target changes', '--since', '1.2');
  expect(result).toMatchObject({
    exitCode: 1,
    value: { losses: expect.arrayContaining([expect.objectContaining({ kind: 'variable', id: gold })]) },
  });
  expect(result?.text).toContain('Games saved with release 1.2 lose:\n  ');
  await expect(command('target changes', '--since', '1.2', '--from', 'last')).rejects.toThrow('--since');
  expect(await invoke('target.list', {})).toHaveLength(1);
});

test('[Targets] with the layout of the release kept, moving cards changes nothing for Unreal; without, and with a text, it does', async () => {
  const { invoke, id, file, send, records, losses, command } = await game('unreal', { keepReleasedLayout: true });
  await command('target release', '1.2');
  const released = readFileSync(file, 'utf8');
  const elements = (await records()).filter(({ kind }) => kind === 'element');
  const move = elements.map(
    (each): SingleCommand => ({ do: 'change', kind: 'element', id: each.id, fields: { x: 700, y: 20, width: 300 } }),
  );
  await send(...move);
  await invoke('target.run', { id });
  expect(readFileSync(file, 'utf8')).toBe(released);
  expect(await losses()).toEqual([]);
  await send({ do: 'create', kind: 'element', fields: { boardId: String(elements[0]?.boardId), x: 5, y: 6, title: {}, content: {} } });
  expect(await losses()).toEqual([storyChanged]);
  expect(Object.values<{ x: number; y: number }>(JSON.parse(released).elements)).not.toContainEqual(
    expect.objectContaining({ x: 5, y: 6 }),
  );
  await invoke('target.change', { id, settings: { keepReleasedLayout: false } });
  expect(JSON.parse(readFileSync(file, 'utf8')).elements[elements[0]?.id ?? '']).toMatchObject({ x: 700, y: 20, width: 300 });
});

/** The rule of the plug-in for Unreal 2.2: a saved game is readable only if the canonical text of the story is the same. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalText(each)}`).join()}}`;
}

test('[Targets] agrees with the rule of the plug-in for Unreal on random edits', async () => {
  const { invoke, id, file, send, records, variables, losses } = await game('unreal');
  await invoke('target.release', { id, name: '1.2' });
  const released = canonicalText(JSON.parse(readFileSync(file, 'utf8')));
  const all = await records();
  const [element, board] = (['element', 'board'] as const).map((kind) => all.find((each) => each.kind === kind && each.type !== 'folder'));
  const project = all.find(({ kind }) => kind === 'project');
  const { random } = createTestEnvironment(testRunSeed());
  /** The value that the release has, or another one. */
  const either = <T>(value: T, other: T): T => (random() < 0.7 ? value : other);
  const total = cases(50, 200);
  let readable = 0;
  for (let at = 0; at < total; at++) {
    await send(
      { do: 'change', kind: 'element', id: String(element?.id), fields: { x: either(Number(element?.x), at + 1) } },
      {
        do: 'change',
        kind: 'element',
        id: String(element?.id),
        fields: { content: either(Object(element?.content), { en: { text: `<p>${at}</p>` } }) },
      },
      { do: 'change', kind: 'variable', id: variables[0] ?? '', fields: { value: either(3, at + 4) } },
      { do: 'change', kind: 'board', id: String(board?.id), fields: { name: either(String(board?.name), `Board ${at}`) } },
      { do: 'change', kind: 'project', id: 'project', fields: { name: either(String(project?.name), `Name ${at}`) } },
    );
    await invoke('target.run', { id });
    const isSame = canonicalText(JSON.parse(readFileSync(file, 'utf8'))) === released;
    if (isSame) readable += 1;
    expect((await losses()).includes(storyChanged)).toBe(!isSame);
  }
  expectEnough(readable, total, 0.08);
  expectEnough(total - readable, total, 0.4);
});
