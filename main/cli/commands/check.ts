import type { Finding } from '../../../shared/contracts/findings.ts';
import type { CallInput } from '../../../shared/contracts/ipc/call-types.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Translator } from '../../../shared/messages/translator.ts';
import { exporterIds } from '../../exporters/exporters.ts';
import { type CliSession, defineCliCommand, parseChoice } from '../define-command.ts';
import { formatFindings } from '../format-text.ts';
import { formatJUnitReport } from './junit-report.ts';
import { parseScriptProfile, scriptProfileHelp, scriptProfileUsage } from './script-profile-option.ts';

/** Checks a story. The exit code is 1 if the engine's importer would reject it. */
export const checkCommand = defineCliCommand({
  name: 'check',
  usage: `HASH [--engine ${exporterIds.join('|')}] ${scriptProfileUsage} [--board ID]… [--format text|json|junit] [--fix]`,
  description: message('cli.check.description'),
  optionHelp: [
    scriptProfileHelp,
    { option: '--board ID', text: message('cli.check.options.board') },
    { option: '--fix', text: message('cli.check.options.fix') },
  ],
  positionals: ['HASH'],
  options: {
    engine: { type: 'string' },
    'script-profile': { type: 'string' },
    board: { type: 'string', multiple: true },
    format: { type: 'string' },
    fix: { type: 'boolean' },
  },
  async run({ positionals: [hash = ''], values }, session) {
    const format = parseChoice('--format', values.format, ['text', 'json', 'junit']);
    const engine = parseChoice('--engine', values.engine, exporterIds);
    const otherScriptProfile = parseScriptProfile(values['script-profile'], engine, '--engine');
    const { invoke, translator } = session();
    const input = {
      hash,
      ...(engine && { engine }),
      ...(otherScriptProfile && { otherScriptProfile }),
      ...(values.board && { boardIds: values.board }),
    };
    const fixed = values.fix ? await applyFixes(invoke, input) : 0;
    const found = await invoke('project.check', input);
    const value = found.map(({ severity, rule, message, kind, id }): Finding => ({ severity, rule, message, kind, id }));
    const exitCode = value.some(({ severity }) => severity === 'error') ? 1 : 0;
    const text = [...(values.fix ? [translator.t('cli.check.fixed', { count: fixed })] : []), formatResult(value, translator)].join('\n');
    if (format !== 'junit') return { value, text, exitCode, ...(format && { format: format }) };
    const name = (await invoke('project.list', {})).find((project) => project.hash === hash)?.name ?? hash;
    return { value, text: formatJUnitReport(name, engine ?? 'story', value, translator), exitCode, format: 'text' };
  },
});

/** Applies the quick fixes, which can be undone in the history, and those that are found after them. Returns how many were applied. */
async function applyFixes(invoke: CliSession['invoke'], input: CallInput<'project.check'>): Promise<number> {
  const sent = new Set<string>();
  for (let before = -1; sent.size > before; ) {
    before = sent.size;
    const found = await invoke('project.check', input);
    // Another fix of the same record may be outdated after the first one.
    const records = new Set<string>();
    for (const { fix, id } of found) {
      const key = JSON.stringify(fix?.command);
      if (!fix || records.has(id) || sent.has(key)) continue;
      records.add(id);
      sent.add(key);
      await invoke('project.send', { hash: input.hash, command: fix.command });
    }
  }
  return sent.size;
}

function formatResult(findings: readonly Finding[], translator: Translator): string {
  if (findings.length === 0) return translator.t('cli.check.noProblems');
  const count = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  return [
    ...formatFindings(findings, translator),
    translator.t('cli.check.counts', { errors: count('error'), warnings: count('warning'), hints: count('hint') }),
  ].join('\n');
}
