import { resolve } from 'node:path';
import { exportFormats, type Finding } from '../../shared/findings.ts';
import { defineCommand, needed, oneOf } from './command-entry.ts';
import { count, findingLines } from './text.ts';

/** Writes an export to a file. For an engine, a story that its importer would refuse is refused here. */
export const exportCommand = defineCommand({
  name: 'export',
  usage: 'HASH --format json|unity|unreal|godot --out FILE [--locale L] [--all-locales] [--fallback-contents] [--board ID]…',
  does: 'writes a project to a file',
  words: ['HASH'],
  options: {
    format: { type: 'string' },
    out: { type: 'string' },
    locale: { type: 'string' },
    'all-locales': { type: 'boolean' },
    'fallback-contents': { type: 'boolean' },
    board: { type: 'string', multiple: true },
  },
  async run({ words: [hash = ''], values }, session) {
    const options = {
      format: needed('--format', oneOf('--format', values.format, exportFormats)),
      ...(values.locale !== undefined && { locale: values.locale }),
      ...(values['all-locales'] && { allLocales: true }),
      ...(values['fallback-contents'] && { fallbackContents: true }),
      ...(values.board && { boardIds: values.board }),
    };
    const written = await session().ask('project.export', { hash, file: resolve(needed('--out', values.out)), options });
    const { file, bytes } = written;
    const warnings = written.warnings.map(({ severity, rule, message, kind, id }): Finding => ({ severity, rule, message, kind, id }));
    return { value: { file, bytes, warnings }, text: [`Wrote ${file} (${count(bytes, 'byte')}).`, ...findingLines(warnings)].join('\n') };
  },
});
