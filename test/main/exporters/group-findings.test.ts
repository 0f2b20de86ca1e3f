/** The groups of the list of problems. */
import { expect, test } from 'vitest';
import { groupFindings } from '../../../main/exporters/calls.ts';
import type { CheckFinding } from '../../../main/exporters/checks/check-context.ts';
import { verbatim } from '../../../shared/messages/message.ts';

const finding = (severity: CheckFinding['severity'], rule: string, id = 'x'): CheckFinding => ({
  severity,
  rule,
  message: verbatim(rule),
  kind: 'element',
  id,
});

test('[Exports] errors come first, then what breaks the structure, and missing translations last', () => {
  const found = [
    finding('error', 'unknown-variable'),
    finding('warning', 'asset-name-collision'),
    finding('warning', 'dead-end'),
    finding('warning', 'missing-translation'),
    finding('warning', 'rule-of-one-exporter'),
    finding('warning', 'unreachable'),
    finding('error', 'missing-start'),
  ];
  expect(groupFindings(found).map(({ severity, rule }) => `${severity} ${rule}`)).toEqual([
    'error missing-start',
    'error unknown-variable',
    'warning dead-end',
    'warning unreachable',
    'warning asset-name-collision',
    'warning rule-of-one-exporter',
    'warning missing-translation',
  ]);
});

test('[Exports] a group counts all of its findings and lists the first ones', () => {
  const [group, ...others] = groupFindings(
    Array.from({ length: 12_000 }, (_, at) => finding('warning', 'missing-translation', String(at))),
  );
  expect(others).toEqual([]);
  expect(group?.count).toBe(12_000);
  expect(group?.findings.map(({ id }) => id)).toEqual(Array.from({ length: 5_000 }, (_, at) => String(at)));
});
