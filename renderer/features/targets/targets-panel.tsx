/** The targets of the project, with their status and controls. */

import { CirclePause, CirclePlay, FolderPlus } from 'lucide-react';
import { useStore } from 'zustand';
import type { Target } from '../../../shared/contracts/targets.ts';
import { ActionButton } from '../../commands/action-button.tsx';
import { t } from '../../messages/translate.ts';
import { useEngineSentence } from '../../state/exporters-store.ts';
import { targetsStore, useTargets } from '../../state/targets-store.ts';
import { Button } from '../../ui/button.tsx';
import { showAddTargetDialog } from './add-target-dialog.tsx';
import { changeTarget, TargetCard } from './target-card.tsx';
import './targets.css';

export function TargetsPanel() {
  const list = useTargets();
  const isLoaded = useStore(targetsStore, (state) => state.isLoaded);
  return (
    <>
      <header className="pane-head targets-head">
        <h2 className="pane-title">{t('targets.targets')}</h2>
        {list.length > 1 && <PauseAllButton list={list} />}
        {list.length > 1 && (
          <ActionButton name="exportNow" variant="quiet">
            {t('targets.exportAllNow')}
          </ActionButton>
        )}
        {list.length > 0 && (
          <Button icon={FolderPlus} variant="quiet" onPress={showAddTargetDialog}>
            {t('targets.add.entry')}
          </Button>
        )}
      </header>
      <div className="targets-list">
        {isLoaded && list.length === 0 && <NoTargets />}
        {list.map((target) => (
          <TargetCard key={target.id} target={target} />
        ))}
      </div>
    </>
  );
}

function NoTargets() {
  return (
    <div className="no-target">
      <h3>{t('targets.empty.title')}</h3>
      <p>{useEngineSentence((engines) => t('targets.empty.hint', { engines }))}</p>
      <Button icon={FolderPlus} variant="primary" onPress={showAddTargetDialog}>
        {t('targets.add.entry')}
      </Button>
    </div>
  );
}

/** Pauses or resumes all targets of the project. */
function PauseAllButton({ list }: { list: readonly Target[] }) {
  const isOn = list.some(({ on }) => on);
  const toggleAll = () => Promise.all(list.filter(({ on }) => on === isOn).map((target) => changeTarget(target, { on: !isOn })));
  return (
    <Button icon={isOn ? CirclePause : CirclePlay} variant="quiet" onPress={() => void toggleAll()}>
      {isOn ? t('targets.pauseAll') : t('targets.resumeAll')}
    </Button>
  );
}
