/** The targets of the project: how each is, and what can be done with it. */
import { FolderPlus } from 'lucide-react';
import { useStore } from 'zustand';
import { ActionButton } from '../../commands/action-button.tsx';
import { targetsMessages } from '../../messages/en/targets.ts';
import { targetsStore } from '../../state/targets-store.ts';
import { Button } from '../../ui/button.tsx';
import { showAddTarget } from './add-target-dialog.tsx';
import { CheckStoryButton } from './check-story-button.tsx';
import { PauseAllButton } from './pause-all-button.tsx';
import { TargetCard } from './target-card.tsx';
import './targets.css';

export function TargetsPanel() {
  const { list, isLoaded } = useStore(targetsStore);
  return (
    <>
      <header className="pane-head targets-head">
        <h2 className="pane-title">{targetsMessages.targets}</h2>
        <CheckStoryButton />
        {list.length > 1 && <PauseAllButton list={list} />}
        {list.length > 1 && (
          <ActionButton name="exportNow" look="quiet">
            {targetsMessages.exportAllNow}
          </ActionButton>
        )}
        {list.length > 0 && (
          <Button icon={FolderPlus} look="quiet" onPress={showAddTarget}>
            {targetsMessages.addATarget}
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
      <h3>{targetsMessages.bringThisStoryInto}</h3>
      <p>{targetsMessages.chooseTheFolderOf}</p>
      <Button icon={FolderPlus} look="primary" onPress={showAddTarget}>
        {targetsMessages.addATarget}
      </Button>
    </div>
  );
}
