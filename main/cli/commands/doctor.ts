import { fileSize } from '../../../shared/messages/file-size.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { toOneLine } from '../../../shared/text.ts';
import { writeDiagnosticsBundle } from '../../app/data-folder/diagnostics-bundle.ts';
import { examineDataFolder, type FolderCheck } from '../../app/data-folder/examine-data-folder.ts';
import { acknowledgeLostChanges, describeLostChanges } from '../../app/data-folder/opening-notices.ts';
import { needsFileRepair, repairDataFolder } from '../../app/data-folder/repair-data-folder.ts';
import { systemEnvironment } from '../../platform/environment.ts';
import { type CliResult, type CliSession, defineCliCommand, parseOutputFile, UsageError } from '../define-command.ts';
import { formatMessage } from '../format-text.ts';

/** Checks the data folder without opening it, so that it also works when the projects cannot be opened. */
export const doctorCommand = defineCliCommand({
  name: 'doctor',
  usage: '[--repair] | --bundle FILE',
  description: message('cli.doctor.description'),
  optionHelp: [
    { option: '--repair', text: message('cli.doctor.options.repair') },
    { option: '--bundle FILE', text: message('cli.doctor.options.bundle') },
  ],
  positionals: [],
  options: { repair: { type: 'boolean' }, bundle: { type: 'string' } },
  async run({ values: { repair, bundle } }, session) {
    const opened = session();
    if (bundle === undefined) return examine(opened, repair ? await repairAll(opened) : []);
    if (repair || bundle === '') throw new UsageError(message('cli.doctor.bundleAlone'));
    const file = parseOutputFile('--bundle', bundle);
    const bytes = await writeDiagnosticsBundle(opened.dataFolder, file, opened.translator);
    return { value: { file, bytes }, text: opened.translator.t('recovery.diagnostics.done', { file, size: fileSize(bytes) }) };
  },
});

async function examine({ dataFolder, translator: { t } }: CliSession, repairs: readonly Message[]): Promise<CliResult> {
  const { checks } = await examineDataFolder(dataFolder);
  const lines = checks.flatMap((check) => formatCheck(check, t));
  return {
    value: checks.map(({ check, ok, detail, remedy }) => ({ check, ok, detail, remedy })),
    text: [...repairs.map((each) => t(each)), ...lines].join('\n'),
    exitCode: checks.every(({ ok }) => ok) ? 0 : 1,
  };
}

function formatCheck({ check, ok, detail, remedy, records = [] }: FolderCheck, t: (text: Message) => string): string[] {
  const named = records.map(({ project, kind, id, title }) => toOneLine(`    ${project}: ${kind} ${title === '' ? id : `“${title}”`}`));
  return [`${ok ? '✓' : '✗'} ${check}: ${formatMessage(detail, t)}`, ...named, ...(remedy ? [`  → ${t(remedy)}`] : [])];
}

/**
 * Repairs the database file if necessary, opens each project, and restores damaged records from backups. Returns messages about what was
 * done.
 */
async function repairAll({ dataFolder, invoke }: CliSession): Promise<Message[]> {
  const done: Message[] = [];
  const lost = await describeLostChanges(dataFolder);
  if (await needsFileRepair(dataFolder)) {
    const { damagedFile, lostRows } = await repairDataFolder(dataFolder, systemEnvironment);
    done.push(message('cli.doctor.fileRepaired', { file: damagedFile }));
    if (lostRows.key_value !== undefined) done.push(message('cli.doctor.settingsLost'));
  }
  for (const { hash } of await invoke('project.list', {})) {
    // Opening a project finds its damaged records.
    await invoke('project.locales', { hash });
    const damages = await invoke('damage.list', { hash });
    const records = damages.filter(({ isOpen }) => isOpen).flatMap((damage) => damage.records);
    if (records.length === 0) continue;
    const restored = await invoke('damage.restore', { hash }).catch((error: unknown) => {
      if (Problem.from(error).code === 'notFound') return null;
      throw error;
    });
    // The user has decided in a window meanwhile.
    if (!restored) continue;
    const name = damages[0]?.projectName ?? hash;
    done.push(message('cli.doctor.recordsRestored', { name, count: records.length }), ...restored.skipped);
  }
  acknowledgeLostChanges(dataFolder);
  return [...lost, ...done];
}
