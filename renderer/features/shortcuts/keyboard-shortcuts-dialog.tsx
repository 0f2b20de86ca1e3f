/** The list of all keys, drawn from the list of actions and from what the canvas, lists and the player take. */

import { actionGroups, genericLabelFor } from '../../commands/action.ts';
import { actions, shortcutsFor } from '../../commands/action-registry.ts';
import { t } from '../../messages/translate.ts';
import { preferencesStore, usePreferences } from '../../state/preferences.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx';
import { Switch } from '../../ui/switch.tsx';
import { boardShortcuts } from '../board/board-shortcuts.ts';
import { conflictShortcutList } from '../sync/conflict-shortcuts.ts';
import './keyboard-shortcuts-dialog.css';

export const showKeyboardShortcuts = (): void => showDialog((close) => <KeyboardShortcutsDialog close={close} />);
/** What lists and trees take by themselves. */
const treeShortcuts: readonly { keys: readonly string[]; label: string }[] = [
  { keys: ['Enter'], label: t('actions.inLists.open') },
  { keys: ['Shift+F10'], label: t('actions.inLists.menu') },
];

const playShortcuts: readonly { keys: readonly string[]; label: string }[] = [
  { keys: ['1', '9'], label: t('actions.playing.choose') },
  { keys: ['Backspace'], label: t('actions.playing.back') },
];

function KeyboardShortcutsDialog({ close }: { close: () => void }) {
  const questionKey = usePreferences((state) => state.questionKey);
  return (
    <Dialog title={t('actions.keysTitle')} onClose={close} width={760}>
      <div className="keys-sheet">
        {actionGroups.map((group) => (
          <ShortcutGroup
            key={group}
            name={t(`actions.groups.${group}`)}
            entries={[
              ...actions
                .filter((action) => action.group === group && shortcutsFor(action.name).length > 0 && action.name !== 'keysByQuestion')
                .map((action) => ({ keys: shortcutsFor(action.name), label: genericLabelFor(action) })),
              ...(group === 'Board' ? boardShortcuts : []),
              ...(group === 'Lists' ? treeShortcuts : []),
            ]}
          />
        ))}
        <ShortcutGroup name={t('actions.playing.title')} entries={playShortcuts} />
        <ShortcutGroup name={t('conflicts.keys.heading')} entries={conflictShortcutList()} />
      </div>
      <Switch isSelected={questionKey} onChange={(on) => preferencesStore.setState({ questionKey: on })}>
        {t('actions.questionMarkHint')}
      </Switch>
    </Dialog>
  );
}

function ShortcutGroup({ name, entries }: { name: string; entries: readonly { keys: readonly string[]; label: string }[] }) {
  return (
    <section>
      <h3>{name}</h3>
      <dl>
        {entries.map(({ keys, label }) => (
          <div key={`${keys.join()}${label}`}>
            <dt>{label}</dt>
            <dd>
              {keys.map((each) => (
                <ShortcutKeys key={each} keys={each} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
