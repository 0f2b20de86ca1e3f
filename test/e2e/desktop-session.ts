/**
 * A desktop of a test's own around the windows: a session bus that starts nothing by itself, places for tray items and notifications (desk.py),
 * and, if it is wanted, an unlocked key store. All of it is in its own folder and ends with it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTempFolder } from './app.ts';
import { readFirstLine } from './read-first-line.ts';
import { trackProcess } from './running-processes.ts';

interface TrayItem {
  readonly title: string;
  readonly tooltip: string;
  /** Width and height of its picture. */
  readonly icon: readonly [number, number];
  readonly menu: readonly { readonly label: string; readonly separator: boolean; readonly enabled: boolean }[];
}
interface ShownNotification {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly actions: readonly string[];
}

export interface DesktopSession {
  /** The environment of a program that runs on this desktop. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder of the key store. */
  readonly folder: string;
  /** All notifications so far, oldest first. */
  readonly notifications: readonly ShownNotification[];
  /** How many programs have registered in the tray. */
  readonly countTrayItems: () => number;
  readItem(): Promise<TrayItem>;
  choose(label: string): Promise<void>;
  clickItem(): Promise<void>;
  clickNotification(id: number): Promise<void>;
  close(): Promise<void>;
}

/** The Python of the system, for which the system's packages install the modules. */
const python = '/usr/bin/python3';

const busConfig = (folder: string): string => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir=${folder}</listen>
<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>`;

export async function startDesktopSession({ keyStore }: { readonly keyStore: boolean }): Promise<DesktopSession> {
  const folder = createTempFolder('desk');
  const inside = (name: string): string => {
    mkdirSync(join(folder, name), { mode: 0o700 });
    return join(folder, name);
  };
  const config = join(folder, 'bus.conf');
  writeFileSync(config, busConfig(inside('bus')));
  const running: ChildProcess[] = [];
  const start = (command: string, args: readonly string[], env: NodeJS.ProcessEnv, input: 'pipe' | 'ignore' = 'ignore'): ChildProcess => {
    const child = trackProcess(spawn(command, args, { env, stdio: [input, 'pipe', command === python ? 'inherit' : 'ignore'] }));
    running.push(child);
    return child;
  };
  const bus = start('dbus-daemon', [`--config-file=${config}`, '--nofork', '--nopidfile', '--print-address'], process.env);
  // `XDG_CURRENT_DESKTOP` selects the key store that Chromium looks for, whether or not it exists.
  const env = {
    DBUS_SESSION_BUS_ADDRESS: await readFirstLine('the bus', bus),
    XDG_CURRENT_DESKTOP: 'GNOME',
    XDG_RUNTIME_DIR: inside('run'),
    XDG_DATA_HOME: inside('share'),
  };
  const all = { ...process.env, ...env };
  const place = start(python, [join(import.meta.dirname, 'desk.py')], all, 'pipe');
  const script = connectToDesktopScript(place);
  await script.event('ready');
  if (keyStore) {
    const daemon = start('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], all, 'pipe');
    daemon.stdin?.end('a password of the test');
    await script.event('name');
  }
  return {
    env,
    folder,
    notifications: script.notified,
    countTrayItems: script.items,
    readItem: async () => (await script.ask('read item')) as TrayItem,
    choose: async (label) => void (await script.ask('choose', { label })),
    clickItem: async () => void (await script.ask('click item')),
    clickNotification: async (id) => void (await script.ask('click notification', { id })),
    async close() {
      for (const child of running.reverse()) await stopProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function connectToDesktopScript(place: ChildProcess) {
  const notified: ShownNotification[] = [];
  const seen = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  const answers = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  const lines = createInterface({ input: place.stdout ?? process.stdin });
  lines.on('line', (line) => {
    const message = JSON.parse(line);
    if ('answer' in message) {
      const answer = answers.get(message.answer);
      if ('fault' in message) answer?.reject(new Error(`The desk: ${message.fault}`));
      else answer?.resolve(message.value);
      return;
    }
    seen.set(message.event, (seen.get(message.event) ?? 0) + 1);
    if (message.event === 'notified') notified.push(message);
    waiting.get(message.event)?.();
  });
  lines.once('close', () => {
    for (const answer of answers.values()) answer.reject(new Error('The desk has ended.'));
  });
  return {
    notified,
    items: () => seen.get('item') ?? 0,
    event: (name: string): Promise<void> =>
      new Promise((resolve, reject) => {
        if (seen.has(name)) resolve();
        else waiting.set(name, resolve);
        place.once('exit', () => reject(new Error(`The desk ended before it said “${name}”.`)));
      }),
    ask(verb: string, given: object = {}): Promise<unknown> {
      const number = ++last;
      const answer = Promise.withResolvers<unknown>();
      answers.set(number, answer);
      place.stdin?.write(`${JSON.stringify({ ...given, do: verb, number })}\n`);
      return answer.promise;
    },
  };
}

function stopProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
