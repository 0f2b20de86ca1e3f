/** The projects of a remote workspace: synced ones show their status, the others can be selected. */

import { Check, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Checkbox, GridList, GridListItem, type Selection } from 'react-aria-components';
import type { RemoteProject } from '../../../shared/contracts/sync.ts';
import { t } from '../../messages/translate.ts';
import { goToProject } from '../../navigation/router.ts';
import { useSyncState } from '../../state/sync-store.ts';
import { Button } from '../../ui/button.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import '../../ui/checkbox.css';
import { downloadKey, openRemoteProject, useDownloads } from './project-downloads.ts';
import { SyncStatusLabel } from './sync-status-label.tsx';

interface RemoteProjectListProps {
  readonly remote: string;
  readonly list: readonly RemoteProject[];
  readonly isSynced: (project: RemoteProject) => boolean;
  readonly selected: Selection;
  readonly onSelectionChange: (chosen: Selection) => void;
  /** Closes the list when the user opens a project. */
  readonly close: () => void;
}

export function RemoteProjectList({ remote, list, isSynced, selected, onSelectionChange: choose, close }: RemoteProjectListProps) {
  const { downloads, failed } = useDownloads((state) => state);
  const isUnavailable = (project: RemoteProject) =>
    isSynced(project) ||
    downloads.some(
      (each) => each.remote === remote && each.project.hash === project.hash && !(downloadKey(remote, project.hash) in failed),
    );
  if (list.length === 0) return <p className="settings-none">{t('remoteProject.noneFound')}</p>;
  return (
    <GridList
      className="remote-projects choice-list framed"
      aria-label={t('remoteProject.list')}
      selectionMode="multiple"
      selectedKeys={selected}
      onSelectionChange={choose}
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
  const { hash, name, updatedAt } = project;
  const when = useRelativeTime(updatedAt);
  const status = useSyncState(({ list }) => list.find((each) => each.remote === remote && each.remoteHash === hash));
  const error = useDownloads(({ failed }) => failed[downloadKey(remote, hash)]);
  const isWanted = useDownloads(({ openWhenReady }) => openWhenReady === downloadKey(remote, hash));
  const localHash = status?.isDownloaded ? status.hash : null;
  const open = () => void (localHash === null ? openRemoteProject(remote, project) : go(localHash));
  const go = (local: string) => {
    close();
    goToProject(local);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` changes on each render, but the project opens once, when it is downloaded
  useEffect(() => {
    if (isWanted && localHash !== null) go(localHash);
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
          <Button variant="quiet" aria-label={t('remoteProject.openOne', { name })} isPending={isWanted} onPress={open}>
            {isWanted ? t('remoteProject.opening') : t('remoteProject.open')}
          </Button>
          {error && (
            <span className="remote-fault">
              <TriangleAlert size={15} aria-hidden />
              {error}
            </span>
          )}
        </>
      )}
    </GridListItem>
  );
}
