/** [Exports] The command `check`: for another version of a plug-in, for some boards, and with `--fix`, which applies the quick fixes. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { checkCommand } from '../../../main/cli/commands/check.ts';
import { exportCommand } from '../../../main/cli/commands/export.ts';
import type { CliSession } from '../../../main/cli/define-command.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { english } from '../../../shared/messages/english.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { newFolder } from '../../new-folder.ts';
import { createTestEnvironment } from '../../test-environment.ts';

async function openSample() {
  const backend = await openBackend(null, createTestEnvironment());
  onTestFinished(() => backend.close());
  const invoke = createInvoke(backend);
  const { hash } = await invoke('project.create', { template: 'game-engine-sample' });
  const elements = async () => {
    const { records } = await invoke('project.read', { hash });
    return records.flatMap((chunk) => JSON.parse(chunk) as AnyRecord[]).filter(({ kind }) => kind === 'element');
  };
  const [element = expect.fail('no element')] = await elements();
  const write = (text: string) =>
    invoke('project.send', { hash, command: { do: 'change', kind: 'element', id: element.id, fields: { content: { en: { text } } } } });
  // The command uses nothing else of its session.
  const session = { invoke, translator: english } as unknown as CliSession;
  const check = (...args: string[]) => checkCommand.run([hash, ...args], () => session);
  const exportTo = (...args: string[]) => exportCommand.run([hash, ...args], () => session);
  const inElement = (result: Awaited<ReturnType<typeof check>>) =>
    ((result?.value ?? []) as { id: string; rule: string }[]).filter(({ id }) => id === element.id).map(({ rule }) => rule);
  return { element, elements, write, check, exportTo, inElement };
}

const scripts = (...lines: string[]) => lines.map((line) => `<pre><code>${line}</code></pre>`).join('');

test('fixes what has a safe fix, as changes that can be undone, and leaves the rest', async () => {
  const { element, elements, write, check: checkFor, inElement } = await openSample();
  const check = (...args: string[]) => checkFor('--engine', 'unity', ...args);
  await write(scripts('cogs += round(cogs)', 'show(cogs &gt; 3)', 'cogs = roll(2.5)'));
  expect(inElement(await check())).toHaveLength(3);
  const fixed = await check('--fix');
  expect(fixed?.text).toContain('1 problem fixed.');
  expect([fixed?.exitCode, inElement(fixed)]).toEqual([1, ['game-stops']]);
  expect((await check('--fix'))?.text).toContain('0 problems fixed.');
  expect((await elements()).find(({ id }) => id === element.id)?.content).toEqual({
    en: { text: scripts('cogs += cogs', 'show((cogs &gt; 3))', 'cogs = roll(2.5)') },
  });
});

test('--plugin-version checks for a version of the plug-in, which its beginning or its id names', async () => {
  const { write, check, inElement } = await openSample();
  await write(scripts('show(cogs &gt; 3)', 'cogs = roll(2.5)'));
  expect(inElement(await check('--engine', 'unity'))).toEqual(['game-stops', 'game-stops']);
  for (const version of ['v2-withdrawn', 'v2'])
    expect(inElement(await check('--engine', 'unity', '--plugin-version', version))).toEqual(['game-stops']);
  expect(inElement(await check('--engine', 'unity', '--plugin-version', '2.0.3'))).toEqual(['game-stops', 'game-stops']);
  await expect(check('--engine', 'unity', '--plugin-version', 'v9')).rejects.toThrow(/v1 \(2\.0\), v2-withdrawn,? and main/);
  await expect(check('--engine', 'json', '--plugin-version', '2')).rejects.toThrow('No plug-in for JSON');
  await expect(check('--plugin-version', '2')).rejects.toThrow('--engine');
});

test('[G17] --board checks an export of that board', async () => {
  const { element, elements, write, check, inElement } = await openSample();
  const elsewhere = (await elements()).find(({ boardId }) => boardId !== element.boardId) ?? expect.fail('one board only');
  await write(
    scripts(
      `show(visits(<span class="mention mention-element" data-id="${elsewhere.id}" data-label="Hall" data-type="element">Hall</span>))`,
    ),
  );
  expect(inElement(await check('--engine', 'unity'))).toEqual([]);
  expect(inElement(await check('--engine', 'unity', '--board', String(element.boardId)))).toEqual(['unknown-element']);
  expect(inElement(await check('--board', String(element.boardId), '--board', String(elsewhere.boardId)))).toEqual([]);
  await expect(check('--board', 'none')).rejects.toMatchObject({ code: 'invalid' });
});

test('an export reports the same findings as the check, and how many there are', async () => {
  const { write, check, exportTo } = await openSample();
  await write(scripts('show(cogs &gt; 3)'));
  const checked = (await check('--engine', 'unity'))?.text.split('\n') ?? [];
  expect(checked.at(-1)).toMatch(/^1 error, /);
  const exported = await exportTo('--format', 'unity', '--out', join(newFolder(), 'story.json'));
  const withoutHints = checked.filter((line) => !line.startsWith('hint'));
  expect(exported?.text.split('\n').slice(1, -1)).toEqual(withoutHints.slice(0, -1));
  expect(exported?.text.split('\n').at(-1)).toMatch(/^1 error, /);
});
