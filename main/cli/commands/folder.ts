import { resolve } from 'node:path';
import type { FolderStepResult, StoryFolder, StoryFolderSettings } from '../../../shared/contracts/story-folders.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import { type CliResult, type CliSession, defineCliCommand, parseChoice, requireOption, UsageError } from '../define-command.ts';
import { formatRows, formatShortTime, formatTable } from '../format-text.ts';
import { parseFlags } from './target-options.ts';

const settingsUsage = '[--comments on|off] [--perforce on|off]';
const settingsHelp = [
  { option: '--comments on|off', text: message('cli.folder.options.comments') },
  { option: '--perforce on|off', text: message('cli.folder.options.perforce') },
];
const forceHelp = { option: '--force', text: message('cli.target.options.force') };
const settingsOptions = {
  comments: { type: 'string' },
  perforce: { type: 'string' },
} as const;

/** Story folders: projects as text files in version control, kept in step in both directions. */
export const folderCommands = [
  defineCliCommand({
    name: 'folder link',
    usage: `HASH --folder DIR ${settingsUsage} [--force]`,
    description: message('cli.folder.link.description'),
    optionHelp: [...settingsHelp, forceHelp],
    positionals: ['HASH'],
    options: { folder: { type: 'string' }, force: { type: 'boolean' }, ...settingsOptions },
    async run({ positionals: [hash = ''], values }, session) {
      const folder = resolve(requireOption('--folder', values.folder));
      const settings = parseSettings(values);
      const opened = session();
      const { invoke } = opened;
      const linked = await invoke('folder.link', { hash, folder, settings, ...(values.force && { force: true }) });
      return toResult(linked, opened, { files: linked.written.length });
    },
  }),
  defineCliCommand({
    name: 'folder open',
    usage: `--folder DIR ${settingsUsage} [--force]`,
    description: message('cli.folder.open.description'),
    optionHelp: [...settingsHelp, forceHelp],
    positionals: [],
    options: { folder: { type: 'string' }, force: { type: 'boolean' }, ...settingsOptions },
    async run({ values }, session) {
      const folder = resolve(requireOption('--folder', values.folder));
      const settings = parseSettings(values);
      const opened = session();
      const { invoke } = opened;
      // A story is only opened if nothing in its files has to be noted.
      return toResult(await invoke('folder.open', { folder, settings, ...(values.force && { force: true }) }), opened, { notes: [] });
    },
  }),
  defineCliCommand({
    name: 'folder set',
    usage: `HASH [--on] [--off] ${settingsUsage}`,
    description: message('cli.folder.set.description'),
    optionHelp: [{ option: '--off, --on', text: message('cli.folder.options.pause') }, ...settingsHelp],
    positionals: ['HASH'],
    options: { on: { type: 'boolean' }, off: { type: 'boolean' }, ...settingsOptions },
    async run({ positionals: [hash = ''], values }, session) {
      const on = parseFlags('--on', values.on, '--off', values.off);
      const settings = { ...parseSettings(values), ...(on !== undefined && { on }) };
      if (Object.keys(settings).length === 0) throw new UsageError(message('cli.usage.nothingToChange', { command: 'folder set' }));
      const opened = session();
      const { invoke } = opened;
      return toResult(await invoke('folder.change', { hash, settings }), opened);
    },
  }),
  defineCliCommand({
    name: 'folder status',
    usage: '[HASH]',
    description: message('cli.folder.status.description'),
    positionals: ['[HASH]'],
    options: {},
    async run({ positionals: [hash] }, session) {
      const opened = session();
      const { invoke, translator } = opened;
      const all = await invoke('folder.list', {});
      const folders = all.filter((folder) => hash === undefined || folder.hash === hash);
      const [only] = folders;
      if (hash !== undefined && !only) throw notFoundProblem(message('problem.noun.storyFolder'), hash);
      const value = folders.map(toFolderJson);
      if (hash !== undefined && only) return { value, text: formatFolder(only, opened) };
      if (folders.length === 0) return { value, text: translator.t('cli.folder.status.none') };
      const rows = folders.map((folder) => [
        folder.hash,
        folder.name,
        translator.t(folder.sentence),
        folder.branch ?? '',
        ...[folder.lastRead, folder.lastWrite].map((time) => (time === null ? '' : formatShortTime(time))),
        folder.folder,
      ]);
      const files = folders.flatMap((folder) => {
        const lines = formatFiles(folder, translator.t);
        return lines.length > 0 ? ['', folder.folder, ...lines] : [];
      });
      const table = formatTable(['project', '', 'state', 'branch', 'lastRead', 'lastWrite', 'folder'], rows, translator);
      return { value, text: [table, ...files].join('\n') };
    },
  }),
  defineCliCommand({
    name: 'folder sync',
    usage: '[HASH] --once [--accept-removals] [--take-over]',
    description: message('cli.folder.sync.description'),
    optionHelp: [
      { option: '--accept-removals', text: message('cli.folder.options.acceptRemovals') },
      { option: '--take-over', text: message('cli.folder.options.takeOver') },
    ],
    positionals: ['[HASH]'],
    options: { once: { type: 'boolean' }, 'accept-removals': { type: 'boolean' }, 'take-over': { type: 'boolean' } },
    async run({ positionals: [hash], values }, session) {
      if (!values.once) throw new UsageError(message('cli.folder.once'));
      const opened = session();
      const { invoke, translator } = opened;
      const folders = await invoke('folder.sync', {
        ...(hash !== undefined && { hash }),
        ...(values['accept-removals'] && { acceptRemovals: true }),
        ...(values['take-over'] && { takeOver: true }),
      });
      return {
        value: folders.map((folder) => ({ ...toFolderJson(folder), ...stepOf(folder) })),
        text:
          folders.length > 0 ? folders.map((folder) => formatFolder(folder, opened)).join('\n\n') : translator.t('cli.folder.status.none'),
        exitCode: folders.every(isInStep) ? 0 : 1,
      };
    },
  }),
  defineCliCommand({
    name: 'folder unlink',
    usage: 'HASH',
    description: message('cli.folder.unlink.description'),
    positionals: ['HASH'],
    options: {},
    async run({ positionals: [hash = ''] }, session) {
      const opened = session();
      const { invoke, translator } = opened;
      await invoke('folder.unlink', { hash });
      return { value: { hash }, text: translator.t('cli.folder.unlink.done', { hash }) };
    },
  }),
  defineCliCommand({
    name: 'folder schema',
    usage: '',
    description: message('cli.folder.schema.description'),
    positionals: [],
    options: {},
    async run() {
      // Loaded here, because no other command derives schemas.
      const { folderSchema } = await import('../../story-folder/folder-schema.ts');
      const value = folderSchema();
      return { value, text: JSON.stringify(value, null, 2) };
    },
  }),
];

type SettingsValues = { readonly [N in keyof typeof settingsOptions]?: string | undefined };

function parseSettings(values: SettingsValues): Partial<StoryFolderSettings> {
  const comments = parseChoice('--comments', values.comments, ['on', 'off']);
  const perforce = parseChoice('--perforce', values.perforce, ['on', 'off']);
  return { ...(comments && { comments: comments === 'on' }), ...(perforce && { perforce: perforce === 'on' }) };
}

const isInStep = ({ state, problems }: StoryFolder): boolean => state === 'idle' && problems.length === 0;

/** `more`: what the JSON of this command has in addition. */
const toResult = (folder: StoryFolder, session: CliSession, more = {}): CliResult => ({
  value: { ...toFolderJson(folder), ...more },
  text: formatFolder(folder, session),
  exitCode: isInStep(folder) || !folder.on ? 0 : 1,
});

const stepOf = ({ read, written }: FolderStepResult): FolderStepResult => ({ read, written });

/** [Command line] The status as JSON. `waiting`: the files that are not written yet. */
function toFolderJson({ hash, name, folder, state, reason, sentence, branch, conflicts, lastRead, lastWrite, ...rest }: StoryFolder) {
  const { on, comments, perforce, waitingFiles, moreWaitingFiles, problems, canTakeOver } = rest;
  const waiting = waitingFiles.map((path) => ({ path, reason: reason === 'checkout' ? 'checkout' : 'fault' }));
  const status = { hash, name, folder, on, comments, perforce, state, reason, sentence, branch };
  return { ...status, waiting, moreWaiting: moreWaitingFiles, conflicts, problems, canTakeOver, lastRead, lastWrite };
}

/** The status with the files that wait or have faults. */
function formatFolder(shown: StoryFolder, session: CliSession): string {
  const { t } = session.translator;
  const { hash, name, folder, sentence, branch, lastRead, lastWrite } = shown;
  const rows = [
    [t('cli.folder.rows.project'), `${name} (${hash})`],
    [t('cli.folder.rows.folder'), folder],
    ...(branch === null ? [] : [[t('cli.folder.rows.branch'), branch]]),
    ...(lastRead === null ? [] : [[t('cli.folder.rows.lastRead'), formatShortTime(lastRead)]]),
    ...(lastWrite === null ? [] : [[t('cli.folder.rows.lastWrite'), formatShortTime(lastWrite)]]),
  ];
  return [t(sentence), ...formatWaysOut(shown, session), formatRows(rows), ...formatFiles(shown, t)].join('\n');
}

/** The commands that end a wait for a decision, each with its effect. */
function formatWaysOut({ hash, reason, canTakeOver }: StoryFolder, { formatCommand, translator: { t } }: CliSession): string[] {
  const command = (option: string) => `  ${formatCommand('folder', 'sync', '--once', hash, option)}`;
  if (reason === 'removals') return [formatRows([[command('--accept-removals'), t('cli.folder.options.acceptRemovals')]])];
  return canTakeOver ? [formatRows([[command('--take-over'), t('cli.folder.options.takeOver')]])] : [];
}

/** The files that wait or have faults. */
function formatFiles({ waitingFiles, moreWaitingFiles, problems }: StoryFolder, t: Translate): string[] {
  const files = problems.map(
    ({ path, line, message: what }) => `  ${[path, line].filter((part) => part !== null && part !== '').join(':')} ${t(what)}`,
  );
  const waiting = [
    ...waitingFiles.map((path) => `  ${path}`),
    ...(moreWaitingFiles > 0 ? [`  ${t('storyFolder.problem.more', { count: moreWaitingFiles })}`] : []),
  ];
  return [...waiting, ...files];
}
