/** Findings as the XML that build servers read: an error is a failed test, a warning or hint one that passed with something to say. */
import type { Finding } from '../../shared/findings.ts';

export function junit(project: string, suite: string, findings: readonly Finding[]): string {
  const failures = findings.filter(({ severity }) => severity === 'error').length;
  const cases =
    findings.length > 0
      ? findings.map((finding) => caseOf(suite, finding))
      : [`    <testcase classname="${escaped(suite)}" name="the story is in order"/>`];
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Taleport" ${counts}>`,
    `  <testsuite name="${escaped(project)}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

function caseOf(suite: string, { severity, rule, message, kind, id }: Finding): string {
  const where = `${kind} ${id}`;
  const said =
    severity === 'error'
      ? `<failure type="${escaped(rule)}" message="${escaped(message)}">${escaped(`${message} (${where})`)}</failure>`
      : `<system-out>${escaped(`${severity}: ${message} (${where})`)}</system-out>`;
  return `    <testcase classname="${escaped(`${suite}.${rule}`)}" name="${escaped(`${where}: ${message}`)}">${said}</testcase>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** What XML 1.0 has no place for, at all, becomes U+FFFD. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML forbids
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"\n\r\t]/g, (character) => entities[character] ?? character);
