import { resolve } from 'node:path';
import type { Finding } from '../../../shared/contracts/findings.ts';
import { message } from '../../../shared/messages/message.ts';
import { exporterIds } from '../../exporters/exporters.ts';
import { defineCliCommand, parseChoice, requireOption } from '../define-command.ts';
import { formatFindings } from '../format-text.ts';
import { UsageError } from '../usage-error.ts';

/** The portable project file, which no game reads: it is not one of the exporters. */
const projectFileFormat = 'taleport';
/** Options that choose a part of the project. */
const partOptions = ['locale', 'all-locales', 'fallback-contents', 'board'] as const;

/** Exports a project to a file. A story that the engine's importer would reject is rejected here. */
export const exportCommand = defineCliCommand({
  name: 'export',
  usage: `HASH --format ${[...exporterIds, projectFileFormat].join('|')} --out FILE [--locale L] [--all-locales] [--fallback-contents] [--board ID]… [--no-clobber] [--force]`,
  description: message('cli.export.description'),
  optionHelp: [
    { option: '--no-clobber', text: message('cli.export.options.noClobber') },
    { option: '--force', text: message('cli.export.options.force') },
  ],
  positionals: ['HASH'],
  options: {
    format: { type: 'string' },
    out: { type: 'string' },
    locale: { type: 'string' },
    'all-locales': { type: 'boolean' },
    'fallback-contents': { type: 'boolean' },
    board: { type: 'string', multiple: true },
    'no-clobber': { type: 'boolean' },
    force: { type: 'boolean' },
  },
  async run({ positionals: [hash = ''], values }, session) {
    const format = requireOption('--format', parseChoice('--format', values.format, [...exporterIds, projectFileFormat]));
    const destination = { hash, file: resolve(requireOption('--out', values.out)), noClobber: values['no-clobber'] ?? false };
    const { invoke, translator } = session();
    if (format === projectFileFormat) {
      const part = partOptions.find((option) => values[option] !== undefined);
      if (part !== undefined) throw new UsageError(message('cli.export.wholeProjectOnly', { option: `--${part}` }));
      const { file, bytes } = await invoke('project.writeProjectFile', destination);
      return { value: { file, bytes, warnings: [] }, text: translator.t('cli.export.done', { file, bytes }) };
    }
    const options = {
      format,
      ...(values.locale !== undefined && { locale: values.locale }),
      ...(values['all-locales'] && { allLocales: true }),
      ...(values['fallback-contents'] && { fallbackContents: true }),
      ...(values.board && { boardIds: values.board }),
    };
    const written = await invoke('project.export', { ...destination, options, force: values.force ?? false });
    const { file, bytes } = written;
    const warnings = written.warnings.map(({ severity, rule, message, kind, id }): Finding => ({ severity, rule, message, kind, id }));
    return {
      value: { file, bytes, warnings },
      text: [translator.t('cli.export.done', { file, bytes }), ...formatFindings(warnings, translator)].join('\n'),
    };
  },
});
