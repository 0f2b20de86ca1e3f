/** The combined status of a project's targets in the project list. Renders nothing for a project without targets. */

import { useTargetsOf } from '../../state/all-targets-store.ts';
import { useExporters } from '../../state/exporters-store.ts';
import { describeTargets, targetStateDisplays, worstTargetState } from './target-status-display.ts';

export function ProjectTargetStatus({ hash }: { hash: string }) {
  const list = useTargetsOf(hash);
  const exporters = useExporters();
  const worst = worstTargetState(list);
  if (worst === null) return null;
  const { icon: Icon, label, tone } = targetStateDisplays()[worst];
  const count = list.filter(({ status }) => status.state === worst).length;
  return (
    <span className={`project-status ${tone}`}>
      <Icon size={14} aria-hidden />
      <span>{describeTargets(list, { exporters, count, label })}</span>
    </span>
  );
}
