/** How many problems the story has. Toggles their list. It is rendered even before the first check, as an icon in the same width, so that the buttons beside it do not move. */
import { ListChecks } from 'lucide-react';
import { useStore } from 'zustand';
import type { StoryProblems } from '../../../shared/contracts/findings.ts';
import { useAction } from '../../commands/use-action.ts';
import { formatNumber, t } from '../../messages/translate.ts';
import { severityIcons } from '../../records/problems/problem-badge.tsx';
import { problemsStore, untranslatedRule } from '../../records/problems/problems-store.ts';
import { Button } from '../../ui/button.tsx';
import { WithTooltip } from '../../ui/tooltip.tsx';
import './problems.css';

export function ProblemsChip() {
  const problems = useStore(problemsStore, (state) => state.problems);
  const { run, shortcut } = useAction('toggleProblems');
  const { severity, count } = problems ? summarize(problems) : { severity: null, count: 0 };
  const Icon = severity === null ? ListChecks : severityIcons[severity];
  const summary = severity === null ? t('problems.none') : t('problems.summary', { counts: t(`common.counted.${severity}`, { count }) });
  const label = problems ? summary : t('problems.title');
  return (
    <WithTooltip text={label} keys={shortcut}>
      <Button variant="quiet" className={`problems-chip ${severity ?? (problems ? 'none' : '')}`} aria-label={label} onPress={run}>
        <Icon size={16} aria-hidden />
        {problems && severity === null && <span className="status-none">{label}</span>}
        {problems && <span className={severity === null ? 'status-count' : undefined}>{formatNumber(count)}</span>}
      </Button>
    </WithTooltip>
  );
}

/** The most severe kind of problems and their number. Missing translations are work to do, not problems. */
function summarize({ groups }: StoryProblems) {
  const counted = groups.filter(({ rule }) => rule !== untranslatedRule);
  const severity = counted[0]?.severity ?? null;
  return { severity, count: counted.filter((group) => group.severity === severity).reduce((sum, group) => sum + group.count, 0) };
}
