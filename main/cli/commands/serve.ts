import type { InvokeCall } from '../../../shared/contracts/ipc/call-types.ts';
import { isLoopbackHost } from '../../../shared/contracts/loopback-host.ts';
import type { WorkModes } from '../../../shared/contracts/work-mode.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { type CliSession, defineCliCommand, parseChoice, parsePort } from '../define-command.ts';
import { describeIdleWork } from './watch.ts';

/** Milliseconds for which a new listener waits for the port that another process has released, and between two attempts. */
const restartTimeout = 10_000;
const retryDelay = 100;

/**
 * The REST service for other programs. It runs in the process that owns the data folder; when that process ends, this one takes over at the
 * same address. Prints one line when it is ready, and nothing else on stdout.
 */
export const serveCommand = defineCliCommand({
  name: 'serve',
  usage: '[--port N] [--host ADDRESS] [--upload-flow two-step|single] [--no-targets] [--no-folders] [--no-sync]',
  description: message('cli.serve.description'),
  optionHelp: [
    { option: '--port N', text: message('cli.serve.options.port') },
    { option: '--host ADDRESS', text: message('cli.serve.options.host') },
    { option: '--upload-flow FLOW', text: message('cli.serve.options.uploadFlow') },
    { option: '--no-targets', text: message('cli.serve.options.noTargets') },
    { option: '--no-folders', text: message('cli.serve.options.noFolders') },
    { option: '--no-sync', text: message('cli.serve.options.noSync') },
  ],
  positionals: [],
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    'upload-flow': { type: 'string' },
    'no-targets': { type: 'boolean' },
    'no-folders': { type: 'boolean' },
    'no-sync': { type: 'boolean' },
  },
  async run({ values }, session) {
    const port = parsePort(values.port);
    const uploadFlow = parseChoice('--upload-flow', values['upload-flow'], ['two-step', 'single']);
    const options = { ...(uploadFlow && { uploadFlow }), ...(values.host !== undefined && { host: values.host }) };
    const modes = {
      targets: values['no-targets'] ? 'onRequest' : 'live',
      folders: values['no-folders'] ? 'onRequest' : 'live',
      sync: values['no-sync'] ? 'onRequest' : 'live',
    } as const;
    const opened = session({ longRunning: true, ...modes });
    const { invoke, translator, onEvents, print, warn, waitForStop } = opened;
    const ended = waitForStop();
    const lost = Promise.withResolvers<never>();
    let listening: { id: string; url: string } | undefined;
    // Any process that receives events takes over when the owner ends.
    const unsubscribe = onEvents((events) => {
      for (const event of events) if (event.event === 'notice') warn(translator.t(event.message));
      if (!listening || !events.some(({ event }) => event === 'reconnected')) return;
      void printNotices(opened, modes);
      restartService(invoke, { ...options, port: portOf(listening.url) }).then((started) => (listening = started), lost.reject);
    });
    const started = await Promise.race([ended, invoke('service.start', { ...options, ...(port !== undefined && { port }) })]);
    if (started) {
      await printNotices(opened, modes);
      listening = started;
      if (values.host !== undefined && !isLoopbackHost(values.host)) warn(translator.t('cli.serve.exposed', { host: values.host }));
      print(JSON.stringify({ url: started.url }));
      await Promise.race([ended, lost.promise]);
    }
    unsubscribe();
    if (listening) await invoke('service.stop', { id: listening.id }).catch(() => undefined);
    return undefined;
  },
});

/** Prints notices and acknowledges them: the user who runs a service reads its log. */
async function printNotices(session: CliSession, modes: WorkModes): Promise<void> {
  const { invoke, translator, warn } = session;
  const idle = await describeIdleWork(session, modes).catch(() => undefined);
  if (idle) warn(translator.t(idle));
  for (const notice of await invoke('app.notices', {}).catch(() => [])) warn(translator.t(notice));
  await invoke('app.acknowledgeNotices', {}).catch(() => undefined);
}

const portOf = (url: string): number => Number(new URL(url).port || 80);

/** Starts the listener. Retries while the process that listened at this port is ending. */
async function restartService(
  invoke: InvokeCall,
  options: Parameters<typeof invoke<'service.start'>>[1],
): Promise<{ id: string; url: string }> {
  for (const until = performance.now() + restartTimeout; ; ) {
    try {
      return await invoke('service.start', options);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'busy' || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelay));
    }
  }
}
