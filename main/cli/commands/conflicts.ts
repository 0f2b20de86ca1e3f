import { allowsResolution } from '../../../shared/contracts/allows-resolution.ts';
import type { ConflictDetails, ConflictResolution } from '../../../shared/contracts/sync.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import { isWholeRecord } from '../../sync/presenter/conflict-details.ts';
import { changedValues } from '../../sync/presenter/sync-reports.ts';
import { defineCliCommand, UsageError } from '../define-command.ts';
import {
  formatCommand,
  formatField,
  formatFieldValue,
  formatLocation,
  formatRows,
  formatTable,
  shortenToDifferences,
} from '../format-text.ts';

/** Conflicts of synced projects: both sides changed the same field, and only the user can decide. */
export const conflictCommands = [
  defineCliCommand({
    name: 'conflicts list',
    usage: '[HASH]',
    description: message('cli.conflicts.list.description'),
    positionals: ['[HASH]'],
    options: {},
    async run({ positionals: [hash] }, session) {
      const { invoke, translator } = session();
      const { t } = translator;
      const conflicts = await invoke('conflict.list', hash === undefined ? {} : { hash });
      const rows = conflicts.map(({ id, message: what, summaries: { base, local, remote } }) => [
        id,
        t(what),
        ...shortenToDifferences([base, local, remote].map((value) => t(value))),
      ]);
      return {
        value: conflicts.map(toConflictJson),
        text:
          rows.length > 0
            ? [formatTable(['conflict', '', 'base', 'mine', 'theirs'], rows, translator), '', t('cli.conflicts.list.hint')].join('\n')
            : t('cli.conflicts.list.none'),
      };
    },
  }),
  defineCliCommand({
    name: 'conflicts show',
    usage: 'ID',
    description: message('cli.conflicts.show.description'),
    positionals: ['ID'],
    options: {},
    async run({ positionals: [id = ''] }, session) {
      const { invoke, translator } = session();
      const conflict = (await invoke('conflict.list', {})).find((each) => each.id === id);
      if (!conflict) throw notFoundProblem(message('problem.noun.openConflict'), id);
      return { value: toConflictJson(conflict), text: formatConflict(conflict, translator.t) };
    },
  }),
  defineCliCommand({
    name: 'conflicts resolve',
    usage: 'ID mine|theirs | ID --text T | --all mine|theirs [HASH]',
    description: message('cli.conflicts.resolve.description'),
    positionals: ['[ID]', '[ANSWER]'],
    options: { text: { type: 'string' }, all: { type: 'boolean' } },
    async run({ positionals: [first, second], values }, session) {
      if (values.all) {
        const resolution = parseResolution(first, values.text);
        const { invoke, translator } = session();
        const open = await invoke('conflict.list', second === undefined ? {} : { hash: second });
        const ids = open.filter((conflict) => allowsResolution(conflict, resolution)).map(({ id }) => id);
        if (ids.length > 0) await invoke('conflict.resolve', { ids, resolution });
        return { value: ids.map((id) => ({ id })), text: formatResolved(ids.length, open.length, translator.t) };
      }
      if (first === undefined) throw new UsageError(message('cli.usage.conflict'));
      const resolution = parseResolution(second, values.text);
      const { invoke, translator } = session();
      await invoke('conflict.resolve', { ids: [first], resolution });
      return { value: { id: first }, text: translator.t('cli.conflicts.resolve.done', { id: first }) };
    },
  }),
];

function parseResolution(choice: string | undefined, text: string | undefined): ConflictResolution {
  if (text !== undefined && choice === undefined) return { text };
  if (text === undefined && choice === 'mine') return { choice: 'local' };
  if (text === undefined && choice === 'theirs') return { choice: 'remote' };
  throw new UsageError(message('cli.usage.answer'));
}

function formatResolved(resolved: number, open: number, t: Translate): string {
  if (open === 0) return t('cli.conflicts.list.none');
  const skipped = open - resolved;
  if (skipped === 0) return t('cli.conflicts.resolve.doneAll', { count: resolved });
  return t('cli.conflicts.resolve.doneSome', { count: resolved, skipped });
}

/** What --json prints of a conflict. `choices` are the possible resolutions, with a description of their effects. */
function toConflictJson({
  id,
  hash,
  kind,
  record,
  title,
  location,
  field,
  locale,
  message,
  base,
  local,
  remote,
  choices,
}: ConflictDetails) {
  return {
    id,
    hash,
    kind,
    record,
    title,
    location,
    field,
    locale,
    message,
    base,
    mine: local,
    theirs: remote,
    choices: toChoices(choices),
  };
}

function toChoices({ local, remote, text }: ConflictDetails['choices']): { answer: string; effect: Message }[] {
  return [
    ...(local === null ? [] : [{ answer: 'mine', effect: local }]),
    ...(remote === null ? [] : [{ answer: 'theirs', effect: remote }]),
    ...(text ? [{ answer: '--text T', effect: message('cli.conflicts.textEffect') }] : []),
  ];
}

/** For a record that one side removed and the other changed: what the change made of each field. */
function formatChangedFields({ base, local, remote }: ConflictDetails, t: Translate): string[] {
  if (!isWholeRecord(base)) return [];
  const [changed, side] = isWholeRecord(local) ? ([local, 'mine'] as const) : ([remote, 'theirs'] as const);
  if (!isWholeRecord(changed)) return [];
  const rows = changedValues(base, changed).flatMap(({ field, locale, base: before, local: after }) => [
    [t('cli.sync.held.field'), formatField(field, locale, t)],
    [t('cli.conflicts.rows.base'), formatFieldValue(before)],
    [t(`cli.conflicts.rows.${side}`), formatFieldValue(after)],
  ]);
  return rows.length > 0 ? [formatRows(rows), ''] : [];
}

function formatConflict(conflict: ConflictDetails, t: Translate): string {
  const { id, hash, kind, title, location, message: what, summaries, choices } = conflict;
  return [
    t(what),
    '',
    formatRows([
      [t('cli.conflicts.rows.conflict'), id],
      [t('cli.conflicts.rows.project'), hash],
      [t('cli.conflicts.rows.record'), t(`kinds.${kind}.named`, { name: title })],
      ...(location.length > 0 ? [[t('cli.conflicts.rows.location'), formatLocation(location)]] : []),
      [t('cli.conflicts.rows.base'), t(summaries.base)],
      [t('cli.conflicts.rows.mine'), t(summaries.local)],
      [t('cli.conflicts.rows.theirs'), t(summaries.remote)],
    ]),
    '',
    ...formatChangedFields(conflict, t),
    formatRows(toChoices(choices).map(({ answer, effect }) => [formatCommand('conflicts', 'resolve', id, answer), t(effect)])),
  ].join('\n');
}
