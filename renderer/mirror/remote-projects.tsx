/** The rows of a workspace's projects: those that are mirrored say how they stand, the others can be chosen. */
import { Check, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Checkbox, GridList, GridListItem, type Selection } from 'react-aria-components';
import type { RemoteProject } from '../../shared/mirror.ts';
import { useAgo } from '../state/ago.ts';
import { useMirrors } from '../state/mirrors.ts';
import { goTo } from '../state/place.ts';
import { Button } from '../ui/button.tsx';
import '../ui/checkbox.css';
import { choosingWords } from '../words/en/mirror.ts';
import { keyOf, openNow, useMirroring } from './mirroring.ts';
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
  const { chosen: chosenBefore, failed } = useMirroring((state) => state);
  const isTaken = (project: RemoteProject) =>
    isMirrored(project) ||
    chosenBefore.some((each) => each.remote === remote && each.project.hash === project.hash && !(keyOf(remote, project.hash) in failed));
  if (list.length === 0) return <p className="settings-none">{choosingWords.noneFound}</p>;
  return (
    <GridList
      className="remote-projects choice-list framed"
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
  const isWanted = useMirroring(({ wanted }) => wanted === keyOf(remote, hash));
  const here = status?.isHere ? status.hash : null;
  const open = () => void (here === null ? openNow(remote, project) : go(here));
  const go = (local: string) => {
    close();
    goTo(local);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is here
  useEffect(() => {
    if (isWanted && here !== null) go(here);
  }, [isWanted, here]);
  return (
    <GridListItem id={hash} textValue={name} className="remote-project choice-row">
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
          <Button look="quiet" aria-label={choosingWords.openOne(name)} isPending={isWanted} onPress={open}>
            {isWanted ? choosingWords.opening : choosingWords.open}
          </Button>
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
