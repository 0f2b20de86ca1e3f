/** Groups the findings of a story for the list of problems. */
import { type Finding, type FindingGroup, findingRules, findingSeverities } from '../../../shared/contracts/findings.ts';

/** The maximum number of findings in a group. Further ones are only counted. */
const maxListedFindings = 300;

/** The rules that do not depend on an exporter. The rules of exporters come before the last one of `findingRules`. */
const firstRules: readonly string[] = findingRules.slice(0, -1);
const lastRule: string | undefined = findingRules.at(-1);
/** `findings` must be sorted by severity and rule, as checkStory returns them. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups: (FindingGroup & { count: number; missingTexts?: Record<string, number>; readonly findings: Finding[] })[] = [];
  for (const finding of findings) {
    const { rule, severity } = finding;
    let group = groups.at(-1);
    if (group?.rule !== rule || group.severity !== severity) {
      group = { rule, severity, count: 0, findings: [] };
      groups.push(group);
    }
    group.count += 1;
    if (finding.missingTexts) {
      group.missingTexts ??= {};
      for (const [iso, count] of Object.entries(finding.missingTexts)) group.missingTexts[iso] = (group.missingTexts[iso] ?? 0) + count;
    }
    if (group.findings.length < maxListedFindings) group.findings.push(finding);
  }
  return groups.sort(
    (one, two) => findingSeverities.indexOf(one.severity) - findingSeverities.indexOf(two.severity) || rankOf(one.rule) - rankOf(two.rule),
  );
}

function rankOf(rule: string): number {
  if (rule === lastRule) return firstRules.length + 1;
  const rank = firstRules.indexOf(rule);
  return rank < 0 ? firstRules.length : rank;
}
