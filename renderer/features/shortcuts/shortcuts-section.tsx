/** The settings section for changing the shortcuts of actions. */
import { RotateCcw } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Action, actionGroups, genericLabelFor } from '../../commands/action.ts';
import { listActions, shortcutsOf } from '../../commands/action-registry.ts';
import { clearShortcuts, findShortcutConflicts, resetAllShortcuts, resetShortcuts, setShortcut } from '../../commands/custom-shortcuts.ts';
import { shortcutFromEvent } from '../../commands/shortcut-matching.ts';
import { t } from '../../messages/translate.ts';
import { matchesName } from '../../records/search/match-options.ts';
import { useShortcutSettings } from '../../state/shortcut-settings.ts';
import { Button } from '../../ui/button.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { formatShortcut, isMac, ShortcutKeys } from '../../ui/shortcut-keys.tsx';
import { TextField } from '../../ui/text-field.tsx';
import './shortcuts.css';
import '../../ui/section.css';

export function ShortcutsSection() {
  const customShortcuts = useShortcutSettings((state) => state.shortcuts);
  const [query, setQuery] = useState('');
  const [changing, setChanging] = useState<string | null>(null);
  /** The action whose shortcut was just changed: the focus returns to its button. */
  const [changed, setChanged] = useState<string | null>(null);
  const change = (name: string | null) => {
    setChanged(changing);
    setChanging(name);
  };
  const found = listActions().filter((action) => !action.isHandledByBrowser && matchesName(genericLabelFor(action), query));
  return (
    <section className="settings-section">
      <div className="settings-head">
        <h3>{t('settings.shortcuts.title')}</h3>
        <Button icon={RotateCcw} isDisabled={Object.keys(customShortcuts).length === 0} onPress={resetAllShortcuts}>
          {t('settings.shortcuts.resetAll')}
        </Button>
      </div>
      <p>{t('settings.shortcuts.hint')}</p>
      <TextField
        label={t('settings.shortcuts.find')}
        isLabelHidden
        placeholder={t('settings.shortcuts.find')}
        value={query}
        onChange={setQuery}
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
                      isCustom={customShortcuts[action.name] !== undefined}
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

function ShortcutItem({
  action,
  isCustom,
  change,
  wasChanged,
}: {
  action: Action;
  isCustom: boolean;
  change: () => void;
  wasChanged: boolean;
}) {
  const container = useRef<HTMLSpanElement>(null);
  const focusIfChanged = useEffectEvent(() => {
    if (wasChanged) container.current?.closest('.shortcut')?.querySelector('button')?.focus();
  });
  // The item is mounted again when recording ends; later renders must not move the focus.
  useEffect(() => focusIfChanged(), []);
  const keys = shortcutsOf(action);
  const label = genericLabelFor(action);
  return (
    <>
      <span ref={container} className="shortcut-keys">
        {keys.length === 0 ? t('settings.shortcuts.noKeys') : keys.map((each) => <ShortcutKeys key={each} keys={each} />)}
      </span>
      {isCustom && <span className="shortcut-custom">{t('settings.shortcuts.custom')}</span>}
      <MenuButton
        label={t('settings.shortcuts.changeLabel', { action: label })}
        entries={[
          { id: 'change', label: t('settings.shortcuts.change'), run: change },
          { id: 'reset', label: t('settings.shortcuts.reset'), isDisabled: !isCustom, run: () => resetShortcuts(action) },
          { id: 'take', label: t('settings.shortcuts.clear'), isDisabled: keys.length === 0, run: () => clearShortcuts(action) },
        ]}
      />
    </>
  );
}

/** Keys that lists, fields and buttons need. */
const reservedKeys = /^(?:Shift\+)?(?:Tab|Enter|Escape|Space|Backspace|Delete|Home|End|Arrow\w+|Page\w+)$/;

/** Records a keyboard shortcut, and shows which actions already use it. */
function ShortcutRecorder({ action, onDone }: { action: Action; onDone: () => void }) {
  const [keys, setKeys] = useState<string | null>(null);
  const field = useRef<HTMLButtonElement>(null);
  useEffect(() => field.current?.focus(), []);
  const others = keys === null ? [] : findShortcutConflicts(action, keys);
  const isReserved = keys !== null && action.context === undefined && reservedKeys.test(keys);
  const handleKeyDown = (event: KeyboardEvent) => {
    // Leads to the buttons that say what happens with the recorded keys.
    if (keys !== null && event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return onDone();
    const pressed = shortcutFromEvent(event.nativeEvent, isMac);
    if (pressed === null) return;
    if (findShortcutConflicts(action, pressed).length > 0 || (action.context === undefined && reservedKeys.test(pressed))) setKeys(pressed);
    else use(pressed);
  };
  const use = (pressed: string) => {
    setShortcut(action, pressed);
    onDone();
  };
  return (
    <div className="press-keys">
      <button
        ref={field}
        type="button"
        className="press-keys-field"
        aria-label={t('settings.shortcuts.changePrompt', { action: genericLabelFor(action) })}
        onKeyDown={handleKeyDown}
        onKeyUp={(event) => event.preventDefault()}
      >
        {keys === null ? t('settings.shortcuts.waiting') : formatShortcut(keys)}
      </button>
      {keys !== null && (
        <p role="status">
          {isReserved
            ? t('settings.shortcuts.needed', { keys: formatShortcut(keys) })
            : t('settings.shortcuts.taken', { keys: formatShortcut(keys), actions: others.map(genericLabelFor) })}
        </p>
      )}
      {keys !== null && !isReserved && <Button onPress={() => use(keys)}>{t('settings.shortcuts.useHere')}</Button>}
      <Button variant="quiet" onPress={onDone}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
