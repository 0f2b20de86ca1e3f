/** All actions with their keys, and other keys for them. */
import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Action, actionGroups, plainLabel } from '../actions/action.ts';
import { actions, keysOf } from '../actions/actions.ts';
import { resetAllKeys, resetKeys, takeKeys } from '../actions/own-keys.ts';
import { useLook } from '../state/look.ts';
import { Button } from '../ui/button.tsx';
import { Keys } from '../ui/keys.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { TextField } from '../ui/text-field.tsx';
import { actionsWords } from '../words/en/actions.ts';
import { settingsWords } from '../words/en/settings.ts';
import { PressKeys } from './press-keys.tsx';
import './shortcuts.css';

const words = settingsWords.shortcuts;

export function ShortcutsSection() {
  const own = useLook((look) => look.keys);
  const [part, setPart] = useState('');
  const [changing, setChanging] = useState<string | null>(null);
  /** Whose keys were just changed: the keyboard goes back to its button. */
  const [changed, setChanged] = useState<string | null>(null);
  const change = (name: string | null) => {
    setChanged(changing);
    setChanging(name);
  };
  const wanted = part.trim().toLowerCase();
  const found = actions.filter((action) => !action.byBrowser && plainLabel(action).toLowerCase().includes(wanted));
  return (
    <section className="settings-section">
      <div className="settings-head">
        <h3>{words.title}</h3>
        <Button icon={RotateCcw} isDisabled={Object.keys(own).length === 0} onPress={resetAllKeys}>
          {words.resetAll}
        </Button>
      </div>
      <p>{words.says}</p>
      <TextField label={words.find} isLabelHidden placeholder={words.find} value={part} onChange={setPart} />
      {found.length === 0 && <p className="settings-none">{words.none}</p>}
      {actionGroups.map((group) => {
        const inGroup = found.filter((action) => action.group === group);
        return (
          inGroup.length > 0 && (
            <ul key={group} className="shortcuts" aria-label={actionsWords.groups[group]}>
              <li className="shortcuts-head" aria-hidden>
                {actionsWords.groups[group]}
              </li>
              {inGroup.map((action) => (
                <li key={action.name} className="shortcut">
                  <span className="shortcut-name">{plainLabel(action)}</span>
                  {changing === action.name ? (
                    <PressKeys action={action} done={() => change(null)} />
                  ) : (
                    <Shown
                      action={action}
                      isOwn={own[action.name] !== undefined}
                      change={() => change(action.name)}
                      wasChanged={changed === action.name}
                    />
                  )}
                </li>
              ))}
            </ul>
          )
        );
      })}
    </section>
  );
}

function Shown({ action, isOwn, change, wasChanged }: { action: Action; isOwn: boolean; change: () => void; wasChanged: boolean }) {
  const { name } = action;
  const place = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the keys have been pressed
  useEffect(() => {
    if (wasChanged) place.current?.closest('.shortcut')?.querySelector('button')?.focus();
  }, []);
  const keys = keysOf(name);
  const says = plainLabel(action);
  return (
    <>
      <span ref={place} className="shortcut-keys">
        {keys.length === 0 ? words.noKeys : keys.map((each) => <Keys key={each} keys={each} />)}
      </span>
      {isOwn && <span className="shortcut-own">{words.own}</span>}
      <MenuButton
        label={words.changeThe(says)}
        entries={[
          { id: 'change', label: words.press, run: change },
          { id: 'reset', label: words.reset, isDisabled: !isOwn, run: () => resetKeys(name) },
          { id: 'take', label: words.take, isDisabled: keys.length === 0, run: () => takeKeys(name) },
        ]}
      />
    </>
  );
}
