/** Records a keyboard shortcut, and shows which actions already use it. */

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Action, genericLabelFor } from '../../commands/action.ts';
import { findShortcutConflicts, setShortcut } from '../../commands/custom-shortcuts.ts';
import { shortcutFromEvent } from '../../commands/shortcut-matching.ts';
import { t } from '../../messages/translate.ts';
import { Button } from '../../ui/button.tsx';
import { formatShortcut, isMac } from '../../ui/shortcut-keys.tsx';

/** Keys that lists, fields and buttons need. */
const reservedKeys = /^(?:Shift\+)?(?:Tab|Enter|Escape|Space|Backspace|Delete|Home|End|Arrow\w+|Page\w+)$/;

export function ShortcutRecorder({ action, onDone }: { action: Action; onDone: () => void }) {
  const [keys, setKeys] = useState<string | null>(null);
  const field = useRef<HTMLButtonElement>(null);
  useEffect(() => field.current?.focus(), []);
  const others = keys === null ? [] : findShortcutConflicts(action, keys);
  const isReserved = keys !== null && action.context === undefined && reservedKeys.test(keys);
  const handleKeyDown = (event: KeyboardEvent) => {
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
