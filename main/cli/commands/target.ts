import { resolve } from 'node:path';
import type { Finding } from '../../../shared/contracts/findings.ts';
import type { InvokeCall } from '../../../shared/contracts/ipc/call-types.ts';
import type { Delivery, ReleaseComparison, StoryComparison, Target, TargetVersion } from '../../../shared/contracts/targets.ts';
import { english } from '../../../shared/messages/english.ts';
import { containsMessage, message } from '../../../shared/messages/message.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
import { Problem } from '../../../shared/problem.ts';
import { toOneLine } from '../../../shared/text.ts';
import { exporterIds } from '../../exporters/exporters.ts';
import { type CliResult, type CliSession, defineCliCommand, parseChoice, requireOption, UsageError } from '../define-command.ts';
import { formatFault, formatFindings, formatShortTime, formatTable } from '../format-text.ts';
import { folderHelp } from './story-source.ts';
import {
  parseFlags,
  parseTargetSettings,
  type TargetOptionValues,
  targetOptionHelp,
  targetOptions,
  targetUsage,
} from './target-options.ts';
import { formatChoices, targetTakeCommand } from './target-take.ts';

/** Targets: folders of game projects to which a story is exported whenever it changes. */
export const targetCommands = [
  defineCliCommand({
    name: 'target add',
    usage: `HASH --folder DIR [--engine ${exporterIds.join('|')}] ${targetUsage} [--overwrite] [--force]`,
    description: message('cli.target.add.description'),
    optionHelp: [
      ...targetOptionHelp,
      { option: '--overwrite', text: message('cli.target.run.overwrite') },
      { option: '--force', text: message('cli.target.options.force') },
    ],
    positionals: ['HASH'],
    options: {
      folder: { type: 'string' },
      engine: { type: 'string' },
      overwrite: { type: 'boolean' },
      force: { type: 'boolean' },
      ...targetOptions,
    },
    async run({ positionals: [hash = ''], values }, session) {
      const wanted = parseChoice('--engine', values.engine, exporterIds);
      const folder = resolve(requireOption('--folder', values.folder));
      const opened = session();
      const { invoke, translator } = opened;
      const { t } = translator;
      // Which versions there are depends on the engine of the game project.
      const [detected] = wanted === undefined && values['plugin-version'] !== undefined ? await invoke('target.detect', { folder }) : [];
      const settings = parseTargetSettings(values, wanted ?? detected?.engine);
      const target = await invoke('target.add', {
        hash,
        folder,
        ...(wanted && { engine: wanted }),
        settings,
        ...(values.overwrite && { overwrite: true }),
        ...(values.force && { force: true }),
      });
      const { id, engine, files, status } = target;
      const isThere = status.state !== 'blocked' && status.state !== 'changedByOthers';
      const text = [t('cli.target.add.done', { id, engine, folder: target.folder }), ...files.map((file) => toOneLine(`  ${file}`))];
      return {
        value: { id, engine, folder: target.folder, files },
        text: [
          ...text,
          ...formatFindings(folderFindings(target), translator),
          ...(isThere ? [] : [t(status.sentence)]),
          ...(status.state === 'changedByOthers' ? [formatChoices(id, opened)] : []),
        ].join('\n'),
        exitCode: isThere ? 0 : 1,
      };
    },
  }),
  defineCliCommand({
    name: 'target set',
    usage: `ID [--on] [--off] [--main-locale] [--all-boards] ${targetUsage}`,
    description: message('cli.target.set.description'),
    optionHelp: [{ option: '--off, --on', text: message('cli.target.options.pause') }, ...targetOptionHelp],
    positionals: ['ID'],
    options: { on: { type: 'boolean' }, off: { type: 'boolean' }, ...targetOptions },
    async run({ positionals: [id = ''], values }, session) {
      const { invoke, translator } = session();
      const known = values['plugin-version'] === undefined ? [] : await invoke('target.list', {});
      // For an unknown target, the call below throws the Problem.
      const settings = parseTargetSettings(values, known.find((target) => target.id === id)?.engine);
      const isOn = parseFlags('--on', values.on, '--off', values.off);
      if (isOn === undefined && Object.keys(settings).length === 0)
        throw new UsageError(message('cli.usage.nothingToChange', { command: 'target set' }));
      const target = await invoke('target.change', { id, settings: { ...settings, ...(isOn !== undefined && { on: isOn }) } });
      const text = translator.t('cli.target.status', { id, status: target.status.sentence });
      return { value: toTargetJson(target), text: [text, ...formatFindings(folderFindings(target), translator)].join('\n') };
    },
  }),
  defineCliCommand({
    name: 'target list',
    usage: '',
    description: message('cli.target.list.description'),
    positionals: [],
    options: {},
    async run(_, session) {
      const { invoke, onEvents, translator } = session();
      const { t } = translator;
      const targets = await listCheckedTargets(invoke, onEvents);
      const rows = targets.map(({ id, hash, engine, folder, status }) => [id, hash, engine, t(status.sentence), folder]);
      if (rows.length === 0) return { value: [], text: t('cli.target.list.none') };
      const table = formatTable(['id', 'project', 'engine', 'state', 'folder'], rows, translator);
      const findings = targets.flatMap((target) => formatFindings(folderFindings(target), translator));
      return { value: targets.map(toTargetJson), text: [table, ...findings].join('\n') };
    },
  }),
  defineCliCommand({
    name: 'target run',
    usage: `[ID] [--dry-run] | ID --overwrite|--keep | --folder DIR --out GAME [--engine ${exporterIds.join('|')}] ${targetUsage} [--overwrite] [--force] [--dry-run]`,
    description: message('cli.target.run.description'),
    optionHelp: [
      folderHelp,
      { option: '--out GAME', text: message('cli.target.run.out') },
      { option: '--overwrite', text: message('cli.target.run.overwrite') },
      { option: '--keep', text: message('cli.target.run.keep') },
      ...targetOptionHelp,
      { option: '--force', text: message('cli.target.options.force') },
    ],
    positionals: ['[ID]'],
    options: {
      'dry-run': { type: 'boolean' },
      folder: { type: 'string' },
      out: { type: 'string' },
      engine: { type: 'string' },
      overwrite: { type: 'boolean' },
      keep: { type: 'boolean' },
      force: { type: 'boolean' },
      ...targetOptions,
    },
    async run({ positionals: [id], values }, session) {
      const { folder, overwrite, keep, 'dry-run': isDry, ...exportValues } = values;
      const exclusive = [...(overwrite ? ['--overwrite'] : []), ...(keep ? ['--keep'] : []), ...(isDry ? ['--dry-run'] : [])];
      if (exclusive.length > 1) throw new UsageError(message('cli.usage.exclusive', { options: exclusive }));
      const mode = isDry ? 'dryRun' : 'run';
      if (folder !== undefined) {
        if (keep) throw new UsageError(message('cli.target.run.idOnly', { option: '--keep' }));
        if (id !== undefined) throw new UsageError(message('cli.folder.oneSource', { command: 'target run' }));
        const values = { ...exportValues, ...(overwrite && { overwrite }) };
        return runFromFolder(resolve(folder), values, mode, session({ withoutDataFolder: true }));
      }
      const [unused] = Object.keys(exportValues).filter((name) => name !== 'data' && name !== 'json');
      if (unused !== undefined) throw new UsageError(message('cli.target.run.folderOnly', { option: `--${unused}` }));
      if (id === undefined && (overwrite || keep))
        throw new UsageError(message('cli.target.run.idOnly', { option: overwrite ? '--overwrite' : '--keep' }));
      const changedFiles = overwrite ? 'restore' : keep && 'keep';
      const opened = session();
      const { invoke, translator, warn, json } = opened;
      const all = await invoke('target.list', {});
      const chosen = all.filter((target) => (id === undefined ? target.on : target.id === id));
      // For an unknown target, the call throws the Problem.
      if (id !== undefined && chosen.length === 0) await invoke('target.run', { id });
      const runs = await Promise.all(chosen.map((target) => runTarget(invoke, target, { isDry: mode === 'dryRun', changedFiles })));
      for (const { target, problem } of runs) {
        if (!problem) continue;
        warn(formatFailedRun(target, problem, mode, translator.t));
        if (problem.reason === 'changedByOthers') warn(formatChoices(target.id, opened));
        if (json) warn(JSON.stringify(problem));
      }
      const texts = runs.flatMap((run) => formatRun(run, mode, translator.t));
      return {
        value: runs.map(toRunJson),
        text: runs.length > 0 ? texts.join('\n') : translator.t('cli.target.run.none'),
        exitCode: runs.some(({ problem }) => problem) ? 1 : 0,
      };
    },
  }),
  defineCliCommand({
    name: 'target history',
    usage: 'ID',
    description: message('cli.target.history.description'),
    positionals: ['ID'],
    options: {},
    async run({ positionals: [id = ''] }, session) {
      const { invoke, translator } = session();
      const history = await invoke('target.history', { id });
      const rows = history.map((entry) => [entry.id, formatShortTime(entry.exportedAt), String(entry.version), String(entry.files)]);
      const text =
        rows.length > 0
          ? formatTable(['export', 'exported', 'version', 'files'], rows, translator)
          : translator.t('targets.exportHistory.none');
      return { value: history, text };
    },
  }),
  defineCliCommand({
    name: 'target changes',
    usage: 'ID [--from EXPORT] [--to EXPORT] | ID --since NAME',
    description: message('cli.target.changes.description'),
    optionHelp: [
      { option: '--from EXPORT, --to EXPORT', text: message('cli.target.changes.options') },
      { option: '--since NAME', text: message('cli.target.changes.since') },
    ],
    positionals: ['ID'],
    options: { from: { type: 'string' }, to: { type: 'string' }, since: { type: 'string' } },
    async run({ positionals: [id = ''], values }, session) {
      const {
        invoke,
        translator: { t },
      } = session();
      const { since } = values;
      if (since !== undefined && (values.from !== undefined || values.to !== undefined))
        throw new UsageError(message('cli.usage.exclusive', { options: ['--since', '--from', '--to'] }));
      if (since !== undefined) {
        const compared = await invoke('target.releaseChanges', { id, release: since });
        const losses = compared.losses.map(({ message: text, ...loss }) => ({ ...loss, message: english.t(text) }));
        return {
          value: { ...toChangesJson(compared), losses, lossTotal: compared.lossTotal },
          text: [...formatChanges(compared, t), ...formatLosses(compared, t)].join('\n'),
          exitCode: compared.reason || compared.lossTotal > 0 ? 1 : 0,
        };
      }
      const comparison = await invoke('target.storyChanges', {
        id,
        from: parseVersion(values.from ?? 'folder'),
        to: parseVersion(values.to ?? 'story'),
      });
      const value = toChangesJson(comparison);
      return { value, text: formatChanges(comparison, t).join('\n'), exitCode: comparison.reason ? 1 : 0 };
    },
  }),
  defineCliCommand({
    name: 'target release',
    usage: 'ID NAME [EXPORT] [--remove]',
    description: message('cli.target.release.description'),
    optionHelp: [{ option: '--remove', text: message('cli.target.release.remove') }],
    positionals: ['ID', 'NAME', '[EXPORT]'],
    options: { remove: { type: 'boolean' } },
    async run({ positionals: [id = '', name = '', exportId], values }, session) {
      const {
        invoke,
        translator: { t },
      } = session();
      if (values.remove && exportId !== undefined)
        throw new UsageError(message('cli.usage.exclusive', { options: ['--remove', 'EXPORT'] }));
      const wanted = values.remove ? null : exportId;
      const pinned = await invoke('target.release', { id, name, ...(wanted !== undefined && { exportId: wanted }) });
      const text =
        pinned.export === null ? t('cli.target.release.removed', { name }) : t('cli.target.release.done', { name, id: pinned.export });
      return { value: { id, name, export: pinned.export }, text };
    },
  }),
  targetTakeCommand,
  defineCliCommand({
    name: 'target remove',
    usage: 'ID',
    description: message('cli.target.remove.description'),
    positionals: ['ID'],
    options: {},
    async run({ positionals: [id = ''] }, session) {
      const { invoke, translator } = session();
      await invoke('target.remove', { id });
      return { value: { id }, text: translator.t('cli.target.removed', { id }) };
    },
  }),
];

/** Parses the id of an earlier export, or `folder`, `story` or `last`. */
function parseVersion(value: string): TargetVersion {
  if (value === 'last') return 'lastExport';
  return value === 'folder' || value === 'story' ? value : { export: value };
}

function formatChanges({ changes, total, reason }: StoryComparison, t: Translate): string[] {
  if (reason) return [t(reason)];
  if (total === 0) return [t('targets.storyChanges.none')];
  const more = total - changes.length;
  return [...changes.map(({ message: text }) => t(text)), ...(more > 0 ? [t('targets.storyChanges.more', { count: more })] : [])];
}

function formatLosses({ release, losses, lossTotal, reason }: ReleaseComparison, t: Translate): string[] {
  if (reason) return [];
  if (lossTotal === 0) return [t('targets.savedGames.none', { release })];
  const more = lossTotal - losses.length;
  const list = losses.map(({ message: text }) => `  ${t(text)}`);
  return [t('targets.savedGames.title', { release }), ...list, ...(more > 0 ? [t('targets.storyChanges.more', { count: more })] : [])];
}

function toTargetJson({ id, hash, engine, folder, status, ...settings }: Target) {
  return { id, hash, engine, folder, ...status, ...settings };
}

type RunMode = 'run' | 'dryRun';

/** The outcome for one target. The other targets are exported even if one fails. */
interface TargetRun {
  readonly target: Target;
  readonly delivery: Delivery | null;
  readonly problem: Problem | null;
  /** What a dry run lists: changes of the story, or changes that another program made. */
  readonly comparison: StoryComparison | null;
}

async function runTarget(
  invoke: InvokeCall,
  target: Target,
  { isDry, changedFiles }: { readonly isDry: boolean; readonly changedFiles: 'restore' | 'keep' | undefined | false },
): Promise<TargetRun> {
  const { id } = target;
  try {
    const [delivery = null] = await invoke('target.run', { id, dryRun: isDry, ...(changedFiles && { changedFiles }) });
    const hasChanges = isDry && delivery !== null && delivery.written.length > 0;
    const comparison = hasChanges ? await invoke('target.storyChanges', { id, from: 'folder', to: 'story' }) : null;
    return { target, delivery, problem: null, comparison };
  } catch (error) {
    const problem = Problem.from(error);
    const isForeign = isDry && problem.reason === 'changedByOthers';
    const comparison = isForeign ? await invoke('target.storyChanges', { id, from: 'lastExport', to: 'folder' }) : null;
    return { target, delivery: null, problem, comparison };
  }
}

interface FolderRunValues extends TargetOptionValues {
  readonly out?: string;
  readonly engine?: string;
  readonly overwrite?: boolean;
  readonly force?: boolean;
}

/** Exports the story in a folder to a game folder, which is named by its path: there is no target that has an id. */
async function runFromFolder(folder: string, values: FolderRunValues, mode: RunMode, session: CliSession): Promise<CliResult> {
  const { out, overwrite = false, force = false } = values;
  const engine = parseChoice('--engine', values.engine, exporterIds);
  const game = resolve(requireOption('--out', out));
  const settings = parseTargetSettings(values, engine);
  // Loaded here, because other commands need neither the reader of folders nor YAML.
  const { exportFolderToGame } = await import('../../story-folder/export-to-game.ts');
  const gameExport = { game, engine, settings, mode: overwrite ? 'overwrite' : mode, force } as const;
  const { target, delivery } = await exportFolderToGame(folder, gameExport);
  const { written, removed } = delivery;
  return {
    value: { folder: target.folder, engine: target.engine, written, removed },
    text: formatDelivery({ id: target.folder, written, removed }, mode, session.translator.t),
  };
}

function toRunJson({ target: { id }, delivery, problem, comparison }: TargetRun) {
  const { written = [], removed = [] } = delivery ?? {};
  return { id, written, removed, ...(problem && { error: problem.toJSON() }), ...(comparison && toChangesJson(comparison)) };
}

/** Programs get the reason in English. */
const toChangesJson = ({ changes, total, reason }: StoryComparison) => ({
  changes: changes.map(({ message: text, ...change }) => ({ ...change, message: english.t(text) })),
  total,
  reason,
});

function formatRun({ target: { id }, delivery, comparison }: TargetRun, mode: RunMode, t: Translate): string[] {
  const changes = comparison ? formatChanges(comparison, t).map((line) => `  ${line}`) : [];
  if (delivery) return [formatDelivery(delivery, mode, t), ...changes];
  return changes.length > 0 ? [t('cli.target.run.foreignChanges', { id }), ...changes] : [];
}

function formatFailedRun({ id, engine, folder }: Target, problem: Problem, mode: RunMode, t: Translate): string {
  const params = { id, engine, folder, reason: problem.text };
  const faults = problem.faults.filter((fault) => !containsMessage(problem.text, fault));
  return [
    mode === 'dryRun' ? t('cli.target.run.wouldFail', params) : t('cli.target.run.failed', params),
    ...faults.map((fault) => formatFault(fault, t)),
  ].join('\n');
}

/** The findings about the game folder. Those about the story are what `check` lists. */
const folderFindings = ({ status: { findings } }: Target): readonly Finding[] =>
  findings.filter(({ rule, kind }) => rule === 'plugin-version' || kind === 'file');

/** How long `target list` waits for the folders, some of which may be on a network. */
const maxCheckMilliseconds = 10_000;

/** Lists the targets after their folders have been compared with the stories, which takes a while after the data folder was opened. */
function listCheckedTargets(invoke: InvokeCall, onEvents: CliSession['onEvents']): Promise<Target[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Target[]>();
  const list = async (isLast: boolean): Promise<void> => {
    const targets = await invoke('target.list', {});
    if (isLast || !targets.some(isBeingChecked)) resolve(targets);
  };
  const stop = onEvents((events) => {
    if (events.some(({ event }) => event === 'target.changed')) list(false).catch(reject);
  });
  const timer = setTimeout(() => void list(true).catch(reject), maxCheckMilliseconds);
  list(false).catch(reject);
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
  });
}

const isBeingChecked = ({ status }: Target): boolean =>
  status.state === 'writing' || (status.state === 'waiting' && status.reason !== 'onRequest');

function formatDelivery({ id, written, removed }: Delivery, mode: RunMode, t: Translate): string {
  if (written.length + removed.length === 0)
    return t(mode === 'dryRun' ? 'cli.target.run.nothingToWrite' : 'cli.target.run.upToDate', { id });
  const counts = { id, written: written.length, removed: removed.length };
  return [
    t(mode === 'dryRun' ? 'cli.target.run.wouldWrite' : 'cli.target.run.wrote', counts),
    ...written.map((path) => toOneLine(`  + ${path}`)),
    ...removed.map((path) => toOneLine(`  - ${path}`)),
  ].join('\n');
}
