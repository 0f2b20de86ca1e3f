/** Pauses or resumes all targets of the project. */

import { CirclePause, CirclePlay } from 'lucide-react';
import type { Target } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import { Button } from '../../ui/button.tsx';
import { changeTarget } from './target-card.tsx';

export function PauseAllButton({ list }: { list: readonly Target[] }) {
  const isOn = list.some(({ on }) => on);
  const toggleAll = () => Promise.all(list.filter(({ on }) => on === isOn).map((target) => changeTarget(target, { on: !isOn })));
  return (
    <Button icon={isOn ? CirclePause : CirclePlay} look="quiet" onPress={() => void toggleAll()}>
      {isOn ? t('targets.pauseAll') : t('targets.resumeAll')}
    </Button>
  );
}
