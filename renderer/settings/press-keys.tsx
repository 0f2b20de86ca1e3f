/** Waits for keys to be pressed, and says who has them already. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Action, plainLabel } from '../actions/action.ts';
import { keysPressed } from '../actions/key-match.ts';
import { conflictsOf, setKey } from '../actions/own-keys.ts';
import { Button } from '../ui/button.tsx';
import { isMac, keysInWords } from '../ui/keys.tsx';
import { commonWords } from '../words/en/common.ts';
import { settingsWords } from '../words/en/settings.ts';

const words = settingsWords.shortcuts;
/** Without these no list, field or button could be used. */
const needed = /^(?:Shift\+)?(?:Tab|Enter|Escape|Space|Backspace|Delete|Home|End|Arrow\w+|Page\w+)$/;

export function PressKeys({ action, done }: { action: Action; done: () => void }) {
  const [keys, setKeys] = useState<string | null>(null);
  const field = useRef<HTMLButtonElement>(null);
  useEffect(() => field.current?.focus(), []);
  const others = keys === null ? [] : conflictsOf(action.name, keys);
  const isNeeded = keys !== null && action.place === undefined && needed.test(keys);
  const press = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return done();
    const pressed = keysPressed(event.nativeEvent, isMac);
    if (pressed === null) return;
    if (conflictsOf(action.name, pressed).length > 0 || (action.place === undefined && needed.test(pressed))) setKeys(pressed);
    else use(pressed);
  };
  const use = (pressed: string) => {
    setKey(action.name, pressed);
    done();
  };
  return (
    <div className="press-keys">
      <button
        ref={field}
        type="button"
        className="press-keys-field"
        aria-label={words.pressFor(plainLabel(action))}
        onKeyDown={press}
        onKeyUp={(event) => event.preventDefault()}
      >
        {keys === null ? words.waiting : keysInWords(keys)}
      </button>
      {keys !== null && (
        <p role="status">{isNeeded ? words.needed(keysInWords(keys)) : words.taken(keysInWords(keys), others.map(plainLabel))}</p>
      )}
      {keys !== null && !isNeeded && <Button onPress={() => use(keys)}>{words.useHere}</Button>}
      <Button look="quiet" onPress={done}>
        {commonWords.cancel}
      </Button>
    </div>
  );
}
