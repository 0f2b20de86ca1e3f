/** The combined status of the targets. Toggles the targets pane. */
import { FolderSync } from 'lucide-react';
import { useAction } from '../../commands/use-action.ts';
import { t } from '../../messages/translate.ts';
import { useTargets } from '../../state/targets-store.ts';
import { Button } from '../../ui/button.tsx';
import { WithTooltip } from '../../ui/tooltip.tsx';
import { useDelayedValue } from '../../ui/use-delayed-value.ts';
import { targetStateDisplays, worstTargetState } from './target-status-display.ts';
import './targets.css';

/** The same time of quiet as before a check of the story. */
const QUIET_MS = 2000;

export function TargetsStatusChip() {
  const list = useTargets();
  const { run, shortcut } = useAction('toggleTargets');
  const worst = worstTargetState(list);
  // A script is broken while it is written: only an error that stays is shown.
  const state = useDelayedValue(worst, worst === 'blocked' ? QUIET_MS : 0);
  const display = state === null ? null : targetStateDisplays()[state];
  const Icon = display?.icon ?? FolderSync;
  const label = display
    ? statusSummary(list.length, list.filter(({ status }) => status.state === state).length, display.label)
    : t('targets.none');
  return (
    <WithTooltip text={list.length === 1 && list[0] ? t(list[0].status.sentence) : t('targets.togglePanel')} keys={shortcut}>
      <Button look="quiet" className={`targets-chip ${display?.tone ?? ''}`} onPress={run}>
        <Icon size={16} aria-hidden className={state === 'writing' ? 'turning' : ''} />
        <span>{label}</span>
      </Button>
    </WithTooltip>
  );
}

/** `Up to date`, `2 targets: up to date`, `1 of 2 targets: blocked`. */
function statusSummary(all: number, count: number, label: string): string {
  if (all === 1) return label;
  return t('targets.ofAll', { isAll: count === all, these: count, all, words: label.toLowerCase() });
}
