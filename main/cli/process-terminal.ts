/** The terminal of this process: its streams, its signals, and the session that a command uses. */
import { constants } from 'node:os';
import { createInvoke } from '../../shared/contracts/ipc/backend.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import type { CommandConnection, CommandOptions } from '../app/backend/connect-backend.ts';
import { chooseDataFolder, isDataFolderGone } from '../platform/data-folder.ts';
import { isDiskFull } from '../platform/disk-error.ts';
import { errorCodeOf } from '../platform/errors.ts';
import { version } from '../platform/version.ts';
import { formatCommand } from './format-text.ts';
import type { Terminal } from './run-cli.ts';

/** Milliseconds for which a finished command still answers calls of other processes. */
const lingerTime = 60_000;
const waitTimeAfterSignal = 300;

interface OutputStream {
  on(event: 'error', listener: (error: Error) => void): unknown;
  write(text: string, callback: (error?: Error | null) => void): unknown;
}

/** Where a command prints: those of the process, or others in tests. */
export interface OutputStreams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

export function createProcessTerminal(
  connectBackend: (folder: string, options: CommandOptions, onFailure: (problem: Problem) => void) => CommandConnection,
  { stdout, stderr }: OutputStreams = process,
): Terminal {
  let backend: CommandConnection | undefined;
  const failure = Promise.withResolvers<never>();
  // If no command waits for it, its rejection must not count as unhandled.
  failure.promise.catch(() => undefined);
  let wait = lingerTime;
  let stop: (() => void) | undefined;
  const interrupted = Promise.withResolvers<number>();

  /** Ends a command that waits for it as it usually ends, and any other without its result. */
  function endBySignal(signal: EndingSignal): void {
    // A command that is ended by a signal does not wait long for other processes.
    wait = waitTimeAfterSignal;
    if (stop) stop();
    else interrupted.resolve(128 + constants.signals[signal]);
  }

  function waitForStop(): Promise<void> {
    wait = waitTimeAfterSignal;
    return new Promise((resolve) => {
      stop = resolve;
    });
  }

  /** Throws a Problem if the text cannot be written, unless its reader has closed the stream. */
  function write(stream: OutputStream, text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      stream.write(`${escapeControlCharacters(text)}\n`, (error) => {
        if (error && !isClosedByReader(error)) reject(outputProblem(error));
        else resolve();
      });
    });
  }

  // A reader that closes the pipe (`| head`) ends the command without an error.
  stdout.on('error', (error) => (isClosedByReader(error) ? stop?.() : failure.reject(outputProblem(error))));
  stderr.on('error', () => stop?.());

  return {
    version,
    failure: failure.promise,
    interrupted: interrupted.promise,
    print: (text) => write(stdout, text),
    // Nothing is left that could report it.
    printError: (text) => write(stderr, text).catch(() => undefined),
    openSession({ data, json, withoutDataFolder = false, ...mode }, translator) {
      const streams = {
        translator,
        formatCommand: (...words: readonly string[]) => formatCommand(...words, ...(data === undefined ? [] : ['--data', data])),
        json,
        print: (text: string) => void write(stdout, text).catch(failure.reject),
        warn: (text: string) => void write(stderr, text).catch(() => undefined),
        waitForStop,
      };
      // A second signal has its usual effect.
      if (!withoutDataFolder) for (const signal of endingSignals) process.once(signal, endBySignal);
      if (withoutDataFolder) return { ...noBackend, ...streams };
      const choice = chooseDataFolder(data);
      const { folder, defaultFolder = folder, unreadableFile } = choice;
      if (unreadableFile !== undefined) throw new Problem('folder', message('problem.app.dataFolderUnknown', { file: unreadableFile }));
      if (isDataFolderGone(choice)) throw new Problem('folder', message('problem.app.dataFolderGone', { folder, defaultFolder }));
      const opened = connectBackend(folder, mode, failure.reject);
      backend = opened;
      return {
        invoke: createInvoke(opened),
        call: opened.call,
        dataFolder: folder,
        onEvents: opened.onEvents,
        connect: opened.connect,
        ...streams,
      };
    },
    listNotices: async () => (await backend?.listNotices()) ?? [],
    async closeSession() {
      try {
        await backend?.close(wait);
      } finally {
        for (const signal of endingSignals) process.off(signal, endBySignal);
      }
    },
  };
}

const endingSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
type EndingSignal = (typeof endingSignals)[number];

const isClosedByReader = (error: Error): boolean => errorCodeOf(error) === 'EPIPE';

function outputProblem(error: Error): Problem {
  const text = isDiskFull(error) ? message('cli.output.diskFull') : message('cli.output.failed', { reason: error.message });
  return new Problem('folder', text, { cause: error });
}

const rejectCall = (): Promise<never> => Promise.reject(new Error('This command has no data folder.'));
/** The session of a command that reads no projects. */
const noBackend = { invoke: rejectCall, call: rejectCall, connect: rejectCall, dataFolder: '', onEvents: () => () => undefined };

/**
 * Names and texts of a story may come from anyone, and terminals obey control characters, which could change what is shown or typed.
 * Characters that change the text direction could make a text look like another one. The escapes have the same meaning in JSON as in text.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
const controlCharacters = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;
const escapeControlCharacters = (text: string): string =>
  text.replace(controlCharacters, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
