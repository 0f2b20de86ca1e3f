/** The list of all keyboard shortcuts: those of actions, and the keys that the canvas, lists and the player handle themselves. */

import { type Action, actionGroups, genericLabelFor } from '../../commands/action.ts';
import { activeShortcutsOf, listActions } from '../../commands/action-registry.ts';
import { contributions, type ShortcutList } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { shortcutSettingsStore, useShortcutSettings } from '../../state/shortcut-settings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx';
import { Switch } from '../../ui/switch.tsx';
import './shortcuts.css';

export const showKeyboardShortcutsDialog = (): void =>
  showDialog((close) => <KeyboardShortcutsDialog close={close} />, { outlivesProject: true });

/** The keys that lists and trees handle themselves. */
const treeShortcuts: ShortcutList['entries'] = [
  { keys: ['Enter'], label: 'actions.inLists.open' },
  { keys: ['Shift+F10'], label: 'actions.inLists.menu' },
];

interface ShortcutEntry {
  readonly keys: readonly string[];
  readonly label: string;
}

const toEntry = ({ keys, label }: ShortcutList['entries'][number]): ShortcutEntry => ({ keys, label: t({ key: label }) });

/** The shortcuts of the actions of a group, then the keys that belong to it without an action. */
export function entriesOfGroup(group: Action['group']): readonly ShortcutEntry[] {
  const actions = listActions()
    .map((action) => ({ action, keys: activeShortcutsOf(action) }))
    .filter(({ action, keys }) => action.group === group && !action.isHidden && keys.length > 0)
    .map(({ action, keys }) => ({ keys, label: genericLabelFor(action) }));
  const others = contributions('keys').flatMap(({ heading, entries }) => ('group' in heading && heading.group === group ? entries : []));
  return [...actions, ...[...others, ...(group === 'Lists' ? treeShortcuts : [])].map(toEntry)];
}

function KeyboardShortcutsDialog({ close }: { close: () => void }) {
  const isOpenedByQuestionMark = useShortcutSettings((state) => state.opensListWithQuestionMark);
  return (
    <Dialog
      title={t('actions.shortcutsTitle')}
      onClose={close}
      width={760}
      buttons={
        <div className="keys-foot">
          <Switch
            isSelected={isOpenedByQuestionMark}
            onChange={(opensListWithQuestionMark) => shortcutSettingsStore.setState({ opensListWithQuestionMark })}
          >
            {t('actions.questionMarkHint')}
          </Switch>
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className="keys-sheet" tabIndex={0} aria-label={t('actions.shortcutsTitle')}>
        {actionGroups.map((group) => (
          <ShortcutGroup key={group} name={t(`actions.groups.${group}`)} entries={entriesOfGroup(group)} />
        ))}
        {contributions('keys').map(
          ({ heading, entries }) =>
            'text' in heading && <ShortcutGroup key={heading.text} name={t({ key: heading.text })} entries={entries.map(toEntry)} />,
        )}
      </section>
    </Dialog>
  );
}

function ShortcutGroup({ name, entries }: { name: string; entries: readonly ShortcutEntry[] }) {
  if (entries.length === 0) return null;
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
