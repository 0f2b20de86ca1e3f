import type { Finding } from '../../../shared/contracts/findings.ts';
import { matchLanguage } from '../../../shared/messages/languages.ts';
import { message } from '../../../shared/messages/message.ts';
import { documentIds } from '../../exporters/documents.ts';
import { exporterIds, getExporter } from '../../exporters/exporters.ts';
import { defineCliCommand, parseChoice, parseOutputFile, requireOption, UsageError } from '../define-command.ts';
import { formatCounts, formatFindings } from '../format-text.ts';
import { folderHelp, openStorySource } from './story-source.ts';
import { parseFlags, parsePluginVersion, pluginVersionHelp, pluginVersionUsage } from './target-options.ts';

/** The portable project file. No game reads it, so it is not one of the exporters. */
const projectFileFormat = 'taleport';
/** The story as text files for version control (docs/story-folder.md). */
const folderFormat = 'folder';
const wholeFormats: readonly string[] = [projectFileFormat, folderFormat];
/** Options that choose a part of the project. */
const partOptions = ['locale', 'all-locales', 'fallback-contents', 'board', 'component'] as const;
/** Options that a document for people ignores. */
const gameOptions = ['fallback-contents', 'force', 'plugin-version', 'compact'] as const;
/** Documents for people (docs/scripts.md) list several languages beside each other, and can be limited to the lines of some components. */
const isDocument = (format: string): boolean => documentIds.includes(format);
const formats = [...exporterIds, ...documentIds, ...wholeFormats];

/** Exports a project to a file. Fails if the engine's importer would reject the story. */
export const exportCommand = defineCliCommand({
  name: 'export',
  usage: `HASH|--folder DIR --format ${formats.join('|')} --out FILE [--locale L]… [--all-locales] [--fallback-contents] [--board ID]… [--component ID]… ${pluginVersionUsage} [--[no-]compact] [--no-clobber] [--force]`,
  description: message('cli.export.description'),
  optionHelp: [
    folderHelp,
    { option: '--locale L', text: message('cli.export.options.locale') },
    { option: '--all-locales', text: message('cli.export.options.allLocales') },
    { option: '--fallback-contents', text: message('cli.export.options.fallback') },
    { option: '--board ID', text: message('cli.export.options.board') },
    { option: '--component ID', text: message('cli.export.options.component') },
    pluginVersionHelp,
    { option: '--compact', text: message('cli.export.options.compact') },
    { option: '--no-clobber', text: message('cli.export.options.noClobber') },
    { option: '--force', text: message('cli.export.options.force') },
  ],
  positionals: ['[HASH]'],
  options: {
    folder: { type: 'string' },
    format: { type: 'string' },
    out: { type: 'string' },
    locale: { type: 'string', multiple: true },
    'all-locales': { type: 'boolean' },
    'fallback-contents': { type: 'boolean' },
    board: { type: 'string', multiple: true },
    component: { type: 'string', multiple: true },
    'plugin-version': { type: 'string' },
    compact: { type: 'boolean' },
    'no-compact': { type: 'boolean' },
    'no-clobber': { type: 'boolean' },
    force: { type: 'boolean' },
  },
  async run({ positionals: [id], values }, session) {
    const format = requireOption('--format', parseChoice('--format', values.format, formats));
    const out = parseOutputFile('--out', requireOption('--out', values.out));
    const gameOption = gameOptions.find((option) => values[option]);
    if (isDocument(format) && gameOption !== undefined)
      throw new UsageError(message('cli.export.gamesOnly', { option: `--${gameOption}`, format }));
    if (values.folder !== undefined && wholeFormats.includes(format)) throw new UsageError(message('cli.export.projectOnly', { format }));
    const { hash, invoke, invokeProject, translator } = await openStorySource(
      { command: 'export', hash: id, folder: values.folder },
      session,
    );
    const destination = { hash, file: out, noClobber: values['no-clobber'] ?? false };
    if (invokeProject && wholeFormats.includes(format)) {
      for (const option of ['plugin-version', 'compact'] as const)
        if (values[option] !== undefined) throw new UsageError(message('cli.export.gamesOnly', { option: `--${option}`, format }));
      const part = partOptions.find((option) => values[option] !== undefined);
      if (part !== undefined) throw new UsageError(message('cli.export.wholeProjectOnly', { format, option: `--${part}` }));
      if (format === folderFormat) {
        const { folder, files } = await invokeProject('project.writeStoryFolder', { hash, folder: out });
        return { value: { folder, files }, text: translator.t('cli.export.folderDone', { folder, files }) };
      }
      const { file, bytes } = await invokeProject('project.writeProjectFile', destination);
      return { value: { file, bytes, warnings: [] }, text: translator.t('cli.export.done', { file, bytes }) };
    }
    if (isDocument(format)) {
      const { file, bytes } = await invoke('project.exportDocument', {
        ...destination,
        format,
        language: matchLanguage([translator.locale]),
        options: {
          ...(values.locale && { locales: values.locale }),
          ...(values['all-locales'] && { locales: (await invoke('project.locales', { hash })).map(({ iso }) => iso) }),
          ...(values.board && { boardIds: values.board }),
          ...(values.component && { componentIds: values.component }),
        },
      });
      return { value: { file, bytes, warnings: [] }, text: translator.t('cli.export.done', { file, bytes }) };
    }
    if (values.component) throw new UsageError(message('cli.export.documentsOnly', { option: '--component' }));
    const [locale, ...others] = values.locale ?? [];
    if (others.length > 0) throw new UsageError(message('cli.export.oneLanguage'));
    const pluginVersion = parsePluginVersion(values['plugin-version'], format, '--format');
    const compact = parseFlags('--compact', values.compact, '--no-compact', values['no-compact']);
    if (compact && !getExporter(format).hasCompactForm)
      throw new UsageError(message('cli.export.gamesOnly', { option: '--compact', format }));
    const options = {
      format,
      ...(locale !== undefined && { locale }),
      ...(values['all-locales'] && { allLocales: true }),
      ...(values['fallback-contents'] && { fallbackContents: true }),
      ...(values.board && { boardIds: values.board }),
      ...(pluginVersion && { pluginVersion }),
      ...(compact && { compact }),
    };
    const written = await invoke('project.export', { ...destination, options, force: values.force ?? false });
    const { file, bytes } = written;
    const warnings = written.warnings.map(({ severity, rule, message, kind, id }): Finding => ({ severity, rule, message, kind, id }));
    return {
      value: { file, bytes, warnings },
      text: [
        translator.t('cli.export.done', { file, bytes }),
        ...formatFindings(warnings, translator),
        ...(warnings.length > 0 ? [formatCounts(warnings, translator)] : []),
      ].join('\n'),
    };
  },
});
