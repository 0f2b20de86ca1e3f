/** The ways on from the element that is played, each a button with the digit that chooses it. */
import type { PlayState } from '../../shared/play/play.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { nameOf } from '../state/use-words.ts';
import { Button } from '../ui/button.tsx';
import { playWords } from '../words/en/play.ts';
import { restart, take } from './playing.ts';

export function Choices({ state }: { state: PlayState }) {
  const { choices, project, locale } = state;
  if (choices.length === 0)
    return (
      <div className="play-end">
        <p>{playWords.theStoryEndsHere}</p>
        <Button onPress={restart}>{playWords.playAgain}</Button>
      </div>
    );
  return (
    <ol className="choices" aria-label={playWords.choices}>
      {choices.map(({ id, label, target }, at) => {
        const words = plainText(label).replaceAll('\n', ' ') || nameOf(project, target, locale) || playWords.continue;
        return (
          <li key={id}>
            <button type="button" className="choice" data-way={id} data-key={at < 9 ? at + 1 : undefined} onClick={() => take(id)}>
              {at < 9 && (
                <span className="choice-key" aria-hidden="true">
                  {at + 1}
                </span>
              )}
              <span>{words}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
