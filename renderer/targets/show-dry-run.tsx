/** What an export would write and remove, without doing it. */
import type { Target } from '../../shared/targets.ts';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { told } from '../state/send.ts';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { targetsWords } from '../words/en/targets.ts';

export async function showDryRun({ id }: Target): Promise<void> {
  const deliveries = await told(during(targetsWords.comparing, ask('target.run', { id, dryRun: true })));
  const written = deliveries.flatMap((delivery) => delivery.written);
  const removed = deliveries.flatMap((delivery) => delivery.removed);
  showDialog((close) => (
    <Dialog title={targetsWords.whatWouldBeWritten} onClose={close} width={560}>
      {written.length + removed.length === 0 ? (
        <p>{targetsWords.nothingTheFilesAre}</p>
      ) : (
        <div className="dialog-stack">
          <Paths title={targetsWords.wouldBeWritten(written.length)} paths={written} />
          <Paths title={targetsWords.wouldBeRemoved(removed.length)} paths={removed} />
        </div>
      )}
    </Dialog>
  ));
}

const PAGE = 200;

function Paths({ title, paths }: { title: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <section>
      <h3 className="dry-title">{title}</h3>
      <ul className="dry-list" aria-label={title}>
        {paths.slice(0, PAGE).map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
        {paths.length > PAGE && <li>{targetsWords.andMore(paths.length - PAGE)}</li>}
      </ul>
    </section>
  );
}
