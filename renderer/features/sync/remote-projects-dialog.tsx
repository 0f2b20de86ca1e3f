/** The projects of a remote workspace. They can be searched and selected, and are downloaded one after the other. */

import { Check } from 'lucide-react';
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Checkbox, GridList, GridListItem } from 'react-aria-components';
import type { Remote, RemoteProject } from '../../../shared/contracts/sync.ts';
import { Problem } from '../../../shared/problem.ts';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { goToProject } from '../../navigation/router.ts';
import { invoke } from '../../platform/bridge.ts';
import { matchesName } from '../../records/search/match-options.ts';
import { syncStore, useSyncState } from '../../state/sync-store.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { ProgressIndicator } from '../../ui/progress-indicator.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { Select } from '../../ui/select.tsx';
import { selectedKeys } from '../../ui/selected-keys.ts';
import { TextField } from '../../ui/text-field.tsx';
import {
  downloadKey,
  downloadProgress,
  downloadProjects,
  downloadsStore,
  joinRemoteProject,
  openRemoteProject,
  useDownloads,
} from './project-downloads.ts';
import { canWriteToRemote } from './remote-labels.ts';
import { SyncStatusLabel } from './sync-status-label.tsx';
import './sync.css';
import '../../ui/checkbox.css';

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
            {t('sync.actions.connect')}
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
  const loaded = useLoaded(() => invoke('remote.projects', { name: remote.name }), [remote.name]);
  return (
    <LoadedContent loaded={loaded} label={t('remoteProject.reading')}>
      {(list) => <RemoteProjectChoice remote={remote} list={list} close={close} />}
    </LoadedContent>
  );
}

function RemoteProjectChoice({ remote, list, close }: { remote: Remote; list: readonly RemoteProject[]; close: () => void }) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const query = useDeferredValue(search);
  const found = useMemo(() => list.filter(({ name }) => matchesName(name, query)), [list, query]);
  const isUnavailable = useIsUnavailable(remote.name);
  const available = list.filter((each) => !isUnavailable(each));
  const selectedProjects = available.filter(({ hash }) => chosen.has(hash));
  const choose = (hashes: readonly string[]) => setChosen(new Set(hashes));
  const startSync = () => {
    choose([]);
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
          isUnavailable={isUnavailable}
          selected={chosen}
          onSelectionChange={choose}
          close={close}
        />
      )}
      <div className="browse-foot">
        {available.length > 1 && (
          <Button variant="quiet" onPress={() => choose(selectedProjects.length > 0 ? [] : selectableHashes(found, isUnavailable))}>
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

type ProjectCheck = (project: RemoteProject) => boolean;

/** Whether a project is synced now, not when the list was read, or waits for its download. */
function useIsUnavailable(remote: string): ProjectCheck {
  const list = useSyncState((state) => state.list);
  const downloads = useDownloads((state) => state.downloads);
  return ({ hash }) => {
    if (list.some((each) => each.remote === remote && each.remoteHash === hash)) return true;
    const download = downloads.get(downloadKey(remote, hash));
    return download !== undefined && !(download.state instanceof Problem);
  };
}

const selectableHashes = (listed: readonly RemoteProject[], isUnavailable: ProjectCheck): readonly string[] =>
  listed.filter((each) => !isUnavailable(each)).map(({ hash }) => hash);

function DownloadProgress() {
  const downloads = useDownloads((state) => state.downloads);
  const list = useSyncState((state) => state.list);
  const { finished, count, current } = useMemo(() => downloadProgress(downloads, list), [downloads, list]);
  if (!current) return null;
  return (
    <div>
      <ProgressIndicator label={t('remoteProject.progress', { name: current.project.name })} fraction={finished / count} />
      <p className="field-description">{t('remoteProject.backgroundHint')}</p>
    </div>
  );
}

interface RemoteProjectListProps {
  readonly remote: string;
  readonly list: readonly RemoteProject[];
  readonly isUnavailable: ProjectCheck;
  readonly selected: ReadonlySet<string>;
  readonly onSelectionChange: (hashes: readonly string[]) => void;
  /** Closes the list when the user opens a project. */
  readonly close: () => void;
}

/** The projects of a remote workspace: synced ones show their status, the others can be selected. */
function RemoteProjectList({ remote, list, isUnavailable, selected, onSelectionChange: choose, close }: RemoteProjectListProps) {
  if (list.length === 0) return <p className="settings-none">{t('remoteProject.noneFound')}</p>;
  return (
    <GridList
      className="remote-projects choice-list framed"
      aria-label={t('remoteProject.list')}
      selectionMode="multiple"
      selectedKeys={selected}
      onSelectionChange={(selection) => choose(selectedKeys(selection, selectableHashes(list, isUnavailable)))}
      disabledBehavior="selection"
      disabledKeys={list.filter(isUnavailable).map(({ hash }) => hash)}
    >
      {list.map((project) => (
        <RemoteProjectRow key={project.hash} remote={remote} project={project} isUnavailable={isUnavailable(project)} close={close} />
      ))}
    </GridList>
  );
}

function RemoteProjectRow({
  remote,
  project,
  isUnavailable,
  close,
}: {
  remote: string;
  project: RemoteProject;
  isUnavailable: boolean;
  close: () => void;
}) {
  const { hash, name, updatedAt, joinableHash } = project;
  const when = useRelativeTime(updatedAt);
  const status = useSyncState(({ list }) => list.find((each) => each.remote === remote && each.remoteHash === hash));
  const state = useDownloads(({ downloads }) => downloads.get(downloadKey(remote, hash))?.state);
  const isWanted = useDownloads(({ openWhenReady }) => openWhenReady === downloadKey(remote, hash));
  const localHash = status?.isDownloaded ? status.hash : null;
  const open = () => void (localHash === null ? openRemoteProject(remote, project) : go(localHash));
  const go = (local: string) => {
    close();
    goToProject(local);
  };
  const join = async (local: string) => {
    if (await joinRemoteProject(remote, project, local)) go(local);
  };
  const goWhenReady = useEffectEvent(go);
  useEffect(() => {
    if (isWanted && localHash !== null) goWhenReady(localHash);
  }, [isWanted, localHash]);
  return (
    <GridListItem id={hash} textValue={name} className="remote-project choice-row">
      {({ isSelected }) => (
        <>
          {isUnavailable ? (
            <span className="remote-box" />
          ) : (
            <Checkbox slot="selection" className="checkbox remote-box">
              <span className="checkbox-box" aria-hidden>
                {isSelected && <Check size={13} strokeWidth={3} />}
              </span>
            </Checkbox>
          )}
          <span className="remote-name">{name}</span>
          {status ? (
            <SyncStatusLabel status={status} />
          ) : (
            <span className="sync-facts">
              {isUnavailable && t('remoteProject.waiting')}
              {!isUnavailable && when !== null && t('remoteProject.changed', { when })}
            </span>
          )}
          {joinableHash !== null && !status && (
            <Button variant="quiet" aria-label={t('remoteProject.joinOne', { name })} onPress={() => void join(joinableHash)}>
              {t('remoteProject.join')}
            </Button>
          )}
          <Button variant="quiet" aria-label={t('remoteProject.openOne', { name })} isPending={isWanted} onPress={open}>
            {isWanted ? t('remoteProject.opening') : t('remoteProject.open')}
          </Button>
          {state instanceof Problem && (
            <div className="remote-fault">
              <ProblemMessage problem={state} />
            </div>
          )}
        </>
      )}
    </GridListItem>
  );
}
