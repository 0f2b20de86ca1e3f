/** The command `target take`: applies what another program changed in an exported file to the story. */
import type { FileVersion, ForeignEdit, ForeignEdits } from '../../../shared/contracts/targets.ts';
import { type Message, message, verbatim } from '../../../shared/messages/message.ts';
import type { Translator } from '../../../shared/messages/translator.ts';
import { notFoundProblem, Problem } from '../../../shared/problem.ts';
import { type CliSession, defineCliCommand, UsageError } from '../define-command.ts';
import { formatRows, formatTable, shortenToDifferences } from '../format-text.ts';

type Invoke = CliSession['invoke'];

export const targetTakeCommand = defineCliCommand({
  name: 'target take',
  usage: 'ID [--edit EDIT]… [--theirs] [--overwrite] [--dry-run]',
  description: message('cli.target.take.description'),
  optionHelp: [
    { option: '--edit EDIT', text: message('cli.target.take.edit') },
    { option: '--theirs', text: message('cli.target.take.theirs') },
    { option: '--overwrite', text: message('cli.target.take.overwrite') },
    { option: '--dry-run', text: message('cli.target.take.dryRun') },
  ],
  positionals: ['ID'],
  options: {
    edit: { type: 'string', multiple: true },
    theirs: { type: 'boolean' },
    overwrite: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  async run({ positionals: [id = ''], values }, session) {
    const { edit, theirs = false, overwrite = false, 'dry-run': dryRun = false } = values;
    if (edit && theirs) throw new UsageError(message('cli.usage.exclusive', { options: ['--edit', '--theirs'] }));
    const opened = session();
    const { invoke, translator } = opened;
    // Read before the changes are listed, so that changes that another program makes from then on are not overwritten.
    const seen = overwrite && !dryRun ? await findChangedFiles(invoke, id) : [];
    const found = await invoke('target.foreignEdits', { id });
    const taken = chooseEdits(found, edit, theirs);
    const notOverwritten = dryRun || found.reason ? null : await applyEdits(invoke, { id, taken, seen, hasMore: found.hasMore });
    const left = found.edits.filter((each) => !taken.includes(each));
    const { notTaken, notTakenTotal, reason } = found;
    return {
      value: { id, taken: taken.map(toEditJson), left: left.map(toEditJson), notTaken, notTakenTotal, reason, notOverwritten },
      text: reason
        ? `${translator.t(reason)}\n${formatChoices(id, opened)}`
        : formatOutcome({ taken, left, found, notOverwritten, mode: dryRun ? 'dryRun' : 'take', isChosen: edit !== undefined }, translator),
      exitCode: reason || notOverwritten ? 1 : 0,
    };
  },
});

/** The commands with which the user decides about files that another program has changed, each with its effect. */
export const formatChoices = (id: string, { formatCommand, translator: { t } }: CliSession): string =>
  formatRows([
    [`  ${formatCommand('target', 'run', id, '--overwrite')}`, t('cli.target.choices.overwrite')],
    [`  ${formatCommand('target', 'run', id, '--keep')}`, t('cli.target.choices.keep')],
    [`  ${formatCommand('target', 'take', id, '--dry-run')}`, t('cli.target.choices.take')],
    [`  ${formatCommand('target', 'set', id, '--off')}`, t('cli.target.choices.pause')],
  ]);

interface EditsToApply {
  readonly id: string;
  readonly taken: readonly ForeignEdit[];
  /** The versions of files to overwrite. If there are none, the files remain unchanged. */
  readonly seen: FileVersion[];
  readonly hasMore: boolean;
}

/**
 * Applies the chosen edits, and overwrites the files. Resolves to the reason why the files could not be overwritten, or null. Files with
 * more changes than were listed are not overwritten, because the other changes would be lost.
 */
async function applyEdits(invoke: Invoke, { id, taken, seen, hasMore }: EditsToApply): Promise<Message | null> {
  const edits = taken.map((each) => each.id);
  const overwrites = seen.length > 0 && !hasMore;
  const result = edits.length > 0 ? await invoke('target.applyEdits', { id, edits, seen, overwrites }) : null;
  if (seen.length > 0 && hasMore) return message('cli.target.take.hasMore');
  if (result || !overwrites) return result?.notOverwritten ?? null;
  const { status } = await invoke('target.resolve', { id, choice: 'restore', seen });
  return status.state === 'blocked' || status.state === 'changedByOthers' ? status.sentence : null;
}

/** The changed files with their versions. A run that would overwrite changes of another program writes nothing and reports these. */
async function findChangedFiles(invoke: Invoke, id: string): Promise<FileVersion[]> {
  const findTarget = async () => (await invoke('target.list', {})).find((each) => each.id === id);
  if ((await findTarget())?.status.state === 'off') throw new Problem('conflict', message('cli.target.take.paused'));
  let problem: unknown;
  try {
    await invoke('target.run', { id });
  } catch (error) {
    problem = error;
  }
  const target = await findTarget();
  if (!target) throw notFoundProblem(message('problem.noun.target'), id);
  if (problem !== undefined && target.status.foreign.length === 0) throw problem;
  return target.status.foreign.map(({ path, sha256 }) => ({ path, sha256 }));
}

/** If both the story and the file have a new value, the story keeps its own unless the user chooses otherwise. */
function chooseEdits({ edits }: ForeignEdits, chosenIds: readonly string[] | undefined, theirs: boolean): readonly ForeignEdit[] {
  if (!chosenIds) return edits.filter(({ isConflict }) => theirs || !isConflict);
  if (!chosenIds.every((id) => edits.some((edit) => edit.id === id)))
    throw new Problem('conflict', message('targets.applyEdits.outdated'), { conflictType: 'stale' });
  return edits.filter(({ id }) => chosenIds.includes(id));
}

const toEditJson = ({ inStory, inFile, ...edit }: ForeignEdit) => ({ ...edit, mine: inStory, theirs: inFile });

interface Outcome {
  readonly taken: readonly ForeignEdit[];
  readonly left: readonly ForeignEdit[];
  readonly found: ForeignEdits;
  readonly notOverwritten: Message | null;
  readonly mode: 'take' | 'dryRun';
  /** Whether the user chose individual edits. */
  readonly isChosen: boolean;
}

function formatOutcome({ taken, left, found, notOverwritten, mode, isChosen }: Outcome, translator: Translator): string {
  const { t } = translator;
  const { notTaken, notTakenTotal } = found;
  const count = taken.length;
  const done = t(mode === 'dryRun' ? 'cli.target.take.wouldApply' : 'targets.applyEdits.done', { count });
  const more = notTakenTotal - notTaken.length;
  return [
    count > 0 ? done : t(left.length > 0 ? 'cli.target.take.nothingApplied' : 'targets.applyEdits.none'),
    ...(count > 0 ? [formatEdits(taken, translator)] : []),
    ...(left.length > 0
      ? ['', t(isChosen ? message('cli.target.take.notChosen') : reasonNotApplied(left)), formatEdits(left, translator)]
      : []),
    ...(notTakenTotal > 0 ? ['', t('targets.applyEdits.notAppliedTitle'), ...notTaken.map((each) => `  ${t(each)}`)] : []),
    ...(more > 0 ? [`  ${t('targets.storyChanges.more', { count: more })}`] : []),
    ...(notOverwritten ? ['', t('targets.applyEdits.notOverwritten', { reason: notOverwritten })] : []),
  ].join('\n');
}

/** Without an earlier export, nothing shows whether the story or the file is newer. */
const reasonNotApplied = (left: readonly ForeignEdit[]) =>
  left.some(({ base }) => base === null) ? message('cli.target.take.noBase') : message('cli.target.take.changedInStory');

function formatEdits(edits: readonly ForeignEdit[], translator: Translator): string {
  const { t } = translator;
  const rows = edits.map(({ id, message: what, base, inStory, inFile }) => [
    id,
    t(what),
    ...shortenToDifferences([base ?? verbatim('–'), inStory, inFile].map((value) => t(value))),
  ]);
  return formatTable(['change', '', 'base', 'mine', 'theirs'], rows, translator);
}
