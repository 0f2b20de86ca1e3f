/** How the targets are, always in sight; opens and closes their panel. */
import { FolderSync } from 'lucide-react';
import { useAction } from '../actions/use-action.ts';
import { togglePane } from '../state/look.ts';
import { useTargets } from '../state/targets.ts';
import { Button } from '../ui/button.tsx';
import { WithTooltip } from '../ui/tooltip.tsx';
import { targetsWords } from '../words/en/targets.ts';
import { states, together } from './target-words.ts';
import './targets.css';

export function TargetsChip() {
  const list = useTargets();
  const { keys } = useAction('targets');
  const state = together(list);
  const how = state === null ? null : states[state];
  const Icon = how?.icon ?? FolderSync;
  const words = how
    ? howMany(list.length, list.filter(({ status }) => status.state === state).length, how.words)
    : targetsWords.noTargetYet;
  return (
    <WithTooltip text={list.length === 1 && list[0] ? list[0].status.sentence : targetsWords.showOrHideThe} keys={keys}>
      <Button look="quiet" className={`targets-chip ${how?.tone ?? ''}`} onPress={() => togglePane('targets')}>
        <Icon size={16} aria-hidden className={state === 'writing' ? 'turning' : ''} />
        <span>{words}</span>
      </Button>
    </WithTooltip>
  );
}

/** `Up to date`, `2 targets: up to date`, `1 of 2 targets: blocked`. */
function howMany(all: number, these: number, words: string): string {
  if (all === 1) return words;
  return targetsWords.ofAll(these, all, words.toLowerCase());
}
