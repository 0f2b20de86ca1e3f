/** The list of all keys, drawn from the list of actions and from what the canvas takes. */

import { look, useLook } from '../state/look.ts';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Keys } from '../ui/keys.tsx';
import { Switch } from '../ui/switch.tsx';
import { actions } from './actions.ts';
import { boardKeys } from './board-keys.ts';
import './show-keys.css';

export const showKeys = (): void => showDialog((close) => <KeysDialog close={close} />);

const groups = ['Everywhere', 'Projects', 'Story', 'Panes'] as const;
/** What lists and trees take by themselves. */
const inTrees: readonly { keys: readonly string[]; label: string }[] = [
  { keys: ['Enter'], label: 'Open, or see in large' },
  { keys: ['Shift+F10'], label: 'What can be done with an asset' },
  { keys: ['F2'], label: 'Rename' },
  { keys: ['Delete'], label: 'Delete' },
  { keys: ['Alt+↑', 'Alt+↓'], label: 'Move up or down' },
];

const whilePlaying: readonly { keys: readonly string[]; label: string }[] = [
  { keys: ['1', '9'], label: 'Choose the first to ninth way' },
  { keys: ['Backspace'], label: 'One step back' },
];

function KeysDialog({ close }: { close: () => void }) {
  const questionKey = useLook((state) => state.questionKey);
  return (
    <Dialog title="Keys" onClose={close} width={760}>
      <div className="keys-sheet">
        {groups.map((group) => (
          <KeyGroup
            key={group}
            name={group}
            entries={actions
              .filter((action) => action.group === group && action.keys.length > 0 && action.name !== 'keysByQuestion')
              .map(({ name, label, keys }) => ({ keys, label: name === 'undo' ? 'Undo' : name === 'redo' ? 'Redo' : label() }))}
          />
        ))}
        <KeyGroup name="In the lists" entries={inTrees} />
        <KeyGroup name="While playing" entries={whilePlaying} />
        <KeyGroup name="On the board" entries={boardKeys} />
      </div>
      <Switch isSelected={questionKey} onChange={(on) => look.setState({ questionKey: on })}>
        “?” opens this list
      </Switch>
    </Dialog>
  );
}

function KeyGroup({ name, entries }: { name: string; entries: readonly { keys: readonly string[]; label: string }[] }) {
  return (
    <section>
      <h3>{name}</h3>
      <dl>
        {entries.map(({ keys, label }) => (
          <div key={`${keys.join()}${label}`}>
            <dt>{label}</dt>
            <dd>
              {keys.map((each) => (
                <Keys key={each} keys={each} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
