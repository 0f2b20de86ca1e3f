/** The combined status of a project's targets in the project list. Renders nothing for a project without targets. */

import { useExporters } from '../../state/exporters-store.ts';
import { useTargetsOf } from '../../state/targets-store.ts';
import { describeTargets, displayTargetState, findWorstTarget } from './target-status-display.ts';

export function ProjectTargetStatus({ hash }: { hash: string }) {
  const list = useTargetsOf(hash);
  const exporters = useExporters();
  const worst = findWorstTarget(list);
  if (worst === null) return null;
  const { icon: Icon, tone } = displayTargetState(worst.status);
  return (
    <span className={`project-status ${tone}`}>
      <Icon size={14} aria-hidden />
      <span>{describeTargets({ list, worst, exporters, when: null })}</span>
    </span>
  );
}
