import type { InvokeCall } from '../../../shared/contracts/ipc/call-types.ts';
import { isLoopbackHost } from '../../../shared/contracts/loopback-host.ts';
import { Problem } from '../../../shared/problem.ts';
import { defineCliCommand, parseChoice } from '../define-command.ts';
import { parsePort } from '../parse-port.ts';

/** Milliseconds in which the port must be free again after another process has let go of it, and between two tries. */
const restartTimeout = 10_000;
const retryDelay = 100;

/**
 * The REST service for other programs. The work is done by whoever holds the data folder; when that one goes, this process takes over
 * at the same address. Prints one line when it is ready, and nothing else on stdout.
 */
export const serveCommand = defineCliCommand({
  name: 'serve',
  usage: '[--port N] [--host ADDRESS] [--upload-flow two-step|single] [--no-targets] [--no-sync]',
  description:
    'serves the projects to other programs of this machine (with --host, to others) until it is ended, and keeps targets and synced projects up to date',
  positionals: [],
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    'upload-flow': { type: 'string' },
    'no-targets': { type: 'boolean' },
    'no-sync': { type: 'boolean' },
  },
  async run({ values }, session) {
    const port = parsePort(values.port);
    const uploadFlow = parseChoice('--upload-flow', values['upload-flow'], ['two-step', 'single']);
    const how = { ...(uploadFlow && { uploadFlow }), ...(values.host !== undefined && { host: values.host }) };
    const { invoke, onEvents, print, warn, waitForStop } = session({
      longRunning: true,
      targets: values['no-targets'] ? 'manual' : 'live',
      sync: values['no-sync'] ? 'manual' : 'live',
    });
    const ended = waitForStop();
    const lost = Promise.withResolvers<never>();
    let listening: { id: string; url: string } | undefined;
    // Listening to events is what makes this process take over.
    const silence = onEvents((events) => {
      if (!listening || !events.some(({ event }) => event === 'reconnected')) return;
      restartService(invoke, { ...how, port: portOf(listening.url) }).then((started) => (listening = started), lost.reject);
    });
    const started = await Promise.race([ended, invoke('service.start', { ...how, ...(port !== undefined && { port }) })]);
    if (started) {
      listening = started;
      if (values.host !== undefined && !isLoopbackHost(values.host))
        warn(`The service listens on ${values.host}: whoever can reach this address can send it requests.`);
      print(JSON.stringify({ url: started.url }));
      await Promise.race([ended, lost.promise]);
    }
    silence();
    if (listening) await invoke('service.stop', { id: listening.id }).catch(() => undefined);
    return undefined;
  },
});

const portOf = (url: string): number => Number(new URL(url).port || 80);

/** The one who listened there before may still be on its way out. */
async function restartService(ask: InvokeCall, how: Parameters<typeof ask<'service.start'>>[1]): Promise<{ id: string; url: string }> {
  for (const until = performance.now() + restartTimeout; ; ) {
    try {
      return await ask('service.start', how);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'busy' || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelay));
    }
  }
}
