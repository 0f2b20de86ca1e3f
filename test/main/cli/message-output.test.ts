/** Findings and statuses leave the command line as text: in the language of `--lang` for people, in English for programs. */

import { expect, test } from 'vitest';
import { formatJUnitReport } from '../../../main/cli/commands/check.ts';
import { formatFindings, formatRows, stringifyOutput } from '../../../main/cli/format-text.ts';
import { Manifest } from '../../../main/delivery/folder/manifest.ts';
import { presentTarget } from '../../../main/delivery/target/target-presenter.ts';
import { defaultSettings } from '../../../main/delivery/target/target-row.ts';
import { initialTargetState } from '../../../main/delivery/target/target-state.ts';
import { defineExporterMessages } from '../../../main/exporters/exporter-messages.ts';
import type { Finding } from '../../../shared/contracts/findings.ts';
import { loadTranslator } from '../../../shared/load-translator.ts';
import { message, verbatim } from '../../../shared/messages/message.ts';
import { accentText } from '../../../shared/messages/pseudo-locale.ts';
import { createMemoryKeyValueStore } from '../../memory-key-value-store.ts';

const fix = { label: message('check.fix.compare'), id: 'compare c', changes: 'c' };
const finding: Finding = { severity: 'error', rule: 'missing-start', message: message('check.start.none'), kind: 'project', id: 'p', fix };
const english = 'The story has no start. Choose the element it starts with.';
const row = {
  hash: 'h',
  engine: 'godot',
  folder: '/g',
  real: '/g',
  settings: defaultSettings,
  createdAt: 0,
  version: null,
  lastExport: null,
  restoredExport: null,
};

const output = (value: unknown): unknown => JSON.parse(stringifyOutput(value));

test('a finding and its fix are English text in JSON', () => {
  expect(output(finding)).toEqual({ ...finding, message: english, fix: { ...fix, label: 'Compare instead' } });
});

test('a message of an exporter is English text in JSON, too', () => {
  const ending = defineExporterMessages('lantern', { ending: 'Lantern adds the end.' })('ending');
  expect(output([{ ...finding, message: ending }])).toMatchObject([{ message: 'Lantern adds the end.' }]);
});

test('a changed target is English text in JSON, with all its findings', () => {
  const target = presentTarget('t', row, { ...initialTargetState({ on: true }, 'live'), findings: [finding] } as never, {
    manifest: new Manifest(createMemoryKeyValueStore(), 't'),
    foundPlugin: null,
  }); // A waiting target.
  expect(output({ event: 'target.changed', target })).toMatchObject({
    target: { id: 't', status: { state: 'waiting', sentence: 'Checking the folder.', findings: [{ message: english }] } },
  });
});

test('findings are printed in the language of the reader, as lines and as the report of a build server', async () => {
  const pseudo = await loadTranslator('pseudo');
  expect(formatFindings([finding], pseudo)).toEqual([
    `${accentText('error').padEnd(7)}  ${accentText(english)}  [missing-start, project p]`,
  ]);
  const report = formatJUnitReport('Story', 'unity', [finding], pseudo);
  expect(report).toContain(`<failure type="missing-start" message="${accentText(english)}">`);
  expect(report).not.toContain(english);
});

test('the report of a build server has no character that the terminal would print escaped, and none is lost', async () => {
  const text = 'Lamp\x7f\x9b31m\u202edone\u2069';
  const report = formatJUnitReport(text, 'unity', [{ ...finding, message: verbatim(text) }], await loadTranslator('en'));
  expect(report).toContain('name="Lamp&#127;&#155;31m&#8238;done&#8297;"');
  expect(report).not.toMatch(/[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
});

test('columns are aligned where letters are twice as wide', () => {
  expect(
    formatRows([
      ['名前', 'x'],
      ['The Lamp', 'y'],
    ]),
  ).toBe('名前      x\nThe Lamp  y');
});
