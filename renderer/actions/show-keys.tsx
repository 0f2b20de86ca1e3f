/** The list of all keys, drawn from the list of actions and from what the canvas, lists and the player take. */
import { questionKeysList } from '../mirror/question-keys.ts';
import { look, useLook } from '../state/look.ts';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Keys } from '../ui/keys.tsx';
import { Switch } from '../ui/switch.tsx';
import { actionsWords } from '../words/en/actions.ts';
import { questionWords } from '../words/en/mirror.ts';
import { actionGroups, plainLabel } from './action.ts';
import { actions, keysOf } from './actions.ts';
import { boardKeys } from './board-keys.ts';
import './show-keys.css';

export const showKeys = (): void => showDialog((close) => <KeysDialog close={close} />);

const { inLists, playing } = actionsWords;
/** What lists and trees take by themselves. */
const inTrees: readonly { keys: readonly string[]; label: string }[] = [
  { keys: ['Enter'], label: inLists.open },
  { keys: ['Shift+F10'], label: inLists.menu },
];

const whilePlaying: readonly { keys: readonly string[]; label: string }[] = [
  { keys: ['1', '9'], label: playing.choose },
  { keys: ['Backspace'], label: playing.back },
];

function KeysDialog({ close }: { close: () => void }) {
  const questionKey = useLook((state) => state.questionKey);
  return (
    <Dialog title={actionsWords.keysTitle} onClose={close} width={760}>
      <div className="keys-sheet">
        {actionGroups.map((group) => (
          <KeyGroup
            key={group}
            name={actionsWords.groups[group]}
            entries={[
              ...actions
                .filter((action) => action.group === group && keysOf(action.name).length > 0 && action.name !== 'keysByQuestion')
                .map((action) => ({ keys: keysOf(action.name), label: plainLabel(action) })),
              ...(group === 'Board' ? boardKeys : []),
              ...(group === 'Lists' ? inTrees : []),
            ]}
          />
        ))}
        <KeyGroup name={playing.title} entries={whilePlaying} />
        <KeyGroup name={questionWords.keys.heading} entries={questionKeysList} />
      </div>
      <Switch isSelected={questionKey} onChange={(on) => look.setState({ questionKey: on })}>
        {actionsWords.questionOpens}
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
