/** The targets of the project: how each is, and what can be done with it. */
import { FolderPlus } from 'lucide-react';
import { useStore } from 'zustand';
import { ActionButton } from '../actions/action-button.tsx';
import { targets } from '../state/targets.ts';
import { Button } from '../ui/button.tsx';
import { targetsWords } from '../words/en/targets.ts';
import { showAddTarget } from './add-target.tsx';
import { CheckButton } from './check-button.tsx';
import { PauseAll } from './pause-all.tsx';
import { TargetCard } from './target-card.tsx';
import './targets.css';

export function TargetsPanel() {
  const { list, isRead } = useStore(targets);
  return (
    <>
      <header className="pane-head targets-head">
        <h2 className="pane-title">{targetsWords.targets}</h2>
        <CheckButton />
        {list.length > 1 && <PauseAll list={list} />}
        {list.length > 1 && (
          <ActionButton name="exportNow" look="quiet">
            {targetsWords.exportAllNow}
          </ActionButton>
        )}
        {list.length > 0 && (
          <Button icon={FolderPlus} look="quiet" onPress={showAddTarget}>
            {targetsWords.addATarget}
          </Button>
        )}
      </header>
      <div className="targets-list">
        {isRead && list.length === 0 && <NoTarget />}
        {list.map((target) => (
          <TargetCard key={target.id} target={target} />
        ))}
      </div>
    </>
  );
}

function NoTarget() {
  return (
    <div className="no-target">
      <h3>{targetsWords.bringThisStoryInto}</h3>
      <p>{targetsWords.chooseTheFolderOf}</p>
      <Button icon={FolderPlus} look="primary" onPress={showAddTarget}>
        {targetsWords.addATarget}
      </Button>
    </div>
  );
}
