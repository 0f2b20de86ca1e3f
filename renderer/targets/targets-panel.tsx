/** The targets of the project: how each is, and what can be done with it. */
import { FolderPlus } from 'lucide-react';
import { useStore } from 'zustand';
import { ActionButton } from '../actions/action-button.tsx';
import { targets } from '../state/targets.ts';
import { Button } from '../ui/button.tsx';
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
        <h2 className="pane-title">Targets</h2>
        <CheckButton />
        {list.length > 1 && <PauseAll list={list} />}
        {list.length > 1 && (
          <ActionButton name="exportNow" look="quiet">
            Export all now
          </ActionButton>
        )}
        {list.length > 0 && (
          <Button icon={FolderPlus} look="quiet" onPress={showAddTarget}>
            Add a target
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
      <h3>Bring this story into your game</h3>
      <p>
        Choose the folder of your Unity, Unreal or Godot project. Taleport recognises the engine, writes the story’s files into it, and
        writes them again whenever the story changes.
      </p>
      <Button icon={FolderPlus} look="primary" onPress={showAddTarget}>
        Add a target
      </Button>
    </div>
  );
}
