/** Pauses all targets of the project, or lets them go on. */
import { CirclePause, CirclePlay } from 'lucide-react';
import type { Target } from '../../shared/targets.ts';
import { Button } from '../ui/button.tsx';
import { targetsWords } from '../words/en/targets.ts';
import { change } from './target-card.tsx';

export function PauseAll({ list }: { list: readonly Target[] }) {
  const isOn = list.some(({ on }) => on);
  const flip = () => Promise.all(list.filter(({ on }) => on === isOn).map((target) => change(target, { on: !isOn })));
  return (
    <Button icon={isOn ? CirclePause : CirclePlay} look="quiet" onPress={() => void flip()}>
      {isOn ? targetsWords.pauseAll : targetsWords.letAllGoOn}
    </Button>
  );
}
