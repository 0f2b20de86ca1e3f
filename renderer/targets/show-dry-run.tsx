/** What an export would write and remove, without doing it. */
import type { Target } from '../../shared/targets.ts';
import { told } from '../actions/send.ts';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';

export async function showDryRun({ id }: Target): Promise<void> {
  const deliveries = await told(during('Comparing', ask('target.run', { id, dryRun: true })));
  const lines = deliveries.flatMap(({ written, removed }) => [
    ...written.map((path) => ({ path, what: 'would be written' })),
    ...removed.map((path) => ({ path, what: 'would be removed' })),
  ]);
  showDialog((close) => (
    <Dialog title="What would be written" onClose={close} width={560}>
      {lines.length === 0 ? (
        <p>Nothing: the files are as they should be.</p>
      ) : (
        <ul className="faults">
          {lines.map(({ path, what }) => (
            <li key={path}>
              {what}
              <code>{path}</code>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  ));
}
