import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { type Environment, formatIsoTime } from '../../../shared/environment.ts';
import { Problem } from '../../../shared/problem.ts';
import { systemEnvironment } from '../../platform/environment.ts';
import { type CliResult, type CliSession, defineCliCommand } from '../define-command.ts';
import { formatCount, formatTable } from '../format-text.ts';
import { UsageError } from '../usage-error.ts';

/** Mirrored projects: which there are, how they are, and looking and sending now. Each answers how those are that it is about; `stop`, those that are left. */
export const syncCommands = [
  defineCliCommand({
    name: 'mirror add',
    usage: 'NAME HASH',
    description: 'mirrors a project of the remote NAME from now on',
    positionals: ['NAME', 'HASH'],
    options: {},
    run: async ({ positionals: [remote = '', hash = ''] }, session) =>
      toStatusResult(await session().invoke('mirror.add', { remote, hash })),
  }),
  defineCliCommand({
    name: 'mirror upload',
    usage: 'NAME HASH',
    description: 'makes a project of here in the remote NAME, and mirrors it from then on',
    positionals: ['NAME', 'HASH'],
    options: {},
    run: async ({ positionals: [remote = '', hash = ''] }, session) =>
      toStatusResult(await session().invoke('mirror.upload', { remote, hash })),
  }),
  defineCliCommand({
    name: 'mirror status',
    usage: '',
    description: 'says how the mirrored projects are',
    positionals: [],
    options: {},
    run: async (_, session) => toStatusListResult(await session().invoke('mirror.list', {})),
  }),
  defineCliCommand({
    name: 'mirror run',
    usage: '[--once] [HASH]',
    description: 'looks and sends until it is ended (Ctrl+C); with --once, until nothing can be read or sent now',
    positionals: ['[HASH]'],
    options: { once: { type: 'boolean' } },
    async run({ positionals: [hash], values }, session) {
      const of = hash === undefined ? {} : { hash };
      if (values.once) return toStatusListResult(await session().invoke('mirror.run', of));
      const { invoke, connect, waitForStop } = session({ longRunning: true });
      const ended = waitForStop();
      await connect();
      await Promise.race([ended, invoke('mirror.run', of)]);
      await ended;
      return toStatusListResult(await listStatuses(invoke, hash));
    },
  }),
  defineCliCommand({
    name: 'mirror pause',
    usage: '[HASH] [--minutes N]',
    description: 'sends and reads nothing for so many minutes, or until told otherwise',
    positionals: ['[HASH]'],
    options: { minutes: { type: 'string' } },
    async run({ positionals: [hash], values }, session) {
      const { invoke } = session();
      const of = hash === undefined ? {} : { hash };
      if (values.minutes === undefined) return toStatusListResult(await invoke('mirror.pause', { ...of, until: null }));
      const minutes = Number(values.minutes);
      if (!Number.isInteger(minutes) || minutes < 1 || minutes > 100_000) throw new UsageError('--minutes is a whole number of minutes.');
      return toStatusListResult(await invoke('mirror.pause', { ...of, until: minutesFromNow(systemEnvironment, minutes) }));
    },
  }),
  defineCliCommand({
    name: 'mirror resume',
    usage: '[HASH]',
    description: 'goes on after a pause',
    positionals: ['[HASH]'],
    options: {},
    run: async ({ positionals: [hash] }, session) =>
      toStatusListResult(await session().invoke('mirror.pause', { ...(hash !== undefined && { hash }), until: 'now' })),
  }),
  defineCliCommand({
    name: 'mirror stop',
    usage: 'HASH [--remove] [--discard]',
    description: 'ends a mirror and keeps the project here, or --remove removes it; --discard even if changes wait that are not there yet',
    positionals: ['HASH'],
    options: { remove: { type: 'boolean' }, discard: { type: 'boolean' } },
    async run({ positionals: [hash = ''], values }, session) {
      const keep = !values.remove;
      const { invoke } = session();
      await invoke('mirror.stop', { hash, keep, discard: values.discard ?? false });
      const { value } = toStatusListResult(await invoke('mirror.list', {}));
      return {
        value,
        text: `${hash} is mirrored no longer${keep ? '; it stays here as a project of its own' : ' and has been removed here'}.`,
      };
    },
  }),
];

/** ISO 8601. */
const minutesFromNow = (world: Environment, minutes: number): string => formatIsoTime(world.now() + minutes * 60_000_000);

async function listStatuses(ask: CliSession['invoke'], hash: string | undefined): Promise<SyncStatus[]> {
  try {
    return (await ask('mirror.list', {})).filter((each) => hash === undefined || each.hash === hash);
  } catch (error) {
    if (error instanceof Problem && error.code === 'busy') return [];
    throw error;
  }
}

const toStatusResult = (status: SyncStatus): CliResult => ({ value: [toStatusJson(status)], text: formatSyncStatus(status) });

function toStatusListResult(list: readonly SyncStatus[]): CliResult {
  const rows = list.map(({ hash, name, remote, state, sentence }) => [hash, name, remote, state, sentence]);
  const text = rows.length > 0 ? formatTable(['project', 'name', 'remote', 'state', ''], rows) : 'Nothing is mirrored yet.';
  return { value: list.map(toStatusJson), text };
}

const toStatusJson = ({
  hash,
  there,
  name,
  remote,
  state,
  sentence,
  waiting,
  seconds,
  questions,
  reports,
  until,
  inStepAt,
}: SyncStatus) => ({
  hash,
  there,
  name,
  remote,
  state,
  sentence,
  waiting,
  seconds,
  questions,
  reports,
  until,
  inStepAt,
});

/** Also the line of `watch`. */
export function formatSyncStatus({ hash, name, remote, sentence, waiting, questions }: SyncStatus): string {
  const more = [
    waiting > 0 ? `${formatCount(waiting, 'change')} to send` : '',
    questions > 0 ? formatCount(questions, 'question') : '',
  ].filter(Boolean);
  return `${name} (${hash}) and ${remote}: ${sentence}${more.length > 0 ? ` [${more.join(', ')}]` : ''}`;
}
