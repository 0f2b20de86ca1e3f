import { exportFormats, type Finding } from '../../shared/findings.ts';
import { defineCommand, oneOf } from './command-entry.ts';
import { junit } from './junit.ts';
import { count, findingLines } from './text.ts';

/** Says what is wrong with a story; exit code 1 where an engine would refuse it. */
export const checkCommand = defineCommand({
  name: 'check',
  usage: 'HASH [--engine json|unity|unreal|godot] [--format text|json|junit]',
  does: 'says what is wrong with a story; fails if it has errors',
  words: ['HASH'],
  options: { engine: { type: 'string' }, format: { type: 'string' } },
  async run({ words: [hash = ''], values }, session) {
    const format = oneOf('--format', values.format, ['text', 'json', 'junit']);
    const engine = oneOf('--engine', values.engine, exportFormats);
    const { ask } = session();
    const found = await ask('project.check', { hash, ...(engine && { engine }) });
    const value = found.map(({ severity, rule, message, kind, id }): Finding => ({ severity, rule, message, kind, id }));
    const exit = value.some(({ severity }) => severity === 'error') ? 1 : 0;
    if (format !== 'junit') return { value, text: textOf(value), exit, ...(format && { as: format }) };
    const name = (await ask('project.list', {})).find((project) => project.hash === hash)?.name ?? hash;
    return { value, text: junit(name, engine ?? 'story', value), exit, as: 'text' };
  },
});

function textOf(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Nothing to say: the story is in order.';
  const many = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  return [
    ...findingLines(findings),
    `${count(many('error'), 'error')}, ${count(many('warning'), 'warning')}, ${count(many('hint'), 'hint')}`,
  ].join('\n');
}
