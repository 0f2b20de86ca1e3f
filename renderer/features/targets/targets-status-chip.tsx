/** The combined status of the targets. Toggles the targets pane. */
import { FolderSync } from 'lucide-react';
import { useAction } from '../../commands/use-action.ts';
import { t } from '../../messages/translate.ts';
import { useTargets } from '../../state/targets-store.ts';
import { Button } from '../../ui/button.tsx';
import { WithTooltip } from '../../ui/tooltip.tsx';
import { targetStateDisplays, worstTargetState } from './target-status-display.ts';
import './targets.css';

export function TargetsStatusChip() {
  const list = useTargets();
  const { run, shortcut } = useAction('toggleTargets');
  const state = worstTargetState(list);
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
