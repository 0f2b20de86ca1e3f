/**
 * (I28) When ending sync is refused, lists what exists only on this computer: each change with its location, and the commands that help.
 */
import type { LocalOnlyReason } from '../../shared/contracts/local-only-changes.ts';
import type { LocalOnlyChange } from '../../shared/contracts/sync.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { Translate } from '../../shared/messages/translator.ts';
import { Problem } from '../../shared/problem.ts';
import type { CliSession } from './define-command.ts';
import { DetailedProblem } from './detailed-problem.ts';
import { formatCommand, formatLocation, formatRows } from './format-text.ts';

/** Runs a call that ends sync. If it is refused, the error lists what exists only on this computer, instead of the paths of its faults. */
export async function withLocalOnlyList<T>(
  { invoke, translator }: CliSession,
  where: { readonly hash: string } | { readonly remote: string },
  endSync: () => Promise<T>,
): Promise<T> {
  try {
    return await endSync();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
    const changes = await invoke('sync.localOnly', where);
    throw changes.length === 0 ? error : new DetailedProblem(error, formatLocalOnly(changes, translator.t));
  }
}

function formatLocalOnly(changes: readonly LocalOnlyChange[], t: Translate): string {
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
