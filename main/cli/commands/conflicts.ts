import { allowsResolution } from '../../../shared/contracts/allows-resolution.ts';
import type { InvokeCall } from '../../../shared/contracts/ipc/call-types.ts';
import { otherSidesOf } from '../../../shared/contracts/other-sides.ts';
import type { Conflict, ConflictDetails, ConflictResolution } from '../../../shared/contracts/sync.ts';
import { appendAll } from '../../../shared/lists.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Translate, Translator } from '../../../shared/messages/translator.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import { compareCodeUnits } from '../../../shared/text.ts';
import { isWholeRecord, readableValue } from '../../sync/presenter/conflict-details.ts';
import { changedValues } from '../../sync/presenter/sync-reports.ts';
import { type CliSession, defineCliCommand, UsageError } from '../define-command.ts';
import { formatField, formatFieldValue, formatLocation, formatRows, formatTable, shortenToDifferences } from '../format-text.ts';

/** The conflicts that a command is about; each is compared without regard to case. */
const filterNames = ['board', 'kind', 'reason', 'field'] as const;
const filterOptions = {
  board: { type: 'string' },
  kind: { type: 'string' },
  reason: { type: 'string' },
  field: { type: 'string' },
} as const;
type ConflictFilters = { readonly [N in (typeof filterNames)[number]]?: string | undefined };

/** Conflicts of synced projects: both sides changed the same field, and only the user can decide. */
export const conflictCommands = [
  defineCliCommand({
    name: 'conflicts list',
    usage: '[HASH] [--board B] [--kind K] [--reason R] [--field F]',
    description: message('cli.conflicts.list.description'),
    positionals: ['[HASH]'],
    options: filterOptions,
    async run({ positionals: [hash], values }, session) {
      const { invoke, translator } = session();
      const open = await invoke('conflict.list', hash === undefined ? {} : { hash });
      const conflicts = await readConflicts(
        invoke,
        open.filter((conflict) => isSelected(conflict, values)),
      );
      return {
        value: conflicts.map(toConflictJson),
        text: conflicts.length > 0 ? formatConflictList(conflicts, translator) : noneText(open.length, translator.t),
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
      const opened = session();
      const { invoke } = opened;
      const listed = (await invoke('conflict.list', {})).filter((each) => each.id === id);
      const [conflict] = await readConflicts(invoke, listed);
      if (!conflict) throw notFoundProblem(message('problem.noun.openConflict'), id);
      return { value: toConflictJson(conflict), text: formatConflict(conflict, opened) };
    },
  }),
  defineCliCommand({
    name: 'conflicts resolve',
    usage: 'ID mine|theirs [--mark M] | ID --text T [--mark M] | --all mine|theirs [HASH] [--board B] [--kind K] [--reason R] [--field F]',
    description: message('cli.conflicts.resolve.description'),
    positionals: ['[ID]', '[ANSWER]'],
    options: { text: { type: 'string' }, all: { type: 'boolean' }, mark: { type: 'string' }, ...filterOptions },
    async run({ positionals: [first, second], values }, session) {
      if (values.all) {
        if (values.mark !== undefined) throw new UsageError(message('cli.usage.exclusive', { options: ['--mark', '--all'] }));
        const resolution = parseResolution(first, values.text);
        const { invoke, translator } = session();
        const all = await invoke('conflict.list', second === undefined ? {} : { hash: second });
        const open = all.filter((conflict) => isSelected(conflict, values));
        if (open.length === 0) return { value: [], text: noneText(all.length, translator.t) };
        const chosen = open.filter((conflict) => allowsResolution(conflict, resolution));
        const marks = Object.fromEntries(chosen.map(({ id, mark }) => [id, mark]));
        const ids = Object.keys(marks);
        const changedIds = ids.length > 0 ? (await invoke('conflict.resolve', { ids, resolution, marks })).changedIds : [];
        const resolved = ids.filter((id) => !changedIds.includes(id));
        const counts = { resolved: resolved.length, skipped: open.length - ids.length, changed: changedIds.length };
        return { value: resolved.map((id) => ({ id })), text: formatResolved(counts, translator.t) };
      }
      if (first === undefined) throw new UsageError(message('cli.usage.conflict'));
      if (filterNames.some((name) => values[name] !== undefined)) throw new UsageError(message('cli.usage.conflictFilter'));
      const resolution = parseResolution(second, values.text);
      const { invoke, translator } = session();
      await invoke('conflict.resolve', { ids: [first], resolution, ...(values.mark !== undefined && { marks: { [first]: values.mark } }) });
      return { value: { id: first }, text: translator.t('cli.conflicts.resolve.done', { id: first }) };
    },
  }),
];

async function readConflicts(invoke: InvokeCall, conflicts: readonly Conflict[]): Promise<ConflictDetails[]> {
  const read: ConflictDetails[] = [];
  for (const [hash, ofProject] of Map.groupBy(conflicts, (each) => each.hash))
    appendAll(read, await invoke('conflict.read', { hash, ids: ofProject.map(({ id }) => id) }));
  return read;
}

function parseResolution(choice: string | undefined, text: string | undefined): ConflictResolution {
  if (text !== undefined && choice === undefined) return { text };
  if (text === undefined && choice === 'mine') return { choice: 'local' };
  if (text === undefined && choice === 'theirs') return { choice: 'remote' };
  throw new UsageError(message('cli.usage.answer'));
}

/** `board` is the name of the board, or of a folder above it. */
function isSelected(conflict: Conflict, { board, kind, reason, field }: ConflictFilters): boolean {
  const matches = (wanted: string | undefined, ...values: readonly (string | null)[]) =>
    wanted === undefined || values.some((value) => value?.toLowerCase() === wanted.toLowerCase());
  const places = conflict.kind === 'board' ? [...conflict.location, conflict.title] : conflict.location;
  return matches(board, ...places) && matches(kind, conflict.kind) && matches(reason, conflict.reason) && matches(field, conflict.field);
}

const noneText = (unselected: number, t: Translate): string =>
  unselected === 0 ? t('cli.conflicts.list.none') : t('cli.conflicts.list.noneSelected', { count: unselected });

/** By place, with the number in each, and by reason in total. */
function formatConflictList(conflicts: readonly ConflictDetails[], translator: Translator): string {
  const { t } = translator;
  const places = Map.groupBy(conflicts, ({ location }) => formatLocation(location));
  const tables = [...places]
    .sort(([one], [two]) => compareCodeUnits(one, two))
    .flatMap(([place, inPlace]) => {
      const rows = inPlace.map(({ id, message: what, summaries: { base, local, remote } }) => [
        id,
        t(what),
        ...shortenToDifferences([base, local, remote].map((value) => t(value))),
      ]);
      const count = inPlace.length;
      const heading = place === '' ? t('cli.conflicts.list.elsewhere', { count }) : t('cli.conflicts.list.place', { place, count });
      return [heading, formatTable(['conflict', '', 'base', 'mine', 'theirs'], rows, translator), ''];
    });
  const reasons = [...Map.groupBy(conflicts, ({ reason }) => reason)].map(([reason, group]) => [
    reason,
    t(`conflicts.reasons.${reason}`, { remote: otherSidesOf(group) }),
    String(group.length),
  ]);
  return [
    ...tables,
    t('cli.conflicts.list.total', { count: conflicts.length }),
    formatRows(reasons),
    '',
    t('cli.conflicts.list.hint'),
  ].join('\n');
}

interface ResolutionCounts {
  readonly resolved: number;
  /** Their choices do not contain the answer. */
  readonly skipped: number;
  /** They have other values than those that were listed. */
  readonly changed: number;
}

function formatResolved({ resolved, skipped, changed }: ResolutionCounts, t: Translate): string {
  const done =
    skipped === 0
      ? t('cli.conflicts.resolve.doneAll', { count: resolved })
      : t('cli.conflicts.resolve.doneSome', { count: resolved, skipped });
  return changed === 0 ? done : `${done}\n${t('conflicts.changedMeanwhile', { count: changed })}`;
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
  mark,
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
    mark,
    base,
    mine: local,
    theirs: remote,
    choices: toChoices(choices),
  };
}

function toChoices({ local, remote, text }: Conflict['choices']): { answer: string; effect: Message }[] {
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
    [t('cli.conflicts.rows.base'), formatFieldValue(readableValue(changed.kind, field, before))],
    [t(`cli.conflicts.rows.${side}`), formatFieldValue(readableValue(changed.kind, field, after))],
  ]);
  return rows.length > 0 ? [formatRows(rows), ''] : [];
}

function formatConflict(conflict: ConflictDetails, { translator: { t }, formatCommand }: CliSession): string {
  const { id, hash, kind, title, location, message: what, mark, summaries, choices } = conflict;
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
    formatRows(
      toChoices(choices).map(({ answer, effect }) => [
        formatCommand('conflicts', 'resolve', id, ...answer.split(' '), '--mark', mark),
        t(effect),
      ]),
    ),
  ].join('\n');
}
