import { resolve } from 'node:path';
import type { Finding } from '../../../shared/contracts/findings.ts';
import { exporterIds } from '../../exporters/exporters.ts';
import { defineCliCommand, parseChoice, requireOption } from '../define-command.ts';
import { formatCount, formatFindings } from '../format-text.ts';

/** Writes an export to a file. For an engine, a story that its importer would refuse is refused here. */
export const exportCommand = defineCliCommand({
  name: 'export',
  usage: `HASH --format ${exporterIds.join('|')} --out FILE [--locale L] [--all-locales] [--fallback-contents] [--board ID]… [--no-clobber] [--force]`,
  description: 'writes a project to a file; a file that exists is replaced',
  optionHelp: [
    ['--no-clobber', 'fails if the file exists'],
    ['--force', 'writes also what a check finds errors in'],
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
    const options = {
      format: requireOption('--format', parseChoice('--format', values.format, exporterIds)),
      ...(values.locale !== undefined && { locale: values.locale }),
      ...(values['all-locales'] && { allLocales: true }),
      ...(values['fallback-contents'] && { fallbackContents: true }),
      ...(values.board && { boardIds: values.board }),
    };
    const written = await session().invoke('project.export', {
      hash,
      file: resolve(requireOption('--out', values.out)),
      options,
      noClobber: values['no-clobber'] ?? false,
      force: values.force ?? false,
    });
    const { file, bytes } = written;
    const warnings = written.warnings.map(({ severity, rule, message, kind, id }): Finding => ({ severity, rule, message, kind, id }));
    return {
      value: { file, bytes, warnings },
      text: [`Wrote ${file} (${formatCount(bytes, 'byte')}).`, ...formatFindings(warnings)].join('\n'),
    };
  },
});
