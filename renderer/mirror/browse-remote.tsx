/** The projects of a workspace: searched, some or all chosen, mirrored one after the other. */
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Selection } from 'react-aria-components';
import type { Remote, RemoteProject } from '../../shared/mirror.ts';
import { Problem } from '../../shared/problem.ts';
import { ask } from '../bridge.ts';
import { fold } from '../find/matching.ts';
import { mirrors, useMirrors } from '../state/mirrors.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { ProblemText } from '../ui/problem-text.tsx';
import { Progress } from '../ui/progress.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { choosingWords, remoteWords } from '../words/en/mirror.ts';
import { mirrorAll, mirroring, settled, useMirroring } from './mirroring.ts';
import { RemoteProjects } from './remote-projects.tsx';
import { mayWrite } from './remote-words.ts';
import { showConnect } from './show-mirror.ts';
import './remotes.css';

export function showBrowse(remote?: string): void {
  const first = mirrors.getState().remotes.find(({ name }) => remote === undefined || name === remote);
  if (first) showDialog((close) => <BrowseRemote first={first.name} close={close} />);
  else void showConnect();
}

function BrowseRemote({ first, close }: { first: string; close: () => void }) {
  const remotes = useMirrors((state) => state.remotes);
  const [name, setName] = useState(first);
  const remote = remotes.find((each) => each.name === name);
  // Who has closed the list is not taken away from where they are.
  useEffect(() => () => mirroring.setState({ wanted: null }), []);
  return (
    <Dialog title={choosingWords.title} onClose={close} width={720}>
      <div className="dialog-stack">
        <div className="browse-head">
          <Select
            label={choosingWords.remote}
            options={remotes.map((each) => ({ id: each.name, label: each.name, says: each.url }))}
            value={name}
            onChange={setName}
          />
          <Button onPress={() => void showConnect()}>{remoteWords.connect}</Button>
        </div>
        {remote && <p>{sayRights(remote)}</p>}
        {remote && <Projects key={name} remote={remote} close={close} />}
        <Running />
      </div>
    </Dialog>
  );
}

const sayRights = (remote: Remote): string =>
  remote.why ?? (remote.permissions === null ? '' : mayWrite(remote) ? remoteWords.mayBoth : remoteWords.mayRead);

function Projects({ remote, close }: { remote: Remote; close: () => void }) {
  const { list, problem, read } = useRemoteProjects(remote.name);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Selection>(new Set());
  const wanted = useDeferredValue(fold(search.trim()));
  const found = useMemo(() => (list ?? []).filter(({ name }) => fold(name).includes(wanted)), [list, wanted]);
  const isMirrored = useIsMirrored(remote.name);
  if (problem) return <Failed problem={problem} again={read} />;
  if (list === null) return <Progress label={choosingWords.reading} part={null} />;
  const free = list.filter((each) => !isMirrored(each));
  const named = free.filter(({ hash }) => chosen === 'all' || chosen.has(hash));
  const mirror = () => {
    setChosen(new Set());
    void mirrorAll(remote.name, named);
  };
  return (
    <>
      {list.length === 0 && <p className="settings-none">{choosingWords.none}</p>}
      {list.length > 0 && <TextField label={choosingWords.search} value={search} onChange={setSearch} autoFocus />}
      {list.length > 0 && (
        <RemoteProjects remote={remote.name} list={found} isMirrored={isMirrored} chosen={chosen} choose={setChosen} close={close} />
      )}
      <div className="browse-foot">
        {free.length > 1 && (
          <Button
            look="quiet"
            onPress={() =>
              setChosen(named.length > 0 ? new Set() : new Set(found.filter((each) => !isMirrored(each)).map(({ hash }) => hash)))
            }
          >
            {named.length > 0 ? choosingWords.noneSelected : choosingWords.all}
          </Button>
        )}
        <span className="mirror-space" />
        <Button look="primary" isDisabled={named.length === 0} onPress={mirror}>
          {choosingWords.mirror(named.length)}
        </Button>
      </div>
    </>
  );
}

/** Mirrored already, by what is known now and not when the list was read. */
function useIsMirrored(remote: string): (project: RemoteProject) => boolean {
  const list = useMirrors((state) => state.list);
  return ({ hash }) => list.some((each) => each.remote === remote && each.there === hash);
}

function Failed({ problem, again }: { problem: Problem; again: () => void }) {
  return (
    <div className="browse-head">
      <ProblemText problem={problem} />
      <Button onPress={again}>{choosingWords.again}</Button>
    </div>
  );
}

function useRemoteProjects(name: string) {
  const [list, setList] = useState<readonly RemoteProject[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn reads again
  useEffect(() => {
    let isCurrent = true;
    setProblem(null);
    ask('remote.projects', { name }).then(
      (found) => isCurrent && setList(found),
      (error: unknown) => isCurrent && setProblem(Problem.from(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [name, turn]);
  return { list, problem, read: () => setTurn(turn + 1) };
}

function Running() {
  const state = useMirroring((all) => all);
  const here = useMirrors(({ list }) => settled(state, list).length);
  const now = useMirrors(({ list }) => state.chosen.find((each) => !settled(state, list).includes(each)));
  if (!now) return null;
  return (
    <div>
      <Progress label={choosingWords.progress(now.project.name)} part={here / state.chosen.length} />
      <p className="field-description">{choosingWords.goesOn}</p>
    </div>
  );
}
