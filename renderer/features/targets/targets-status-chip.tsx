/** The combined status of the targets. Toggles the targets pane; as long as there is none, it adds the first one. */
import { FolderSync } from 'lucide-react';
import { useStore } from 'zustand';
import { useAction } from '../../commands/use-action.ts';
import { t } from '../../messages/translate.ts';
import { useExporters } from '../../state/exporters-store.ts';
import { targetsStore, useTargets } from '../../state/targets-store.ts';
import { Button } from '../../ui/button.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { WithTooltip } from '../../ui/tooltip.tsx';
import { describeTargets, displayTargetState, findWorstTarget } from './target-status-display.ts';
import { useShownStatus } from './use-shown-status.ts';
import './targets.css';

export function TargetsStatusChip() {
  const targets = useTargets();
  const exporters = useExporters();
  const isLoaded = useStore(targetsStore, (state) => state.isLoaded);
  const toggle = useAction('toggleTargets');
  const add = useAction('addTarget');
  const { run, label, shortcut } = isLoaded && targets.length === 0 ? add : toggle;
  const current = findWorstTarget(targets);
  const status = useShownStatus(current?.status);
  const worst = current && status ? { ...current, status } : null;
  const list = targets.map((target) => (target.id === worst?.id ? worst : target));
  const when = useRelativeTime(worst?.status.lastExport ?? null);
  const { icon: Icon, tone } = worst ? displayTargetState(worst.status) : noTarget;
  return (
    <WithTooltip text={list.length === 1 && list[0] ? t(list[0].status.sentence) : label} keys={shortcut}>
      <Button variant="quiet" className={`targets-chip ${tone}`} onPress={run}>
        <Icon size={16} aria-hidden className={worst?.status.state === 'writing' ? 'spinning' : ''} />
        {worst ? (
          <>
            <span className="status-short">{describeTargets({ list, worst, exporters, when: null })}</span>
            <span className="status-long">{describeTargets({ list, worst, exporters, when })}</span>
          </>
        ) : (
          <span>{t('targets.none')}</span>
        )}
      </Button>
    </WithTooltip>
  );
}

const noTarget = { icon: FolderSync, tone: '' };
