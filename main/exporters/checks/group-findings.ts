/** Groups the findings of a story for the list of problems. */
import type { Finding, FindingGroup } from '../../../shared/contracts/findings.ts';

/** More findings of one group are only counted. */
const MAX_LISTED_FINDINGS = 300;

/** What breaks the structure of the story, then its scripts, then its texts and files. Rules that are not listed here come after those. */
const ruleOrder = [
  'missing-start',
  'dangling-id',
  'dead-end',
  'unreachable',
  'script',
  'unknown-variable',
  'unknown-element',
  'empty-condition',
  'sets-in-condition',
  'game-stops',
  'differs-in-game',
  'dangling-mention',
  'text-outside-blocks',
  'asset-name-collision',
];
/** A story has many of these while it is written, and none of them is a mistake. */
const lastRule = 'missing-translation';

const severities: readonly Finding['severity'][] = ['error', 'warning', 'hint'];

/** `findings` are sorted by severity and rule, as checkStory returns them. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups: (FindingGroup & { count: number; readonly findings: Finding[] })[] = [];
  for (const finding of findings) {
    const { rule, severity } = finding;
    let group = groups.at(-1);
    if (group?.rule !== rule || group.severity !== severity) {
      group = { rule, severity, count: 0, findings: [] };
      groups.push(group);
    }
    group.count += 1;
    if (group.findings.length < MAX_LISTED_FINDINGS) group.findings.push(finding);
  }
  return groups.sort(
    (one, two) => severities.indexOf(one.severity) - severities.indexOf(two.severity) || rankOf(one.rule) - rankOf(two.rule),
  );
}

function rankOf(rule: string): number {
  if (rule === lastRule) return ruleOrder.length + 1;
  const rank = ruleOrder.indexOf(rule);
  return rank < 0 ? ruleOrder.length : rank;
}
