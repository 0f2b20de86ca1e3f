/** The settings' section in which the shortcut of each action can be changed. */

import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Action, actionGroups, genericLabelFor } from '../../commands/action.ts';
import { listActions, shortcutsOf } from '../../commands/action-registry.ts';
import { clearShortcuts, resetAllShortcuts, resetShortcuts } from '../../commands/custom-shortcuts.ts';
import { t } from '../../messages/translate.ts';
import { useShortcutSettings } from '../../state/shortcut-settings.ts';
import { Button } from '../../ui/button.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ShortcutRecorder } from './shortcut-recorder.tsx';
import './shortcuts.css';
import '../../ui/section.css';

export function ShortcutsSection() {
  const own = useShortcutSettings((state) => state.shortcuts);
  const [part, setPart] = useState('');
  const [changing, setChanging] = useState<string | null>(null);
  /** The action whose shortcut was just changed: the focus returns to its button. */
  const [changed, setChanged] = useState<string | null>(null);
  const change = (name: string | null) => {
    setChanged(changing);
    setChanging(name);
  };
  const wanted = part.trim().toLowerCase();
  const found = listActions().filter((action) => !action.isHandledByBrowser && genericLabelFor(action).toLowerCase().includes(wanted));
  return (
    <section className="settings-section">
      <div className="settings-head">
        <h3>{t('settings.shortcuts.title')}</h3>
        <Button icon={RotateCcw} isDisabled={Object.keys(own).length === 0} onPress={resetAllShortcuts}>
          {t('settings.shortcuts.resetAll')}
        </Button>
      </div>
      <p>{t('settings.shortcuts.says')}</p>
      <TextField
        label={t('settings.shortcuts.find')}
        isLabelHidden
        placeholder={t('settings.shortcuts.find')}
        value={part}
        onChange={setPart}
      />
      {found.length === 0 && <p className="settings-none">{t('settings.shortcuts.none')}</p>}
      {actionGroups.map((group) => {
        const inGroup = found.filter((action) => action.group === group);
        return (
          inGroup.length > 0 && (
            <ul key={group} className="shortcuts" aria-label={t(`actions.groups.${group}`)}>
              <li className="shortcuts-head" aria-hidden>
                {t(`actions.groups.${group}`)}
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
  const place = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the keys have been pressed
  useEffect(() => {
    if (wasChanged) place.current?.closest('.shortcut')?.querySelector('button')?.focus();
  }, []);
  const keys = shortcutsOf(action);
  const says = genericLabelFor(action);
  return (
    <>
      <span ref={place} className="shortcut-keys">
        {keys.length === 0 ? t('settings.shortcuts.noKeys') : keys.map((each) => <ShortcutKeys key={each} keys={each} />)}
      </span>
      {isOwn && <span className="shortcut-own">{t('settings.shortcuts.own')}</span>}
      <MenuButton
        label={t('settings.shortcuts.changeThe', { action: says })}
        entries={[
          { id: 'change', label: t('settings.shortcuts.press'), run: change },
          { id: 'reset', label: t('settings.shortcuts.reset'), isDisabled: !isOwn, run: () => resetShortcuts(action) },
          { id: 'take', label: t('settings.shortcuts.take'), isDisabled: keys.length === 0, run: () => clearShortcuts(action) },
        ]}
      />
    </>
  );
}
