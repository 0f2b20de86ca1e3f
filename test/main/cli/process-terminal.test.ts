/** How commands end that a signal ends, and those whose output cannot be written. */
import { constants } from 'node:os';
import { expect, test } from 'vitest';
import type { CommandConnection } from '../../../main/app/backend/connect-backend.ts';
import { createProcessTerminal, type OutputStreams } from '../../../main/cli/process-terminal.ts';
import { runCli } from '../../../main/cli/run-cli.ts';
import { newFolder } from './taleport.ts';

interface StreamWithText {
  readonly texts: string[];
  readonly stream: OutputStreams['stdout'];
}

/** A stream that fails with this error code whenever something is written. */
function openStream(code?: string): StreamWithText {
  const texts: string[] = [];
  const listeners: ((error: Error) => void)[] = [];
  const write = (text: string, done: (error?: Error) => void): void => {
    if (code === undefined) texts.push(text);
    const error = code === undefined ? undefined : Object.assign(new Error(`${code}: failed, write`), { code });
    done(error);
    if (error) for (const listener of listeners) listener(error);
  };
  return { texts, stream: { write, on: (_, listener) => listeners.push(listener) } };
}

/** A backend whose calls are answered when `answer` resolves. */
function connectTo(answer: Promise<unknown>) {
  const waits: (number | undefined)[] = [];
  const called = Promise.withResolvers<void>();
  const connection: CommandConnection = {
    call: async () => {
      called.resolve();
      return { ok: true, value: await answer };
    },
    onEvents: () => () => undefined,
    connect: async () => 'owner',
    listNotices: async () => [],
    close: async (wait) => void waits.push(wait),
  };
  return { connect: () => connection, waits, called: called.promise };
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

test.each(endingSignals)('%s ends a command after its backend was closed, with the exit code of the signal', async (signal) => {
  const listeners = process.listenerCount(signal);
  const backend = connectTo(new Promise(() => undefined));
  const [stdout, stderr] = [openStream(), openStream()];
  const terminal = createProcessTerminal(backend.connect, { stdout: stdout.stream, stderr: stderr.stream });
  const ended = runCli(['projects', '--data', newFolder()], terminal);
  await backend.called;
  process.emit(signal, signal);
  expect(await ended).toBe(128 + constants.signals[signal]);
  expect(backend.waits).toEqual([300]);
  expect([...stdout.texts, ...stderr.texts]).toEqual([]);
  expect(process.listenerCount(signal)).toBe(listeners);
});

test('a signal ends a command that waits for it as it usually ends', async () => {
  const backend = connectTo(Promise.resolve([]));
  const [stdout, stderr] = [openStream(), openStream()];
  const terminal = createProcessTerminal(backend.connect, { stdout: stdout.stream, stderr: stderr.stream });
  const ended = runCli(['watch', '--data', newFolder()], terminal);
  await backend.called;
  process.emit('SIGTERM', 'SIGTERM');
  expect(await ended).toBe(0);
});

test('watch goes on where the process that owns the folder does not answer what it does by itself', async () => {
  const backend = connectTo(Promise.resolve([]));
  const { call } = backend.connect();
  const connection: CommandConnection = {
    ...backend.connect(),
    connect: async () => 'client',
    call: (name, input) => (name === 'app.workModes' ? Promise.reject(new Error('The owner has ended')) : call(name, input)),
  };
  const [stdout, stderr] = [openStream(), openStream()];
  const terminal = createProcessTerminal(() => connection, { stdout: stdout.stream, stderr: stderr.stream });
  const ended = runCli(['watch', '--data', newFolder(), '--lang', 'en'], terminal);
  await Promise.race([backend.called, ended]);
  process.emit('SIGTERM', 'SIGTERM');
  expect([await ended, stderr.texts]).toEqual([0, []]);
});

test.each([
  ['ENOSPC', 1, /^The output couldn’t be written: the disk is full/],
  ['EIO', 1, /^The output couldn’t be written: EIO/],
  ['EPIPE', 0, /^$/],
])('output that cannot be written (%s) ends a command with %i', async (code, exitCode, error) => {
  for (const args of [['--help'], ['--version'], ['projects', '--data', newFolder()]]) {
    const [stdout, stderr] = [openStream(code), openStream()];
    const terminal = createProcessTerminal(connectTo(Promise.resolve([])).connect, { stdout: stdout.stream, stderr: stderr.stream });
    expect(await runCli([...args, '--lang', 'en'], terminal), args[0]).toBe(exitCode);
    expect(stderr.texts.join('')).toMatch(error);
  }
});

test('output that cannot be written ends a command that prints until it is stopped', async () => {
  const [stdout, stderr] = [openStream('ENOSPC'), openStream()];
  const terminal = createProcessTerminal(connectTo(Promise.resolve([])).connect, { stdout: stdout.stream, stderr: stderr.stream });
  expect(await runCli(['watch', '--data', newFolder(), '--lang', 'en'], terminal)).toBe(1);
  expect(stderr.texts.join('')).toContain('the disk is full');
});
