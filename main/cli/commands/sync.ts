import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import { type Environment, formatIsoTime } from '../../../shared/environment.ts';
import { notFoundProblem, Problem } from '../../../shared/problem.ts';
import { systemEnvironment } from '../../platform/environment.ts';
import { type CliResult, type CliSession, defineCliCommand } from '../define-command.ts';
import { formatCount, formatShortTime, formatTable } from '../format-text.ts';
import { UsageError } from '../usage-error.ts';

/** Synced projects. Each command prints the state of the projects that it is about; `sync stop` that of those that are left. */
export const syncCommands = [
  defineCliCommand({
    name: 'sync add',
    usage: 'NAME HASH',
    description: 'adds a project of the remote NAME here and keeps both in sync',
    positionals: ['NAME', 'HASH'],
    options: {},
    run: async ({ positionals: [remote = '', hash = ''] }, session) => toStatusResult(await session().invoke('sync.add', { remote, hash })),
  }),
  defineCliCommand({
    name: 'sync upload',
    usage: 'HASH NAME',
    description: 'uploads a project to the remote NAME and keeps both in sync',
    positionals: ['HASH', 'NAME'],
    options: {},
    run: async ({ positionals: [hash = '', remote = ''] }, session) =>
      toStatusResult(await session().invoke('sync.upload', { remote, hash })),
  }),
  defineCliCommand({
    name: 'sync status',
    usage: '[HASH]',
    description: 'shows the state of the synced projects, or of one',
    positionals: ['[HASH]'],
    options: {},
    async run({ positionals: [hash] }, session) {
      const list = await session().invoke('sync.list', {});
      const shown = list.filter((each) => hash === undefined || each.hash === hash);
      if (hash !== undefined && shown.length === 0) throw notFoundProblem('synced project', hash);
      return toStatusListResult(shown);
    },
  }),
  defineCliCommand({
    name: 'sync run',
    usage: '[--once] [HASH]',
    description: 'syncs until it is ended (Ctrl+C); with --once, until nothing can be read or sent now',
    positionals: ['[HASH]'],
    options: { once: { type: 'boolean' } },
    async run({ positionals: [hash], values }, session) {
      const of = hash === undefined ? {} : { hash };
      if (values.once) return toStatusListResult(await session().invoke('sync.run', of));
      const { invoke, connect, waitForStop } = session({ longRunning: true });
      const ended = waitForStop();
      await connect();
      await Promise.race([ended, invoke('sync.run', of)]);
      await ended;
      return toStatusListResult(await listStatuses(invoke, hash));
    },
  }),
  defineCliCommand({
    name: 'sync pause',
    usage: '[HASH] [--minutes N]',
    description: 'pauses sync, of one project or of all, for so many minutes or until it is resumed',
    positionals: ['[HASH]'],
    options: { minutes: { type: 'string' } },
    async run({ positionals: [hash], values }, session) {
      const { invoke } = session();
      const of = hash === undefined ? {} : { hash };
      if (values.minutes === undefined) return toStatusListResult(await invoke('sync.pause', { ...of, until: null }));
      const minutes = Number(values.minutes);
      if (!Number.isInteger(minutes) || minutes < 1 || minutes > 100_000) throw new UsageError('--minutes is a whole number of minutes.');
      return toStatusListResult(await invoke('sync.pause', { ...of, until: minutesFromNow(systemEnvironment, minutes) }));
    },
  }),
  defineCliCommand({
    name: 'sync resume',
    usage: '[HASH]',
    description: 'resumes sync after a pause',
    positionals: ['[HASH]'],
    options: {},
    run: async ({ positionals: [hash] }, session) =>
      toStatusListResult(await session().invoke('sync.pause', { ...(hash !== undefined && { hash }), until: 'now' })),
  }),
  defineCliCommand({
    name: 'sync stop',
    usage: 'HASH [--remove] [--discard]',
    description: 'stops syncing a project and keeps it here, or --remove removes it; --discard even if changes have not been sent yet',
    positionals: ['HASH'],
    options: { remove: { type: 'boolean' }, discard: { type: 'boolean' } },
    async run({ positionals: [hash = ''], values }, session) {
      const keep = !values.remove;
      const { invoke } = session();
      await invoke('sync.stop', { hash, keep, discard: values.discard ?? false });
      const { value } = toStatusListResult(await invoke('sync.list', {}));
      return {
        value,
        text: `${hash} is no longer synced${keep ? '; it stays here as a project of its own' : ' and has been removed here'}.`,
      };
    },
  }),
  defineCliCommand({
    name: 'sync reports',
    usage: '[HASH] [--since TIME]',
    description: 'lists what sync reports: refused changes, possibly overwritten ones, renamed records; --since from an ISO 8601 time on',
    positionals: ['[HASH]'],
    options: { since: { type: 'string' } },
    async run({ positionals: [hash], values }, session) {
      const since = parseTime(values.since);
      const all = await session().invoke('sync.reports', hash === undefined ? {} : { hash });
      const reports = all.filter(({ at }) => Date.parse(at) >= since);
      const rows = reports.map(({ at, hash, reason, message }) => [formatShortTime(at), hash, reason, message]);
      return {
        value: reports,
        text: rows.length > 0 ? formatTable(['time', 'project', 'report', ''], rows) : 'There are no reports.',
      };
    },
  }),
];

/** Milliseconds. */
function parseTime(text: string | undefined): number {
  if (text === undefined) return Number.NEGATIVE_INFINITY;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new UsageError(`--since is a time like 2026-11-22T08:00:00Z, not "${text}".`);
  return time;
}

/** ISO 8601. */
const minutesFromNow = (environment: Environment, minutes: number): string => formatIsoTime(environment.now() + minutes * 60_000_000);

async function listStatuses(ask: CliSession['invoke'], hash: string | undefined): Promise<SyncStatus[]> {
  try {
    return (await ask('sync.list', {})).filter((each) => hash === undefined || each.hash === hash);
  } catch (error) {
    if (error instanceof Problem && error.code === 'busy') return [];
    throw error;
  }
}

const toStatusResult = (status: SyncStatus): CliResult => ({ value: [toStatusJson(status)], text: formatSyncStatus(status) });

function toStatusListResult(list: readonly SyncStatus[]): CliResult {
  const rows = list.map(({ hash, name, remote, state, sentence }) => [hash, name, remote, state, sentence]);
  const text = rows.length > 0 ? formatTable(['project', 'name', 'remote', 'state', ''], rows) : 'No project is synced yet.';
  return { value: list.map(toStatusJson), text };
}

/** What --json prints of a synced project. */
const toStatusJson = (status: SyncStatus) => {
  const { hash, there, name, remote, state, sentence, waiting, seconds, questions, refused, reports, until, inStepAt } = status;
  return {
    ...{ hash, remoteHash: there, name, remote, state, message: sentence },
    ...{ waiting, seconds, refused, conflicts: questions, reports, until, lastSyncedAt: inStepAt },
  };
};

/** Also the line of `watch`. */
export function formatSyncStatus({ hash, name, remote, sentence, waiting, questions }: SyncStatus): string {
  const more = [
    waiting > 0 ? `${formatCount(waiting, 'change')} to send` : '',
    questions > 0 ? formatCount(questions, 'conflict') : '',
  ].filter(Boolean);
  return `${name} (${hash}) and ${remote}: ${sentence}${more.length > 0 ? ` [${more.join(', ')}]` : ''}`;
}
