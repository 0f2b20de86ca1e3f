import { combinableFixes, type Finding } from '../../../shared/contracts/findings.ts';
import type { CallInput } from '../../../shared/contracts/ipc/call-types.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Translate, Translator } from '../../../shared/messages/translator.ts';
import { exporterIds } from '../../exporters/exporters.ts';
import { type CliSession, defineCliCommand, parseChoice, UsageError } from '../define-command.ts';
import { formatCounts, formatFindings } from '../format-text.ts';
import { folderHelp, openStorySource } from './story-source.ts';
import { parsePluginVersion, pluginVersionHelp, pluginVersionUsage } from './target-options.ts';

/** Checks a story. The exit code is 1 if the engine's importer would reject it. */
export const checkCommand = defineCliCommand({
  name: 'check',
  usage: `HASH|--folder DIR [--staged] [--engine ${exporterIds.join('|')}] ${pluginVersionUsage} [--board ID]… [--format text|json|junit] [--fix]`,
  description: message('cli.check.description'),
  optionHelp: [
    folderHelp,
    { option: '--staged', text: message('cli.check.options.staged') },
    pluginVersionHelp,
    { option: '--board ID', text: message('cli.check.options.board') },
    { option: '--fix', text: message('cli.check.options.fix') },
  ],
  positionals: ['[HASH]'],
  options: {
    folder: { type: 'string' },
    staged: { type: 'boolean' },
    engine: { type: 'string' },
    'plugin-version': { type: 'string' },
    board: { type: 'string', multiple: true },
    format: { type: 'string' },
    fix: { type: 'boolean' },
  },
  async run({ positionals, values }, session) {
    if (values.staged && values.folder === undefined) throw new UsageError(message('cli.check.stagedFolder'));
    if (values.fix && values.folder !== undefined) throw new UsageError(message('cli.check.fixFolder'));
    const format = parseChoice('--format', values.format, ['text', 'json', 'junit']);
    const engine = parseChoice('--engine', values.engine, exporterIds);
    const pluginVersion = parsePluginVersion(values['plugin-version'], engine, '--engine');
    const [id] = positionals;
    const { folder, staged } = values;
    const { hash, invoke, invokeProject, translator, getName } = await openStorySource(
      { command: 'check', hash: id, folder, staged },
      session,
    );
    const input = {
      hash,
      ...(engine && { engine }),
      ...(pluginVersion && { pluginVersion }),
      ...(values.board && { boardIds: values.board }),
    };
    const fixed = values.fix && invokeProject ? await applyFixes(invokeProject, input) : 0;
    const found = await invoke('project.check', input);
    const value = found.map(({ severity, rule, message, kind, id }): Finding => ({ severity, rule, message, kind, id }));
    const exitCode = value.some(({ severity }) => severity === 'error') ? 1 : 0;
    const text = [...(values.fix ? [translator.t('cli.check.fixed', { count: fixed })] : []), formatResult(value, translator)].join('\n');
    if (format !== 'junit') return { value, text, exitCode, ...(format && { format: format }) };
    return { value, text: formatJUnitReport(await getName(), engine ?? 'story', value, translator), exitCode, format: 'text' };
  },
});

/** Applies the quick fixes, which can be undone in the history, and those that are found after them. Returns how many were applied. */
async function applyFixes(invoke: CliSession['invoke'], input: CallInput<'project.check'>): Promise<number> {
  const sent = new Set<string>();
  let applied = 0;
  for (;;) {
    const found = await invoke('project.check', input);
    const fixes = combinableFixes(found).flatMap(({ id }) => (sent.has(id) ? [] : [id]));
    if (fixes.length === 0) return applied;
    for (const id of fixes) sent.add(id);
    applied += (await invoke('project.applyFixes', { ...input, fixes })).applied;
  }
}

function formatResult(findings: readonly Finding[], translator: Translator): string {
  if (findings.length === 0) return translator.t('cli.check.noProblems');
  return [...formatFindings(findings, translator), formatCounts(findings, translator)].join('\n');
}

/** Formats findings as the XML that build servers read: an error is a failed test, a warning or hint a passed test with output. */
export function formatJUnitReport(project: string, suite: string, findings: readonly Finding[], { t }: Translator): string {
  const failures = findings.filter(({ severity }) => severity === 'error').length;
  const cases =
    findings.length > 0
      ? findings.map((finding) => formatTestCase(suite, finding, t))
      : [`    <testcase classname="${escapeXml(suite)}" name="${escapeXml(t('cli.check.junitPassed'))}"/>`];
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Taleport" ${counts}>`,
    `  <testsuite name="${escapeXml(project)}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

function formatTestCase(suite: string, { severity, rule, message, kind, id }: Finding, t: Translate): string {
  const where = `${kind} ${id}`;
  const text = t(message);
  const content =
    severity === 'error'
      ? `<failure type="${escapeXml(rule)}" message="${escapeXml(text)}">${escapeXml(`${text} (${where})`)}</failure>`
      : `<system-out>${escapeXml(`${t(`check.severity.${severity}`)}: ${text} (${where})`)}</system-out>`;
  return `    <testcase classname="${escapeXml(`${suite}.${rule}`)}" name="${escapeXml(`${where}: ${text}`)}">${content}</testcase>`;
}

const xmlEntities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/**
 * Characters that XML 1.0 cannot contain become U+FFFD. Those that it can contain, but that the terminal would escape
 * (process-terminal.ts), become character references, which a reader of the report decodes.
 */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"\n\r\t]/g, (character) => xmlEntities[character] ?? character)
    .replace(/[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, (character) => `&#${character.charCodeAt(0)};`);
