import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Backup, BackupSource } from '../../../shared/contracts/backups.ts';
import { fileSize } from '../../../shared/messages/file-size.ts';
import { message } from '../../../shared/messages/message.ts';
import { restoreBackupInto } from '../../app/data-folder/restore-backup-into.ts';
import { listBackups } from '../../backups/list-backups.ts';
import { systemEnvironment } from '../../platform/environment.ts';
import { type CliResult, type CliSession, defineCliCommand, parseOutputFile, UsageError } from '../define-command.ts';
import { formatShortTime, formatTable } from '../format-text.ts';

/** Backups of the data folder. `backups` and `restore --into` do not open the folder, so they also work if it cannot be opened. */
export const backupCommands = [
  defineCliCommand({
    name: 'backup',
    usage: '[HASH] [--out FILE]',
    description: message('cli.backup.description'),
    positionals: ['[HASH]'],
    options: { out: { type: 'string' } },
    async run({ positionals: [hash], values: { out } }, session) {
      if (hash !== undefined && out === undefined) throw new UsageError(message('cli.backup.outNeeded'));
      const file = out === undefined ? undefined : parseOutputFile('--out', out);
      const {
        invoke,
        translator: { t },
      } = session();
      const {
        file: written,
        bytes,
        projects,
        notThinned,
      } = await invoke('backup.create', {
        ...(hash !== undefined && { hash }),
        ...(file !== undefined && { file }),
      });
      const done = t('cli.backup.done', { file: written, size: fileSize(bytes), projects });
      return {
        value: { file: written, bytes, projects, ...(notThinned && { notThinned }) },
        text: notThinned ? `${done}\n  - ${t(notThinned)}` : done,
      };
    },
  }),
  defineCliCommand({
    name: 'backups',
    usage: '',
    description: message('cli.backups.description'),
    positionals: [],
    options: {},
    async run(_, session) {
      const { dataFolder, translator } = session();
      const backups = await listBackups(dataFolder);
      const { t } = translator;
      const now = systemEnvironment.now() / 1000;
      const formatTime = (at: string): string =>
        Date.parse(at) > now ? t('backup.datedInFuture', { time: formatShortTime(at) }) : formatShortTime(at);
      const rows = backups.map(({ id, at, reason, bytes }) => [id, formatTime(at), t(fileSize(bytes)), t(`backup.reasons.${reason}`)]);
      return {
        value: backups.map(({ id, at, reason, bytes }): Omit<Backup, 'projects'> => ({ id, at, reason, bytes })),
        text: rows.length > 0 ? formatTable(['backup', 'time', 'size', 'reason'], rows, translator) : t('cli.backups.none'),
      };
    },
  }),
  defineCliCommand({
    name: 'restore',
    usage: 'FILE|BACKUP [--as NAME] [--project HASH] | FILE|BACKUP --into DIR',
    description: message('cli.restore.description'),
    optionHelp: [
      { option: '--as NAME', text: message('cli.restore.options.as') },
      { option: '--project HASH', text: message('cli.restore.options.project') },
      { option: '--into DIR', text: message('cli.restore.options.into') },
    ],
    positionals: ['FILE|BACKUP'],
    options: { as: { type: 'string' }, project: { type: 'string' }, into: { type: 'string' } },
    async run({ positionals: [given = ''], values: { as: name, project, into } }, session) {
      const opened = session();
      // A file of this name takes precedence over a backup with the same id.
      const source: BackupSource = existsSync(given) || /[\\/.]/.test(given) ? { file: resolve(given) } : { id: given };
      if (into === undefined) return restoreProject(opened, { source, name, project });
      const other = (name !== undefined && '--as') || (project !== undefined && '--project');
      if (other) throw new UsageError(message('cli.restore.intoAlone', { option: other }));
      return restoreAll(opened, source, resolve(into));
    },
  }),
];

interface ProjectRestore {
  readonly source: BackupSource;
  readonly name: string | undefined;
  readonly project: string | undefined;
}

async function restoreProject({ invoke, translator: { t } }: CliSession, { source, name, project }: ProjectRestore): Promise<CliResult> {
  const restored = await invoke('backup.restore', {
    source,
    ...(name !== undefined && { name }),
    ...(project !== undefined && { project }),
  });
  const { hash, notes } = restored;
  const text = [t('cli.restore.done', { name: restored.name, hash }), ...notes.map((note) => `  - ${t(note)}`)].join('\n');
  return { value: { hash, name: restored.name, notes }, text };
}

async function restoreAll({ dataFolder, translator: { t } }: CliSession, source: BackupSource, into: string): Promise<CliResult> {
  const { folder, projects, missingFiles } = await restoreBackupInto(dataFolder, source, into);
  const lines = [
    t('cli.restore.intoDone', { folder, projects: projects.length }),
    ...(missingFiles > 0 ? [`  - ${t('recovery.missingFiles', { count: missingFiles })}`] : []),
  ];
  return { value: { folder, projects, missingFiles }, text: lines.join('\n') };
}
