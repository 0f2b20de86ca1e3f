import type { Ask } from '../../shared/ipc/ask.ts';
import { isLoopback } from '../../shared/loopback.ts';
import { Problem } from '../../shared/problem.ts';
import { defineCommand, oneOf } from './command-entry.ts';
import { portIn } from './port.ts';

/** Milliseconds in which the port must be free again after another process has let go of it, and between two tries. */
const longest = 10_000;
const pause = 100;

/**
 * The REST service for other programs. The work is done by whoever holds the data folder; when that one goes, this process takes over
 * at the same address. Prints one line when it is ready, and nothing else on stdout.
 */
export const serveCommand = defineCommand({
  name: 'serve',
  usage: '[--port N] [--host ADDRESS] [--upload-flow two-step|single] [--no-targets] [--no-mirror]',
  does: 'serves the projects to other programs of this machine (with --host, to others) until it is ended, and keeps targets and mirrored projects up to date',
  words: [],
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    'upload-flow': { type: 'string' },
    'no-targets': { type: 'boolean' },
    'no-mirror': { type: 'boolean' },
  },
  async run({ values }, session) {
    const port = portIn(values.port);
    const uploadFlow = oneOf('--upload-flow', values['upload-flow'], ['two-step', 'single']);
    const how = { ...(uploadFlow && { uploadFlow }), ...(values.host !== undefined && { host: values.host }) };
    const { ask, onEvents, print, warn, stopped } = session({
      stays: true,
      targets: values['no-targets'] ? 'still' : 'live',
      mirror: values['no-mirror'] ? 'still' : 'live',
    });
    const ended = stopped();
    const lost = Promise.withResolvers<never>();
    let listening: { id: string; url: string } | undefined;
    // Listening to events is what makes this process take over.
    const silence = onEvents((events) => {
      if (!listening || !events.some(({ event }) => event === 'reconnected')) return;
      startAgain(ask, { ...how, port: portOf(listening.url) }).then((started) => (listening = started), lost.reject);
    });
    const started = await Promise.race([ended, ask('service.start', { ...how, ...(port !== undefined && { port }) })]);
    if (started) {
      listening = started;
      if (values.host !== undefined && !isLoopback(values.host))
        warn(`The service listens on ${values.host}: whoever can reach this address can send it requests.`);
      print(JSON.stringify({ url: started.url }));
      await Promise.race([ended, lost.promise]);
    }
    silence();
    if (listening) await ask('service.stop', { id: listening.id }).catch(() => undefined);
    return undefined;
  },
});

const portOf = (url: string): number => Number(new URL(url).port || 80);

/** The one who listened there before may still be on its way out. */
async function startAgain(ask: Ask, how: Parameters<typeof ask<'service.start'>>[1]): Promise<{ id: string; url: string }> {
  for (const until = performance.now() + longest; ; ) {
    try {
      return await ask('service.start', how);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'busy' || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
