/** Takes what another program changed in an exported file into the story. */
import type { FileVersion, ForeignEdit, ForeignEdits } from '../../../shared/contracts/targets.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Translator } from '../../../shared/messages/translator.ts';
import { notFoundProblem, Problem } from '../../../shared/problem.ts';
import { type CliSession, defineCliCommand } from '../define-command.ts';
import { formatTable, shortenCell } from '../format-text.ts';
import { UsageError } from '../usage-error.ts';

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
    const { invoke, translator } = session();
    // Noted before the changes are listed, so that nothing is overwritten that another program changes from now on.
    const seen = overwrite && !dryRun ? await findChangedFiles(invoke, id) : [];
    const found = await invoke('target.foreignEdits', { id });
    const taken = chooseEdits(found, edit, theirs);
    if (!dryRun && found.reason === null) {
      const edits = taken.map((each) => each.id);
      if (edits.length > 0) await invoke('target.takeEdits', { id, edits, seen, overwrites: seen.length > 0 });
      else if (seen.length > 0) await invoke('target.resolve', { id, choice: 'restore', seen });
    }
    const left = found.edits.filter((each) => !taken.includes(each));
    const { notTaken, notTakenTotal, reason } = found;
    return {
      value: { id, taken: taken.map(toEditJson), left: left.map(toEditJson), notTaken, notTakenTotal, reason },
      text: formatOutcome({ taken, left, found, mode: dryRun ? 'dryRun' : 'take' }, translator),
      exitCode: reason ? 1 : 0,
    };
  },
});

/** A run that would overwrite changes of another program writes nothing and reports their versions. */
async function findChangedFiles(invoke: Invoke, id: string): Promise<FileVersion[]> {
  let problem: unknown;
  try {
    await invoke('target.run', { id });
  } catch (error) {
    problem = error;
  }
  const target = (await invoke('target.list', {})).find((each) => each.id === id);
  if (!target) throw notFoundProblem(message('problem.noun.target'), id);
  if (problem !== undefined && target.status.foreign.length === 0) throw problem;
  return target.status.foreign.map(({ path, sha256 }) => ({ path, sha256 }));
}

/** Where both changed a value, the story keeps its own unless the user chooses otherwise. */
function chooseEdits({ edits }: ForeignEdits, asked: readonly string[] | undefined, theirs: boolean): readonly ForeignEdit[] {
  if (!asked) return edits.filter(({ isConflict }) => theirs || !isConflict);
  if (!asked.every((id) => edits.some((edit) => edit.id === id)))
    throw new Problem('conflict', message('targets.takeEdits.outdated'), { conflictType: 'stale' });
  return edits.filter(({ id }) => asked.includes(id));
}

const toEditJson = ({ inStory, inFile, ...edit }: ForeignEdit) => ({ ...edit, mine: inStory, theirs: inFile });

interface Outcome {
  readonly taken: readonly ForeignEdit[];
  readonly left: readonly ForeignEdit[];
  readonly found: ForeignEdits;
  readonly mode: 'take' | 'dryRun';
}

function formatOutcome({ taken, left, found, mode }: Outcome, translator: Translator): string {
  const { t } = translator;
  const { notTaken, notTakenTotal, reason } = found;
  if (reason) return t(reason);
  const count = taken.length;
  const done = t(mode === 'dryRun' ? 'cli.target.take.would' : 'targets.takeEdits.done', { count });
  const more = notTakenTotal - notTaken.length;
  return [
    count > 0 ? done : t(left.length > 0 ? 'cli.target.take.nothingTaken' : 'targets.takeEdits.none'),
    ...(count > 0 ? [formatEdits(taken, translator)] : []),
    ...(left.length > 0 ? ['', t('cli.target.take.left'), formatEdits(left, translator)] : []),
    ...(notTakenTotal > 0 ? ['', t('targets.takeEdits.notTakenTitle'), ...notTaken.map((each) => `  ${t(each)}`)] : []),
    ...(more > 0 ? [`  ${t('targets.storyChanges.more', { count: more })}`] : []),
  ].join('\n');
}

function formatEdits(edits: readonly ForeignEdit[], translator: Translator): string {
  const { t } = translator;
  const rows = edits.map(({ id, message: what, base, inStory, inFile }) => [
    id,
    t(what),
    ...[base, inStory, inFile].map((value) => shortenCell(t(value))),
  ]);
  return formatTable(['edit', '', 'base', 'mine', 'theirs'], rows, translator);
}
