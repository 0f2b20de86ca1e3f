/** The buttons of a mirror: answer, look now, pause, go on. The same in the panel of a project and in the list of all. */
import { CircleHelp, CirclePause, CirclePlay, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components';
import { useMirrors } from '../state/mirrors.ts';
import { Button } from '../ui/button.tsx';
import { MenuPopover } from '../ui/menu.tsx';
import { mirrorWords } from '../words/en/mirror.ts';
import { showQuestions } from './show-mirror.ts';
import { goOn, lookNow, pause, type Which } from './steer.ts';

/** null: all mirrors together. */
export function MirrorTools({ hash }: { hash: Which }) {
  const { questions, isPaused } = useTogether(hash);
  const [isLooking, setLooking] = useState(false);
  const look = () => {
    setLooking(true);
    void lookNow(hash)
      .catch(() => undefined)
      .finally(() => setLooking(false));
  };
  return (
    <>
      {hash !== null && questions > 0 && (
        <Button icon={CircleHelp} look="primary" onPress={() => void showQuestions(hash)}>
          {mirrorWords.answerCount(questions)}
        </Button>
      )}
      <Button icon={RefreshCw} look="quiet" isPending={isLooking} onPress={look}>
        {isLooking ? mirrorWords.looking : hash === null ? mirrorWords.lookAll : mirrorWords.lookNow}
      </Button>
      {isPaused ? (
        <Button icon={CirclePlay} look="quiet" onPress={() => void goOn(hash)}>
          {hash === null ? mirrorWords.goOnAll : mirrorWords.goOn}
        </Button>
      ) : (
        <PauseMenu hash={hash} />
      )}
    </>
  );
}

/** Read off the store in parts, so that the buttons are drawn again only when one of them changes. */
function useTogether(hash: Which): { questions: number; isPaused: boolean } {
  const questions = useMirrors(({ list }) =>
    sumOf(list.filter((each) => hash === null || each.hash === hash).map((each) => each.questions)),
  );
  const isPaused = useMirrors(({ list }) => list.every((each) => (hash !== null && each.hash !== hash) || each.state === 'paused'));
  return { questions, isPaused };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

function PauseMenu({ hash }: { hash: Which }) {
  return (
    <MenuTrigger>
      <Button icon={CirclePause} look="quiet">
        {hash === null ? mirrorWords.pauseAll : mirrorWords.pause}
      </Button>
      <MenuPopover placement="bottom end">
        <Menu className="menu" aria-label={mirrorWords.pause}>
          <MenuItem className="menu-item" onAction={() => void pause(hash, 30)}>
            {mirrorWords.pauseHalfHour}
          </MenuItem>
          <MenuItem className="menu-item" onAction={() => void pause(hash, 'open')}>
            {mirrorWords.pauseOpen}
          </MenuItem>
        </Menu>
      </MenuPopover>
    </MenuTrigger>
  );
}
