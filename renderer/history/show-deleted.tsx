/** What was deleted from the open project, as far back as the journal goes: what it was, when it went and by whom, and the way back. */
import { Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { RemovedRecord } from '../../shared/mirror.ts';
import { useAgo } from '../state/ago.ts';
import { openProject, useProject } from '../state/open-project.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { ProblemText } from '../ui/problem-text.tsx';
import { Progress } from '../ui/progress.tsx';
import { historyWords } from '../words/en/history.ts';
import { type Difference, differences } from './differences.ts';
import { nameOfGone } from './gone-words.ts';
import { restoreRecord } from './restore-record.ts';
import { useDeleted } from './use-deleted.ts';
import { whoInWords } from './who-in-words.ts';
import './history.css';

const words = historyWords.deleted;
/** Where it stood and how large it was tells nobody what it was. */
const placing = new Set(['x', 'y', 'width', 'height', 'autoHeight', 'labelLocation', 'labelWidth', 'sourceFace', 'targetFace']);
const isTelling = ({ key, after }: Difference): boolean => after !== '' && !placing.has(key);

export function showDeleted(): void {
  const { hash } = openProject.getState();
  if (hash !== null) showDialog((close) => <Deleted hash={hash} close={close} />);
}

function Deleted({ hash, close }: { hash: string; close: () => void }) {
  const { list, problem, older } = useDeleted(hash);
  return (
    <Dialog title={words.title} onClose={close} width={960}>
      {problem && <ProblemText problem={problem} />}
      {!list && !problem && <Progress label={words.reading} part={null} />}
      {list?.length === 0 && <p>{words.none}</p>}
      {list && list.length > 0 && <Chosen hash={hash} list={list} older={older} />}
    </Dialog>
  );
}

function Chosen({ hash, list, older }: { hash: string; list: readonly RemovedRecord[]; older: (() => void) | null }) {
  const [id, setId] = useState(list[0]?.id ?? '');
  const chosen = list.find((each) => each.id === id) ?? list[0];
  return (
    <div className="versions list-and-detail">
      <div className="deleted-side">
        <ListBox
          className="choice-list framed"
          aria-label={words.title}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          selectedKeys={chosen ? [chosen.id] : []}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : keys;
            if (key !== undefined) setId(String(key));
          }}
          autoFocus
        >
          {list.map((each) => (
            <Row key={each.id} removed={each} />
          ))}
        </ListBox>
        {older && <Button onPress={older}>{words.older}</Button>}
      </div>
      {chosen && <What hash={hash} removed={chosen} />}
    </div>
  );
}

function Row({ removed: { id, at, by, record } }: { removed: RemovedRecord }) {
  const name = useProject((project) => nameOfGone(project, record));
  const when = useAgo(at) ?? '';
  const about = words.row(historyWords.kinds[record.kind], when, whoInWords(by));
  return (
    <ListBoxItem id={id} className="choice-row lines" textValue={name}>
      <span className="version-when deleted-name">{name}</span>
      <span className="version-who">{about}</span>
    </ListBoxItem>
  );
}

function What({ hash, removed: { record, along } }: { hash: string; removed: RemovedRecord }) {
  const name = useProject((project) => nameOfGone(project, record));
  const fields = useMemo(() => differences(openProject.getState().project, null, record).filter(isTelling), [record]);
  const restore = () => void restoreRecord({ hash, id: record.id }).catch(() => undefined);
  return (
    <section className="version" aria-label={name}>
      <section
        className="version-fields"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        aria-label={words.was}
      >
        {fields.length === 0 && <p className="version-says">{words.nothingInIt}</p>}
        {fields.map(({ key, label, after }) => (
          <div key={key} className="version-field">
            <h4>{label}</h4>
            <p className="deleted-value">{after}</p>
          </div>
        ))}
      </section>
      <div className="version-buttons">
        {along > 0 && <span className="version-who">{words.along(along)}</span>}
        <Button icon={Undo2} look="primary" onPress={restore}>
          {words.restore}
        </Button>
      </div>
    </section>
  );
}
