/** A record as it was, as far back as the journal goes: what each change did, what is different now, and the way back. */
import { useEffect, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { PastVersion } from '../../shared/mirror.ts';
import { Problem } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';
import { ask } from '../bridge.ts';
import { useAgo } from '../state/ago.ts';
import { openProject, useProject } from '../state/open-project.ts';
import { whoIs } from '../state/who-is.ts';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { ProblemText } from '../ui/problem-text.tsx';
import { Progress } from '../ui/progress.tsx';
import { historyWords } from '../words/en/history.ts';
import { restoreRecord } from './restore-record.ts';
import { nameOfAny } from './value-words.ts';
import { VersionView } from './version-view.tsx';
import { whoInWords } from './who-in-words.ts';
import './history.css';

export function showVersions(id: string): void {
  const { hash, project } = openProject.getState();
  if (hash !== null) showDialog((close) => <Versions hash={hash} id={id} title={historyWords.title(called(project, id))} close={close} />);
}

/** What the board does not draw has no kind in its name. */
const called = (project: Project, id: string): string => {
  const kind = project.at(id)?.kind;
  return kind === 'asset' || kind === 'variable' || kind === 'attribute' ? historyWords.quoted(nameOfAny(project, id)) : whoIs(project, id);
};

function Versions({ hash, id, title, close }: { hash: string; id: string; title: string; close: () => void }) {
  const { list, problem } = useVersions(hash, id);
  return (
    <Dialog title={title} onClose={close} width={960}>
      {problem && <ProblemText problem={problem} />}
      {!list && !problem && <Progress label={historyWords.reading} part={null} />}
      {list?.length === 0 && <p>{historyWords.none}</p>}
      {list && list.length > 0 && <Chosen hash={hash} id={id} list={list} close={close} />}
    </Dialog>
  );
}

/** Read again whenever the record changes. */
function useVersions(hash: string, id: string) {
  const [list, setList] = useState<readonly PastVersion[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const record = useProject((project) => project.at(id) ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record that changed says that there is a version more
  useEffect(() => {
    let isCurrent = true;
    ask('record.versions', { hash, id }).then(
      (found) => isCurrent && setList(found),
      (error: unknown) => isCurrent && setProblem(Problem.from(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [hash, id, record]);
  return { list, problem };
}

function Chosen({ hash, id, list, close }: { hash: string; id: string; list: readonly PastVersion[]; close: () => void }) {
  const [version, setVersion] = useState(list[1]?.version ?? list[0]?.version ?? 0);
  const at = Math.max(
    0,
    list.findIndex((each) => each.version === version),
  );
  const chosen = list[at];
  const restore = async () => {
    await restoreRecord({ hash, id, version });
    close();
  };
  return (
    <div className="versions list-and-detail">
      <ListBox
        className="choice-list framed"
        aria-label={historyWords.list}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={[String(version)]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : keys;
          if (key !== undefined) setVersion(Number(key));
        }}
        autoFocus
      >
        {list.map((past, index) => (
          <VersionRow key={past.version} past={past} isNow={index === 0} />
        ))}
      </ListBox>
      {chosen && <VersionView chosen={chosen} before={list[at + 1]} isNow={at === 0} restore={restore} id={id} />}
    </div>
  );
}

function VersionRow({ past: { version, at, by, record }, isNow }: { past: PastVersion; isNow: boolean }) {
  const when = useAgo(at) ?? '';
  const who = whoInWords(by);
  return (
    <ListBoxItem id={String(version)} className="choice-row lines" textValue={`${when}, ${who}`}>
      <span className="version-when">
        <time dateTime={at} title={momentOf(at)}>
          {when}
        </time>
        {isNow && <span> · {historyWords.now}</span>}
        {record === null && <span> · {historyWords.gone}</span>}
      </span>
      <span className="version-who">{historyWords.at(clockOf(at), who)}</span>
    </ListBoxItem>
  );
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const clockOf = (iso: string): string => clock.format(millisecondsOf(iso));
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' });
const momentOf = (iso: string): string => moments.format(millisecondsOf(iso));
/** The program tells microseconds. */
const millisecondsOf = (iso: string): number => Date.parse(iso.replace(/(\.\d{3})\d+/, '$1'));
