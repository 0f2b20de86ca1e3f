/** Runs commands of the command line in this process, on a side of `two-workspaces.ts`. */
import { formatCommand } from '../../../../main/cli/format-text.ts';
import { runCli, type Terminal } from '../../../../main/cli/run-cli.ts';
import type { Side } from './two-workspaces.ts';

export async function runCommand(
  { ask, parts }: Pick<Side, 'ask' | 'parts'>,
  ...args: readonly string[]
): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const print = (text: string) => void out.push(text);
  const printError = (text: string) => void err.push(text);
  const terminal: Terminal = {
    version: '0',
    print: async (text) => print(text),
    printError: async (text) => printError(text),
    listNotices: async () => [],
    failure: new Promise<never>(() => undefined),
    interrupted: new Promise<number>(() => undefined),
    openSession: ({ json }, translator) => ({
      invoke: ask,
      call: parts.call,
      dataFolder: '',
      json,
      translator,
      formatCommand,
      print,
      warn: printError,
      onEvents: parts.onEvents,
      connect: async () => 'owner' as const,
      waitForStop: async () => undefined,
    }),
    closeSession: async () => undefined,
  };
  const code = await runCli(args, terminal);
  return { code, out: out.join('\n'), err: err.join('\n') };
}
