import type { LocalOnlyReason } from '../../../shared/contracts/local-only-changes.ts';
import type { HeldChange, LocalOnlyChange, SyncReport, SyncStatus } from '../../../shared/contracts/sync.ts';
import { type Environment, formatIsoTime } from '../../../shared/environment.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Translate, Translator } from '../../../shared/messages/translator.ts';
import { namedRecord } from '../../../shared/model/kind-messages.ts';
import { notFoundProblem, Problem } from '../../../shared/problem.ts';
import { systemEnvironment } from '../../platform/environment.ts';
import { readableValue } from '../../sync/presenter/conflict-details.ts';
import { type CliResult, type CliSession, DetailedProblem, defineCliCommand, UsageError } from '../define-command.ts';
import { formatField, formatFieldValue, formatLocation, formatRows, formatShortTime, formatTable } from '../format-text.ts';

/** Synced projects. Each command prints the state of its projects; `sync stop` prints that of the remaining ones. */
export const syncCommands = [
  defineCliCommand({
    name: 'sync add',
    usage: 'NAME HASH',
    description: message('cli.sync.add.description'),
    positionals: ['NAME', 'HASH'],
    options: {},
    async run({ positionals: [remote = '', hash = ''] }, session) {
      const { invoke, translator } = session();
      return toStatusResult(await invoke('sync.add', { remote, hash }), translator);
    },
  }),
  defineCliCommand({
    name: 'sync join',
    usage: ['NAME', 'HASH', 'LOCAL'].join(' '),
    description: message('cli.sync.join.description'),
    positionals: ['NAME', 'HASH', 'LOCAL'],
    options: {},
    async run({ positionals: [remote = '', hash = '', local = ''] }, session) {
      const { invoke, translator } = session();
      return toStatusResult(await invoke('sync.join', { remote, hash, local }), translator);
    },
  }),
  defineCliCommand({
    name: 'sync upload',
    usage: 'HASH NAME',
    description: message('cli.sync.upload.description'),
    positionals: ['HASH', 'NAME'],
    options: {},
    async run({ positionals: [hash = '', remote = ''] }, session) {
      const { invoke, translator } = session();
      return toStatusResult(await invoke('sync.upload', { remote, hash }), translator);
    },
  }),
  defineCliCommand({
    name: 'sync status',
    usage: '[HASH]',
    description: message('cli.sync.status.description'),
    positionals: ['[HASH]'],
    options: {},
    async run({ positionals: [hash] }, session) {
      const { invoke, translator } = session();
      const list = await invoke('sync.list', {});
      const shown = list.filter((each) => hash === undefined || each.hash === hash);
      if (hash !== undefined && shown.length === 0) throw notFoundProblem(message('problem.noun.syncedProject'), hash);
      return toStatusListResult(shown, translator);
    },
  }),
  defineCliCommand({
    name: 'sync run',
    usage: '[--once] [HASH]',
    description: message('cli.sync.run.description'),
    positionals: ['[HASH]'],
    options: { once: { type: 'boolean' } },
    async run({ positionals: [hash], values }, session) {
      const project = hash === undefined ? {} : { hash };
      if (values.once) {
        const { invoke, translator } = session();
        const statuses = await invoke('sync.run', project);
        return { ...toStatusListResult(statuses, translator), exitCode: statuses.some(isUnfinished) ? 1 : 0 };
      }
      const { invoke, translator, connect, waitForStop } = session({ longRunning: true });
      const ended = waitForStop();
      await connect();
      await Promise.race([ended, invoke('sync.run', project)]);
      await ended;
      return toStatusListResult(await listStatuses(invoke, hash), translator);
    },
  }),
  defineCliCommand({
    name: 'sync pause',
    usage: '[HASH] [--minutes N]',
    description: message('cli.sync.pause.description'),
    positionals: ['[HASH]'],
    options: { minutes: { type: 'string' } },
    async run({ positionals: [hash], values }, session) {
      const until = values.minutes === undefined ? null : minutesFromNow(systemEnvironment, parseMinutes(values.minutes));
      const { invoke, translator } = session();
      return toStatusListResult(await invoke('sync.pause', { ...(hash !== undefined && { hash }), until }), translator);
    },
  }),
  defineCliCommand({
    name: 'sync resume',
    usage: '[HASH]',
    description: message('cli.sync.resume.description'),
    positionals: ['[HASH]'],
    options: {},
    async run({ positionals: [hash] }, session) {
      const { invoke, translator } = session();
      return toStatusListResult(await invoke('sync.pause', { ...(hash !== undefined && { hash }), until: 'now' }), translator);
    },
  }),
  defineCliCommand({
    name: 'sync stop',
    usage: 'HASH [--remove] [--discard]',
    description: message('cli.sync.stop.description'),
    positionals: ['HASH'],
    options: { remove: { type: 'boolean' }, discard: { type: 'boolean' } },
    async run({ positionals: [hash = ''], values }, session) {
      const keep = !values.remove;
      const discard = values.discard ?? false;
      const connection = session();
      const { invoke, translator } = connection;
      const stopped = (await invoke('sync.list', {})).find((each) => each.hash === hash);
      await withLocalOnlyList(connection, { hash }, () => invoke('sync.stop', { hash, keep, discard }));
      const { value } = toStatusListResult(await invoke('sync.list', {}), translator);
      if (!keep || !stopped) return { value, text: translator.t('cli.sync.stop.removed', { hash }) };
      const join = connection.formatCommand('sync', 'join', stopped.remote, stopped.remoteHash, hash);
      return { value, text: translator.t('cli.sync.stop.kept', { hash, join }) };
    },
  }),
  defineCliCommand({
    name: 'sync held',
    usage: 'HASH',
    description: message('cli.sync.held.description'),
    positionals: ['HASH'],
    options: {},
    async run({ positionals: [hash = ''] }, session) {
      const opened = session();
      const { invoke, translator } = opened;
      const held = await invoke('sync.held', { hash });
      return {
        value: held.map(toHeldJson),
        text: held.length > 0 ? held.map((each) => formatHeldChange(each, opened)).join('\n\n') : translator.t('sync.heldList.none'),
      };
    },
  }),
  defineCliCommand({
    name: 'sync send-simplified',
    usage: 'HASH ID|--all',
    description: message('cli.sync.sendSimplified.description'),
    positionals: ['HASH', '[ID]'],
    options: { all: { type: 'boolean' } },
    async run({ positionals: [hash = '', id], values }, session) {
      if ((id === undefined) === (values.all !== true)) throw new UsageError(message('cli.usage.heldChange'));
      const { invoke, translator } = session();
      const ids = id === undefined ? (await invoke('sync.held', { hash })).map((each) => each.id) : [id];
      if (ids.length > 0) await invoke('sync.sendSimplified', { hash, ids });
      return { value: ids.map((each) => ({ id: each })), text: translator.t('cli.sync.sendSimplified.done', { count: ids.length }) };
    },
  }),
  defineCliCommand({
    name: 'sync reports',
    usage: '[HASH] [--since TIME]',
    description: message('cli.sync.reports.description'),
    positionals: ['[HASH]'],
    options: { since: { type: 'string' } },
    async run({ positionals: [hash], values }, session) {
      const since = parseTime(values.since);
      const opened = session();
      const { invoke, translator } = opened;
      const all = await invoke('sync.reports', { which: 'all', ...(hash !== undefined && { hash }) });
      const reports = all.filter(({ at }) => Date.parse(at) >= since);
      const { t } = translator;
      return {
        value: reports.map(toReportJson),
        text: reports.length > 0 ? reports.map((each) => formatReport(each, opened)).join('\n\n') : t('cli.sync.reports.none'),
      };
    },
  }),
];

/** Parses a date and time. Returns milliseconds since 1970. */
function parseTime(text: string | undefined): number {
  if (text === undefined) return Number.NEGATIVE_INFINITY;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new UsageError(message('cli.usage.time', { value: text }));
  return time;
}

function parseMinutes(text: string): number {
  const minutes = Number(text);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 100_000) throw new UsageError(message('cli.usage.minutes'));
  return minutes;
}

/** As an ISO 8601 date and time. */
const minutesFromNow = (environment: Environment, minutes: number): string => formatIsoTime(environment.now() + minutes * 60_000_000);

async function listStatuses(invoke: CliSession['invoke'], hash: string | undefined): Promise<SyncStatus[]> {
  try {
    return (await invoke('sync.list', {})).filter((each) => hash === undefined || each.hash === hash);
  } catch (error) {
    if (error instanceof Problem && error.code === 'busy') return [];
    throw error;
  }
}

/** Whether something keeps a run from what it could do, other than a decision of the user. */
const isUnfinished = ({ state }: SyncStatus): boolean => state === 'offline' || state === 'stopped' || state === 'waiting';

const toStatusResult = (status: SyncStatus, translator: Translator): CliResult => ({
  value: [toStatusJson(status)],
  text: formatSyncStatus(status, translator.t),
});

function toStatusListResult(list: readonly SyncStatus[], translator: Translator): CliResult {
  const { t } = translator;
  const rows = list.map((status) => [status.hash, status.name, status.remote, t(`cli.sync.states.${status.state}`), statusText(status, t)]);
  const text = rows.length > 0 ? formatTable(['project', 'name', 'remote', 'state', ''], rows, translator) : t('cli.sync.none');
  return { value: list.map(toStatusJson), text };
}

/** The sentence of a status, and until when it waits. */
const statusText = ({ message: text, until }: SyncStatus, t: Translate): string =>
  until === null ? t(text) : t('cli.sync.until', { status: text, at: Date.parse(until) });

/** What --json prints of a report. */
const toReportJson = ({ localValue, remoteValue, values, canRestore: _, ...report }: SyncReport) => ({
  ...report,
  mine: localValue,
  theirs: remoteValue,
  fields: values.map(({ local, remote, ...value }) => ({ ...value, mine: local, theirs: remote })),
});

function formatReport(
  { at, hash, kind, title, location, reason, message: what, values }: SyncReport,
  { translator: { t }, formatCommand }: CliSession,
): string {
  const valueRows = values.flatMap(({ field, locale, base, local, remote }) => {
    const format = (value: unknown) => formatFieldValue(kind === null ? value : readableValue(kind, field, value));
    return [
      [t('cli.sync.held.field'), formatField(field, locale, t)],
      ...(base === null ? [] : [[t('cli.conflicts.rows.base'), format(base)]]),
      [t('cli.conflicts.rows.mine'), format(local)],
      ...(remote === null ? [] : [[t('cli.conflicts.rows.theirs'), format(remote)]]),
    ];
  });
  return [
    t(what),
    formatRows([
      [t('cli.sync.reports.time'), formatShortTime(at)],
      [t('cli.conflicts.rows.project'), hash],
      ...(kind === null ? [] : [[t('cli.conflicts.rows.record'), t(namedRecord(kind, title))]]),
      ...(location.length > 0 ? [[t('cli.conflicts.rows.location'), formatLocation(location)]] : []),
      ...valueRows,
    ]),
    ...(reason === 'rejected' ? [`${t('cli.sync.reports.retry')} ${formatCommand('sync', 'run', '--once', hash)}`] : []),
  ].join('\n');
}

/** What --json prints of a held text. */
const toHeldJson = ({ local, remote, ...change }: HeldChange) => ({ ...change, mine: local, theirs: remote });

function formatHeldChange(
  { id, hash, kind, title, location, field, locale, reason, local, remote, simplified }: HeldChange,
  { translator: { t }, formatCommand }: CliSession,
): string {
  return [
    t(reason),
    formatRows([
      [t('cli.sync.held.id'), id],
      [t('cli.conflicts.rows.record'), t(namedRecord(kind, title))],
      ...(location.length > 0 ? [[t('cli.conflicts.rows.location'), formatLocation(location)]] : []),
      [t('cli.sync.held.field'), formatField(field, locale, t)],
      [t('cli.conflicts.rows.mine'), local],
      [t('cli.conflicts.rows.theirs'), formatFieldValue(remote)],
      [t('cli.sync.held.simplified'), simplified],
    ]),
    `${t('cli.sync.held.send')} ${formatCommand('sync', 'send-simplified', hash, id)}`,
  ].join('\n');
}

/** What --json prints of a synced project. */
const toStatusJson = (status: SyncStatus) => {
  const {
    hash,
    remoteHash,
    name,
    remote,
    state,
    message,
    pending,
    seconds,
    transfer,
    held,
    conflicts,
    rejected,
    reports,
    until,
    lastSyncedAt,
  } = status;
  return {
    hash,
    remoteHash,
    name,
    remote,
    state,
    message,
    waiting: pending,
    seconds,
    transfer,
    held,
    refused: rejected,
    conflicts,
    reports,
    until,
    lastSyncedAt,
  };
};

/** One line with the sync state of a project. `watch` prints it as well. */
export function formatSyncStatus(sync: SyncStatus, t: Translate): string {
  const { hash, name, remote, pending, held, conflicts } = sync;
  const status = statusText(sync, t);
  const more = [
    ...(pending > 0 ? [t('cli.sync.line.toSend', { count: pending })] : []),
    ...(held > 0 ? [t('cli.sync.line.held', { count: held })] : []),
    ...(conflicts > 0 ? [t('common.counted.conflict', { count: conflicts })] : []),
  ];
  return t('cli.sync.line.status', { name, hash, remote, status }) + (more.length > 0 ? ` [${more.join(', ')}]` : '');
}

/** (I28) Runs a call that ends sync. If it is refused, the error lists what exists only on this computer, instead of the paths of its faults. */
export async function withLocalOnlyList<T>(
  session: CliSession,
  where: { readonly hash: string } | { readonly remote: string },
  endSync: () => Promise<T>,
): Promise<T> {
  try {
    return await endSync();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
    const changes = await session.invoke('sync.localOnly', where);
    throw changes.length === 0 ? error : new DetailedProblem(error, formatLocalOnly(changes, session));
  }
}

function formatLocalOnly(changes: readonly LocalOnlyChange[], { translator: { t }, formatCommand }: CliSession): string {
  const rows = changes.map(({ reason, message: what, location }) => [
    `  ${t(`sync.localOnly.reason.${reason}`)}`,
    t(what),
    formatLocation(location),
  ]);
  const commands = [...new Set(changes.map(({ hash }) => hash))].flatMap((hash) => {
    const reasons = new Set(changes.flatMap((change) => (change.hash === hash ? [change.reason] : [])));
    return commandsFor(hash, reasons).map(({ command, effect }) => [`  ${formatCommand(...command)}`, t(effect)]);
  });
  return `${formatRows(rows)}\n\n${formatRows(commands)}`;
}

interface Suggestion {
  readonly command: readonly string[];
  readonly effect: Message;
}

function commandsFor(hash: string, reasons: ReadonlySet<LocalOnlyReason>): Suggestion[] {
  const suggestions: readonly (Suggestion & { readonly reasons: readonly LocalOnlyReason[] })[] = [
    // With the hash, rejected changes are sent again.
    {
      reasons: ['waiting', 'unconfirmed', 'file', 'rejected'],
      command: ['sync', 'run', '--once', hash],
      effect: message('cli.localOnly.run'),
    },
    { reasons: ['conflict', 'unconfirmed'], command: ['conflicts', 'list', hash], effect: message('cli.localOnly.conflicts') },
    { reasons: ['rejected'], command: ['sync', 'reports', hash], effect: message('cli.localOnly.reports') },
    { reasons: ['held'], command: ['sync', 'held', hash], effect: message('cli.localOnly.held') },
  ];
  return [
    ...suggestions.filter((each) => each.reasons.some((reason) => reasons.has(reason))),
    { command: ['export', hash, '--format', 'taleport', '--out', 'FILE'], effect: message('cli.localOnly.export') },
  ];
}
