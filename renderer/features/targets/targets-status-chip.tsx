/** The combined status of the targets. Toggles the targets pane. */
import { FolderSync } from 'lucide-react';
import { useAction } from '../../commands/use-action.ts';
import { t } from '../../messages/translate.ts';
import { useExporters } from '../../state/exporters-store.ts';
import { useTargets } from '../../state/targets-store.ts';
import { Button } from '../../ui/button.tsx';
import { WithTooltip } from '../../ui/tooltip.tsx';
import { useDelayedValue } from '../../ui/use-delayed-value.ts';
import { describeTargets, targetStateDisplays, worstTargetState } from './target-status-display.ts';
import './targets.css';

/** The same time of quiet as before a check of the story. */
const QUIET_MS = 2000;

export function TargetsStatusChip() {
  const list = useTargets();
  const exporters = useExporters();
  const { run, shortcut } = useAction('toggleTargets');
  const worst = worstTargetState(list);
  // A script is broken while it is written: only an error that stays is shown.
  const state = useDelayedValue(worst, worst === 'blocked' ? QUIET_MS : 0);
  const display = state === null ? null : targetStateDisplays()[state];
  const Icon = display?.icon ?? FolderSync;
  const label = display
    ? describeTargets(list, { exporters, count: list.filter(({ status }) => status.state === state).length, label: display.label })
    : t('targets.none');
  return (
    <WithTooltip text={list.length === 1 && list[0] ? t(list[0].status.sentence) : t('actions.targets')} keys={shortcut}>
      <Button look="quiet" className={`targets-chip ${display?.tone ?? ''}`} onPress={run}>
        <Icon size={16} aria-hidden className={state === 'writing' ? 'turning' : ''} />
        <span>{label}</span>
      </Button>
    </WithTooltip>
  );
}
