/**
 * The command line of the installed app with a command whose backend fails: `fail at-call` while it waits for a call, `fail at-stop` while
 * it waits for its end.
 */

import { defineCliCommand } from '../../../main/cli/define-command.ts';
import { createProcessTerminal } from '../../../main/cli/process-terminal.ts';
import { runCli } from '../../../main/cli/run-cli.ts';
import { connectInWorker } from '../../../main/cli/run-in-electron.ts';
import { message } from '../../../shared/messages/message.ts';

const failCommand = defineCliCommand({
  name: 'fail',
  usage: 'at-call|at-stop',
  description: message('cli.watch.description'),
  positionals: ['WHEN'],
  options: {},
  async run({ positionals: [when] }, session) {
    const { call, waitForStop } = session();
    // The worker rejects a call whose name is no text, and nothing catches that.
    const answer = call(1 as unknown as string, {});
    if (when === 'at-call') return { value: await answer, text: '' };
    await waitForStop();
    return undefined;
  },
});
process.exit(await runCli(process.argv.slice(2), createProcessTerminal(connectInWorker), [failCommand]));
