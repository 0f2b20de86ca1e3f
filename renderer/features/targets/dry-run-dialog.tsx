/** What an export would write and remove, without doing it. */
import type { Target } from '../../../shared/contracts/targets.ts';
import { targetsMessages } from '../../messages/en/targets.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';

export async function showDryRun({ id }: Target): Promise<void> {
  const deliveries = await withErrorToast(withBusyIndicator(targetsMessages.comparing, invoke('target.run', { id, dryRun: true })));
  const written = deliveries.flatMap((delivery) => delivery.written);
  const removed = deliveries.flatMap((delivery) => delivery.removed);
  showDialog((close) => (
    <Dialog title={targetsMessages.whatWouldBeWritten} onClose={close} width={560}>
      {written.length + removed.length === 0 ? (
        <p>{targetsMessages.nothingTheFilesAre}</p>
      ) : (
        <div className="dialog-stack">
          <PathList title={targetsMessages.wouldBeWritten(written.length)} paths={written} />
          <PathList title={targetsMessages.wouldBeRemoved(removed.length)} paths={removed} />
        </div>
      )}
    </Dialog>
  ));
}

const MAX_PATHS = 200;

function PathList({ title, paths }: { title: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <section>
      <h3 className="dry-title">{title}</h3>
      <ul className="dry-list" aria-label={title}>
        {paths.slice(0, MAX_PATHS).map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
        {paths.length > MAX_PATHS && <li>{targetsMessages.andMore(paths.length - MAX_PATHS)}</li>}
      </ul>
    </section>
  );
}
