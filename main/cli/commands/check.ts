import type { Finding } from '../../../shared/contracts/findings.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Translator } from '../../../shared/messages/translator.ts';
import { exporterIds } from '../../exporters/exporters.ts';
import { defineCliCommand, parseChoice } from '../define-command.ts';
import { formatFindings } from '../format-text.ts';
import { formatJUnitReport } from './junit-report.ts';

/** Checks a story; exit code 1 where the engine's importer would reject it. */
export const checkCommand = defineCliCommand({
  name: 'check',
  usage: `HASH [--engine ${exporterIds.join('|')}] [--format text|json|junit]`,
  description: message('cli.check.description'),
  positionals: ['HASH'],
  options: { engine: { type: 'string' }, format: { type: 'string' } },
  async run({ positionals: [hash = ''], values }, session) {
    const format = parseChoice('--format', values.format, ['text', 'json', 'junit']);
    const engine = parseChoice('--engine', values.engine, exporterIds);
    const { invoke, translator } = session();
    const found = await invoke('project.check', { hash, ...(engine && { engine }) });
    const value = found.map(({ severity, rule, message, kind, id }): Finding => ({ severity, rule, message, kind, id }));
    const exitCode = value.some(({ severity }) => severity === 'error') ? 1 : 0;
    if (format !== 'junit') return { value, text: formatResult(value, translator), exitCode, ...(format && { format: format }) };
    const name = (await invoke('project.list', {})).find((project) => project.hash === hash)?.name ?? hash;
    return { value, text: formatJUnitReport(name, engine ?? 'story', value, translator), exitCode, format: 'text' };
  },
});

function formatResult(findings: readonly Finding[], translator: Translator): string {
  if (findings.length === 0) return translator.t('cli.check.noProblems');
  const count = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  return [
    ...formatFindings(findings, translator),
    translator.t('cli.check.counts', { errors: count('error'), warnings: count('warning'), hints: count('hint') }),
  ].join('\n');
}
