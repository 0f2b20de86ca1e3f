/** Formats findings as the XML that build servers read: an error is a failed test, a warning or hint a passed test with output. */

import type { Finding } from '../../../shared/contracts/findings.ts';
import type { Translate, Translator } from '../../../shared/messages/translator.ts';

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
