/** [Exports] `check --fix` applies the quick fixes of the check, and reports what is left. */
import { expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend.ts';
import { createInvoke } from '../../../main/app/create-invoke.ts';
import { checkCommand } from '../../../main/cli/commands/check.ts';
import type { CliSession } from '../../../main/cli/define-command.ts';
import { english } from '../../../shared/messages/english.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { createTestEnvironment } from '../../test-environment.ts';

test('fixes what has a safe fix, as changes that can be undone, and leaves the rest', async () => {
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
  const scripts = (...lines: string[]) => lines.map((line) => `<pre><code>${line}</code></pre>`).join('');
  await write(scripts('cogs += round(cogs)', 'show(cogs &gt; 3)', 'cogs = roll(2.5)'));

  // The command uses nothing else of its session.
  const session = { invoke, translator: english } as unknown as CliSession;
  const check = (...args: string[]) => checkCommand.run([hash, '--engine', 'unity', ...args], () => session);
  const inElement = (result: Awaited<ReturnType<typeof check>>) =>
    ((result?.value ?? []) as { id: string; rule: string }[]).filter(({ id }) => id === element.id).map(({ rule }) => rule);
  expect(inElement(await check())).toHaveLength(3);
  const fixed = await check('--fix');
  expect(fixed?.text).toContain('1 problem fixed.');
  expect([fixed?.exitCode, inElement(fixed)]).toEqual([1, ['game-stops']]);
  expect((await check('--fix'))?.text).toContain('0 problems fixed.');
  expect((await elements()).find(({ id }) => id === element.id)?.content).toEqual({
    en: { text: scripts('cogs += cogs', 'show((cogs &gt; 3))', 'cogs = roll(2.5)') },
  });
});
