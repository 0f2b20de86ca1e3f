/** The list of all keys, drawn from the list of actions and from what the canvas, lists and the player take. */

import { actionGroups, genericLabelFor } from '../../commands/action.ts';
import { actions, shortcutsFor } from '../../commands/action-registry.ts';
import { actionsMessages } from '../../messages/en/actions.ts';
import { conflictMessages } from '../../messages/en/sync.ts';
import { preferencesStore, usePreferences } from '../../state/preferences.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx';
import { Switch } from '../../ui/switch.tsx';
import { boardShortcuts } from '../board/board-shortcuts.ts';
import { conflictShortcutList } from '../sync/conflict-shortcuts.ts';
import './keyboard-shortcuts-dialog.css';

export const showKeyboardShortcuts = (): void => showDialog((close) => <KeyboardShortcutsDialog close={close} />);

const { inLists, playing } = actionsMessages;
/** What lists and trees take by themselves. */
const treeShortcuts: readonly { keys: readonly string[]; label: string }[] = [
  { keys: ['Enter'], label: inLists.open },
  { keys: ['Shift+F10'], label: inLists.menu },
];

const playShortcuts: readonly { keys: readonly string[]; label: string }[] = [
  { keys: ['1', '9'], label: playing.choose },
  { keys: ['Backspace'], label: playing.back },
];

function KeyboardShortcutsDialog({ close }: { close: () => void }) {
  const questionKey = usePreferences((state) => state.questionKey);
  return (
    <Dialog title={actionsMessages.keysTitle} onClose={close} width={760}>
      <div className="keys-sheet">
        {actionGroups.map((group) => (
          <ShortcutGroup
            key={group}
            name={actionsMessages.groups[group]}
            entries={[
              ...actions
                .filter((action) => action.group === group && shortcutsFor(action.name).length > 0 && action.name !== 'keysByQuestion')
                .map((action) => ({ keys: shortcutsFor(action.name), label: genericLabelFor(action) })),
              ...(group === 'Board' ? boardShortcuts : []),
              ...(group === 'Lists' ? treeShortcuts : []),
            ]}
          />
        ))}
        <ShortcutGroup name={playing.title} entries={playShortcuts} />
        <ShortcutGroup name={conflictMessages.keys.heading} entries={conflictShortcutList} />
      </div>
      <Switch isSelected={questionKey} onChange={(on) => preferencesStore.setState({ questionKey: on })}>
        {actionsMessages.questionOpens}
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
