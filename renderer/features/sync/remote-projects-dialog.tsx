/** The projects of a remote workspace. They can be searched and selected, and are downloaded one after the other. */

import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Selection } from 'react-aria-components';
import type { Remote, RemoteProject } from '../../../shared/contracts/sync.ts';
import { Problem } from '../../../shared/problem.ts';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { matchesName } from '../../records/search/match-options.ts';
import { syncStore, useSyncState } from '../../state/sync-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { ProgressIndicator } from '../../ui/progress-indicator.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { downloadProjects, downloadsStore, finishedDownloads, useDownloads } from './project-downloads.ts';
import { canWriteToRemote } from './remote-labels.ts';
import { RemoteProjectList } from './remote-project-list.tsx';
import './remotes.css';

export function showRemoteProjectsDialog(remote?: string): void {
  const first = syncStore.getState().remotes.find(({ name }) => remote === undefined || name === remote);
  if (first) showDialog((close) => <RemoteProjectsDialog first={first.name} close={close} />, { outlivesProject: true });
  else openDialog('connectRemote');
}

function RemoteProjectsDialog({ first, close }: { first: string; close: () => void }) {
  const remotes = useSyncState((state) => state.remotes);
  const [name, setName] = useState(first);
  const remote = remotes.find((each) => each.name === name);
  // After the list is closed, a finished download must not switch to another project.
  useEffect(() => () => downloadsStore.setState({ openWhenReady: null }), []);
  return (
    <Dialog title={t('remoteProject.title')} onClose={close} width={720}>
      <div className="dialog-stack">
        <div className="browse-head">
          <Select
            label={t('remoteProject.remote')}
            options={remotes.map((each) => ({ id: each.name, label: each.name, description: each.url }))}
            value={name}
            onChange={setName}
          />
          <Button onPress={() => openDialog('connectRemote', { onConnected: (connected) => setName(connected.name) })}>
            {t('remote.connectEntry')}
          </Button>
        </div>
        {remote && <p>{remoteAccessLabel(remote)}</p>}
        {remote && <RemoteProjectPicker key={name} remote={remote} close={close} />}
        <DownloadProgress />
      </div>
    </Dialog>
  );
}

function remoteAccessLabel(remote: Remote): string {
  if (remote.message !== null) return t(remote.message);
  if (remote.permissions === null) return '';
  return canWriteToRemote(remote) ? t('remote.rights.readAndWrite') : t('remote.rights.readOnly');
}

function RemoteProjectPicker({ remote, close }: { remote: Remote; close: () => void }) {
  const { list, problem, read } = useRemoteProjects(remote.name);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Selection>(new Set());
  const query = useDeferredValue(search);
  const found = useMemo(() => (list ?? []).filter(({ name }) => matchesName(name, query)), [list, query]);
  const isSynced = useIsRemoteProjectSynced(remote.name);
  if (problem) return <LoadError problem={problem} retry={read} />;
  if (list === null) return <ProgressIndicator label={t('remoteProject.reading')} fraction={null} />;
  const unsynced = list.filter((each) => !isSynced(each));
  const selectedProjects = unsynced.filter(({ hash }) => chosen === 'all' || chosen.has(hash));
  const startSync = () => {
    setChosen(new Set());
    void downloadProjects(remote.name, selectedProjects);
  };
  return (
    <>
      {list.length === 0 && <p className="settings-none">{t('remoteProject.none')}</p>}
      {list.length > 0 && <TextField label={t('remoteProject.search')} value={search} onChange={setSearch} autoFocus />}
      {list.length > 0 && (
        <RemoteProjectList
          remote={remote.name}
          list={found}
          isSynced={isSynced}
          selected={chosen}
          onSelectionChange={setChosen}
          close={close}
        />
      )}
      <div className="browse-foot">
        {unsynced.length > 1 && (
          <Button
            variant="quiet"
            onPress={() =>
              setChosen(selectedProjects.length > 0 ? new Set() : new Set(found.filter((each) => !isSynced(each)).map(({ hash }) => hash)))
            }
          >
            {selectedProjects.length > 0 ? t('remoteProject.selectNone') : t('remoteProject.selectAll')}
          </Button>
        )}
        <span className="sync-space" />
        <Button variant="primary" isDisabled={selectedProjects.length === 0} onPress={startSync}>
          {t('remoteProject.syncConfirm', { count: selectedProjects.length })}
        </Button>
      </div>
    </>
  );
}

/** Whether a project is synced now, not when the list was read. */
function useIsRemoteProjectSynced(remote: string): (project: RemoteProject) => boolean {
  const list = useSyncState((state) => state.list);
  return ({ hash }) => list.some((each) => each.remote === remote && each.remoteHash === hash);
}

function LoadError({ problem, retry }: { problem: Problem; retry: () => void }) {
  return (
    <div className="browse-head">
      <ProblemMessage problem={problem} />
      <Button onPress={retry}>{t('remoteProject.reload')}</Button>
    </div>
  );
}

function useRemoteProjects(name: string) {
  const [list, setList] = useState<readonly RemoteProject[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `attempt` repeats the request
  useEffect(() => {
    let isCurrent = true;
    setProblem(null);
    invoke('remote.projects', { name }).then(
      (found) => isCurrent && setList(found),
      (error: unknown) => isCurrent && setProblem(Problem.from(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [name, attempt]);
  return { list, problem, read: () => setAttempt(attempt + 1) };
}

function DownloadProgress() {
  const state = useDownloads((all) => all);
  const here = useSyncState(({ list }) => finishedDownloads(state, list).length);
  const now = useSyncState(({ list }) => state.downloads.find((each) => !finishedDownloads(state, list).includes(each)));
  if (!now) return null;
  return (
    <div>
      <ProgressIndicator label={t('remoteProject.progress', { name: now.project.name })} fraction={here / state.downloads.length} />
      <p className="field-description">{t('remoteProject.backgroundHint')}</p>
    </div>
  );
}
