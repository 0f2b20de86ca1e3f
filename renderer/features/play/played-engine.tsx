/** Which interpreter the story is played with: Taleport's own, or that of a game engine, which may stop where Taleport continues. */

import { OctagonX } from 'lucide-react';
import type { PlayState } from '../../../shared/play/play.ts';
import { t } from '../../messages/translate.ts';
import { findGamePlugin, useGamePlugins } from '../../state/game-plugins.ts';
import { Select } from '../../ui/select.tsx';
import { setPlayedAs, usePlaySession } from './play-session.ts';

/** The id of Taleport's own interpreter in the list. */
const ownInterpreterId = 'taleport';

export function PlayedEngineSelect() {
  const playedAs = usePlaySession((session) => session.playedAs);
  const plugins = useGamePlugins().filter(({ scriptProfile }) => scriptProfile !== null);
  const options = [
    { id: ownInterpreterId, label: t('play.as.taleport'), description: t('play.as.taleportHint') },
    ...plugins.map(({ key, label, scriptProfile }) => ({
      id: key,
      label,
      description: scriptProfile?.hasUnreliableResults ? t('play.as.engineHintUnreliable') : t('play.as.engineHint'),
    })),
  ];
  return (
    <div className="play-as">
      <Select
        label={t('play.as.label')}
        isQuiet
        options={options}
        value={playedAs ?? ownInterpreterId}
        onChange={(id) => setPlayedAs(id === ownInterpreterId ? null : id)}
      />
    </div>
  );
}

/** The notice that the game would stop here, so that it shows nothing more. */
export function PlayStopNotice({ state: { stopped } }: { state: PlayState }) {
  const playedAs = usePlaySession((session) => session.playedAs);
  if (stopped === null || playedAs === null) return null;
  const engine = findGamePlugin(playedAs)?.label ?? playedAs;
  return (
    <p className="play-stop" role="alert">
      <OctagonX size={16} aria-hidden />
      {stopped === 'content' ? t('play.stop.content', { engine }) : t('play.stop.choices', { engine })}
    </p>
  );
}
