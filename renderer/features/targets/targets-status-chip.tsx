/** The state of the targets, always visible; shows and hides their pane. */
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
  const how = state === null ? null : targetStateDisplays()[state];
  const Icon = how?.icon ?? FolderSync;
  const words = how ? statusSummary(list.length, list.filter(({ status }) => status.state === state).length, how.words) : t('targets.none');
  return (
    <WithTooltip text={list.length === 1 && list[0] ? list[0].status.sentence : t('targets.togglePanel')} keys={shortcut}>
      <Button look="quiet" className={`targets-chip ${how?.tone ?? ''}`} onPress={run}>
        <Icon size={16} aria-hidden className={state === 'writing' ? 'turning' : ''} />
        <span>{words}</span>
      </Button>
    </WithTooltip>
  );
}

/** `Up to date`, `2 targets: up to date`, `1 of 2 targets: blocked`. */
function statusSummary(all: number, these: number, words: string): string {
  if (all === 1) return words;
  return t('targets.ofAll', { isAll: these === all, these, all, words: words.toLowerCase() });
}
