/** The rows of a workspace's projects: those that are mirrored say how they stand, the others can be chosen. */
import { Check, TriangleAlert } from 'lucide-react';
import { Checkbox, GridList, GridListItem, type Selection } from 'react-aria-components';
import type { RemoteProject } from '../../shared/mirror.ts';
import { useAgo } from '../state/ago.ts';
import { useMirrors } from '../state/mirrors.ts';
import { goTo } from '../state/place.ts';
import { Button } from '../ui/button.tsx';
import '../ui/checkbox.css';
import { choosingWords } from '../words/en/mirror.ts';
import { keyOf, useMirroring } from './mirroring.ts';
import { StatusMark } from './status-mark.tsx';

export interface RemoteProjectsProps {
  readonly remote: string;
  readonly list: readonly RemoteProject[];
  readonly isMirrored: (project: RemoteProject) => boolean;
  readonly chosen: Selection;
  readonly choose: (chosen: Selection) => void;
  /** The list goes when one goes to a project. */
  readonly close: () => void;
}

export function RemoteProjects({ remote, list, isMirrored, chosen, choose, close }: RemoteProjectsProps) {
  const waiting = useMirroring((state) => state.waiting);
  const isTaken = (project: RemoteProject) =>
    isMirrored(project) || waiting.some((each) => each.remote === remote && each.project.hash === project.hash);
  if (list.length === 0) return <p className="settings-none">{choosingWords.noneFound}</p>;
  return (
    <GridList
      className="remote-projects"
      aria-label={choosingWords.list}
      selectionMode="multiple"
      selectedKeys={chosen}
      onSelectionChange={choose}
      disabledBehavior="selection"
      disabledKeys={list.filter(isTaken).map(({ hash }) => hash)}
    >
      {list.map((project) => (
        <Row key={project.hash} remote={remote} project={project} isTaken={isTaken(project)} close={close} />
      ))}
    </GridList>
  );
}

function Row({ remote, project, isTaken, close }: { remote: string; project: RemoteProject; isTaken: boolean; close: () => void }) {
  const { hash, name, updatedAt } = project;
  const when = useAgo(updatedAt);
  const status = useMirrors(({ list }) => list.find((each) => each.remote === remote && each.there === hash));
  const fault = useMirroring(({ failed }) => failed[keyOf(remote, hash)]);
  const open = () => {
    if (!status) return;
    close();
    goTo(status.hash);
  };
  return (
    <GridListItem id={hash} textValue={name} className="remote-project">
      {({ isSelected }) => (
        <>
          {isTaken ? (
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
            <StatusMark status={status} />
          ) : (
            <span className="mirror-facts">{isTaken ? choosingWords.waits : when === null ? '' : choosingWords.changed(when)}</span>
          )}
          {/* Before it was read once it is not here yet. */}
          {status && status.inStepAt !== null && (
            <Button look="quiet" aria-label={choosingWords.openOne(name)} onPress={open}>
              {choosingWords.open}
            </Button>
          )}
          {fault && (
            <span className="remote-fault">
              <TriangleAlert size={15} aria-hidden />
              {fault}
            </span>
          )}
        </>
      )}
    </GridListItem>
  );
}
