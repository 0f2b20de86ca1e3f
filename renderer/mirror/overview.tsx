/** All mirrored projects together: how each stands, and what one can tell them all. Its chip stands above the list of projects. */
import type { MirrorStatus } from '../../shared/mirror.ts';
import { useMirrors } from '../state/mirrors.ts';
import { goTo } from '../state/place.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { mirrorWords } from '../words/en/mirror.ts';
import { StatusLines } from './mirror-panel.tsx';
import { MirrorTools } from './mirror-tools.tsx';
import { StatusMark } from './status-mark.tsx';
import './mirror.css';
import './remotes.css';

export const showOverview = (): void => showDialog((close) => <Overview close={close} />);

function Overview({ close }: { close: () => void }) {
  const list = useMirrors((state) => state.list);
  return (
    <Dialog title={mirrorWords.overview} onClose={close} width={760}>
      {list.length === 0 && <p>{mirrorWords.none}</p>}
      {list.length > 1 && (
        <div className="browse-foot">
          <MirrorTools hash={null} />
        </div>
      )}
      <ul className="overview-list">
        {list.map((status) => (
          <Row key={status.hash} status={status} close={close} />
        ))}
      </ul>
    </Dialog>
  );
}

function Row({ status, close }: { status: MirrorStatus; close: () => void }) {
  const open = () => {
    close();
    goTo(status.hash);
  };
  return (
    <li className="overview-row">
      <Button look="quiet" className="overview-name" isDisabled={!status.isHere} onPress={open}>
        {status.name}
      </Button>
      <StatusMark status={status} />
      <span className="mirror-space" />
      <MirrorTools hash={status.hash} />
      <StatusLines status={status} />
    </li>
  );
}
