/** How the mirror of the open project is, always in sight; opens and closes its panel. Nothing where there is none. */
import { useStore } from 'zustand';
import type { MirrorStatus } from '../../shared/mirror.ts';
import { useAction } from '../actions/use-action.ts';
import { useMirror } from '../state/mirrors.ts';
import { openProject } from '../state/open-project.ts';
import { Button } from '../ui/button.tsx';
import { WithTooltip } from '../ui/tooltip.tsx';
import { useStatusSaid } from './status-mark.tsx';

export function MirrorChip() {
  const hash = useStore(openProject, (state) => state.hash);
  const status = useMirror(hash);
  return status && <Chip status={status} />;
}

function Chip({ status }: { status: MirrorStatus }) {
  const { words, icon: Icon, tone } = useStatusSaid(status);
  const { run, keys } = useAction('mirror');
  return (
    <WithTooltip text={status.sentence} keys={keys}>
      <Button look="quiet" className={`mirror-chip ${tone}`} onPress={run}>
        <Icon size={16} aria-hidden />
        <span>{words}</span>
      </Button>
    </WithTooltip>
  );
}
