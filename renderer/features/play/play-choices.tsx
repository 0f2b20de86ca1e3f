/** The choices at the current element, each a button with its digit shortcut. */

import type { PlayState } from '../../../shared/play/play.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { t } from '../../messages/translate.ts';
import { recordName } from '../../records/names/record-names.ts';
import { Button } from '../../ui/button.tsx';
import { chooseConnection, restartPlay } from './play-session.ts';

export function PlayChoices({ state }: { state: PlayState }) {
  const { choices, project, locale } = state;
  if (choices.length === 0)
    return (
      <div className="play-end">
        <p>{t('play.ended')}</p>
        <Button onPress={restartPlay}>{t('play.playAgain')}</Button>
      </div>
    );
  return (
    <ol className="choices" aria-label={t('play.choices')}>
      {choices.map(({ connectionId, label, targetElementId }, at) => {
        const choiceLabel =
          richTextToPlainText(label).replaceAll('\n', ' ') || recordName(project, targetElementId, locale) || t('play.continue');
        return (
          <li key={connectionId}>
            <button type="button" className="choice" onClick={() => chooseConnection(connectionId)}>
              {at < 9 && (
                <span className="choice-key" aria-hidden="true">
                  {at + 1}
                </span>
              )}
              <span>{choiceLabel}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
