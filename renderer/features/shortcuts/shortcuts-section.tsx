/** All actions with their keys, and other keys for them. */
import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Action, actionGroups, genericLabelFor } from '../../commands/action.ts';
import { actions, shortcutsFor } from '../../commands/action-registry.ts';
import { clearShortcuts, resetAllShortcuts, resetShortcuts } from '../../commands/custom-shortcuts.ts';
import { actionsMessages } from '../../messages/en/actions.ts';
import { settingsMessages } from '../../messages/en/settings.ts';
import { usePreferences } from '../../state/preferences.ts';
import { Button } from '../../ui/button.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ShortcutRecorder } from './shortcut-recorder.tsx';
import './shortcuts.css';
import '../../ui/section.css';

const messages = settingsMessages.shortcuts;

export function ShortcutsSection() {
  const own = usePreferences((look) => look.keys);
  const [part, setPart] = useState('');
  const [changing, setChanging] = useState<string | null>(null);
  /** Whose keys were just changed: the keyboard goes back to its button. */
  const [changed, setChanged] = useState<string | null>(null);
  const change = (name: string | null) => {
    setChanged(changing);
    setChanging(name);
  };
  const wanted = part.trim().toLowerCase();
  const found = actions.filter((action) => !action.isHandledByBrowser && genericLabelFor(action).toLowerCase().includes(wanted));
  return (
    <section className="settings-section">
      <div className="settings-head">
        <h3>{messages.title}</h3>
        <Button icon={RotateCcw} isDisabled={Object.keys(own).length === 0} onPress={resetAllShortcuts}>
          {messages.resetAll}
        </Button>
      </div>
      <p>{messages.says}</p>
      <TextField label={messages.find} isLabelHidden placeholder={messages.find} value={part} onChange={setPart} />
      {found.length === 0 && <p className="settings-none">{messages.none}</p>}
      {actionGroups.map((group) => {
        const inGroup = found.filter((action) => action.group === group);
        return (
          inGroup.length > 0 && (
            <ul key={group} className="shortcuts" aria-label={actionsMessages.groups[group]}>
              <li className="shortcuts-head" aria-hidden>
                {actionsMessages.groups[group]}
              </li>
              {inGroup.map((action) => (
                <li key={action.name} className="shortcut">
                  <span className="shortcut-name">{genericLabelFor(action)}</span>
                  {changing === action.name ? (
                    <ShortcutRecorder action={action} onDone={() => change(null)} />
                  ) : (
                    <ShortcutItem
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

function ShortcutItem({ action, isOwn, change, wasChanged }: { action: Action; isOwn: boolean; change: () => void; wasChanged: boolean }) {
  const { name } = action;
  const place = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the keys have been pressed
  useEffect(() => {
    if (wasChanged) place.current?.closest('.shortcut')?.querySelector('button')?.focus();
  }, []);
  const keys = shortcutsFor(name);
  const says = genericLabelFor(action);
  return (
    <>
      <span ref={place} className="shortcut-keys">
        {keys.length === 0 ? messages.noKeys : keys.map((each) => <ShortcutKeys key={each} keys={each} />)}
      </span>
      {isOwn && <span className="shortcut-own">{messages.own}</span>}
      <MenuButton
        label={messages.changeThe(says)}
        entries={[
          { id: 'change', label: messages.press, run: change },
          { id: 'reset', label: messages.reset, isDisabled: !isOwn, run: () => resetShortcuts(name) },
          { id: 'take', label: messages.take, isDisabled: keys.length === 0, run: () => clearShortcuts(name) },
        ]}
      />
    </>
  );
}
