import type { Finding } from '../../../shared/contracts/findings.ts';
import { exporterIds } from '../../exporters/exporters.ts';
import { defineCliCommand, parseChoice } from '../define-command.ts';
import { formatCount, formatFindings } from '../format-text.ts';
import { formatJUnitReport } from './junit-report.ts';

/** Says what is wrong with a story; exit code 1 where an engine would refuse it. */
export const checkCommand = defineCliCommand({
  name: 'check',
  usage: `HASH [--engine ${exporterIds.join('|')}] [--format text|json|junit]`,
  description: 'says what is wrong with a story; fails if it has errors',
  positionals: ['HASH'],
  options: { engine: { type: 'string' }, format: { type: 'string' } },
  async run({ positionals: [hash = ''], values }, session) {
    const format = parseChoice('--format', values.format, ['text', 'json', 'junit']);
    const engine = parseChoice('--engine', values.engine, exporterIds);
    const { invoke } = session();
    const found = await invoke('project.check', { hash, ...(engine && { engine }) });
    const value = found.map(({ severity, rule, message, kind, id }): Finding => ({ severity, rule, message, kind, id }));
    const exitCode = value.some(({ severity }) => severity === 'error') ? 1 : 0;
    if (format !== 'junit') return { value, text: formatResult(value), exitCode, ...(format && { format: format }) };
    const name = (await invoke('project.list', {})).find((project) => project.hash === hash)?.name ?? hash;
    return { value, text: formatJUnitReport(name, engine ?? 'story', value), exitCode, format: 'text' };
  },
});

function formatResult(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Nothing to say: the story is in order.';
  const many = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  return [
    ...formatFindings(findings),
    `${formatCount(many('error'), 'error')}, ${formatCount(many('warning'), 'warning')}, ${formatCount(many('hint'), 'hint')}`,
  ].join('\n');
}
