import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBackend } from '../../../../main/app/backend/backend.ts';
import { systemEnvironment } from '../../../../main/platform/environment.ts';
import type { Backend } from '../../../../shared/contracts/ipc/backend.ts';
import { type CallName, type CallResult, isDataFolderCallName, isDesktopCallName } from '../../../../shared/contracts/ipc/call-types.ts';
import { calls } from '../../../../shared/contracts/ipc/calls.ts';
import type { BackendEvent } from '../../../../shared/contracts/ipc/events.ts';
import { story } from '../../cli/taleport.ts';

const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);
const names = Object.keys(calls).filter(isCallName);
const ofTheWindow = (name: CallName): boolean => isDesktopCallName(name) || isDataFolderCallName(name) || name === 'app.info';
const logged: string[] = [];
let parts: Backend;

beforeAll(async () => {
  parts = await openBackend(null, systemEnvironment, (line) => logged.push(line));
});
afterAll(() => parts.close());

const codeOf = (answer: CallResult): string => (answer.ok ? 'ok' : answer.problem.code);

/** Valid inputs that name something that does not exist. */
const strangers: Partial<Record<CallName, object>> = {
  'project.create': { template: 'empty' },
  'project.import': { source: { text: '{', fileName: 'x.json' } },
  'project.rename': { hash: 'x', name: 'y' },
  'project.send': { hash: 'x', command: { do: 'removeLocale', iso: 'de' } },
  'project.readNext': { reading: 'x' },
  'project.export': { hash: 'x', file: '/x', options: { format: 'json' } },
  'project.exportDocument': { hash: 'x', file: '/x.docx', format: 'script' },
  'target.detect': { folder: '/nowhere/at/all' },
  'target.add': { hash: 'x', folder: '/nowhere/at/all' },
  'target.change': { id: 'x', settings: {} },
  'target.remove': { id: 'x' },
  'target.resolve': { id: 'x', choice: 'keep' },
  'target.run': { id: 'x' },
  'job.cancel': { job: 'x' },
  'workspace.set': {},
  'member.add': { name: 'x' },
  'member.change': { id: 99, fields: {} },
  'member.remove': { id: 99 },
  'apiKey.create': { name: 'x' },
  'apiKey.change': { id: 'x' },
  'apiKey.revoke': { id: 'x' },
};
const noInput: readonly CallName[] = ['project.list', 'target.list', 'workspace.show', 'member.list', 'apiKey.list'];

describe('the contract', () => {
  it.each(names)('%s is handled by the backend, or by the window', async (name) => {
    const input = strangers[name] ?? (noInput.includes(name) ? {} : { hash: 'x' });
    const code = codeOf(await parts.call(name, input));
    if (ofTheWindow(name)) expect(code).toBe('unsupported');
    else expect(['ok', 'notFound', 'folder', 'invalid', 'importIntegrity']).toContain(code);
    expect(logged).toEqual([]);
  });

  it.each(names.filter((name) => !ofTheWindow(name)))('%s rejects fields that its schema does not have', async (name) => {
    const answer = await parts.call(name, { whatIsThis: 1 });
    expect(answer).toMatchObject({ ok: false, problem: { code: 'invalid', errors: { whatIsThis: 'is not a known field' } } });
  });

  it.each([null, undefined, 7, 'text', []])('an input that is %j is a Problem, no crash', async (input) => {
    expect(codeOf(await parts.call('project.list', input))).toBe('invalid');
  });

  it('events before an answer arrive before it', async () => {
    const heard: BackendEvent[] = [];
    const silence = parts.onEvents((events) => heard.push(...events));
    await parts.call('project.import', { source: { text: JSON.stringify(story()), fileName: 'small.json' } });
    expect(heard).toContainEqual({ event: 'projects.changed' });
    silence();
  });

  it('a change of accounts is an event, and only the answer contains the value of a key', async () => {
    const heard: BackendEvent[] = [];
    const silence = parts.onEvents((events) => heard.push(...events));
    const made = await parts.call('apiKey.create', { name: 'Build' });
    const key = made.ok ? String(Object(made.value).key) : '';
    expect(key).toMatch(/^tp_/);
    expect(heard).toEqual([{ event: 'accounts.changed' }]);
    const answers = [
      await parts.call('apiKey.list', {}),
      await parts.call('apiKey.revoke', { id: key }),
      await parts.call('member.change', { id: key, fields: { name: key } }),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(key);
    expect(logged.join()).not.toContain(key);
    silence();
  });

  it('a named import reports its progress, and can be cancelled', async () => {
    const heard: BackendEvent[] = [];
    const before = await parts.call('project.list', {});
    const silence = parts.onEvents((events) => heard.push(...events));
    const text = JSON.stringify(story());
    await parts.call('project.import', { source: { text, fileName: 'small.json' }, job: 'one' });
    expect(heard).toContainEqual(expect.objectContaining({ event: 'progress', job: 'one' }));
    const cancelled = parts.call('project.import', { source: { text, fileName: 'small.json' }, job: 'two' });
    await parts.call('job.cancel', { job: 'two' });
    expect(codeOf(await cancelled)).toBe('cancelled');
    const after = await parts.call('project.list', {});
    expect(after.ok && before.ok && Object(after.value).length - Object(before.value).length).toBe(1);
    silence();
  });
});
