/** What an export would write and remove, without doing it. */

import type { Target } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { prepareDialog } from '../../ui/dialog-store.ts';
import { StoryChanges } from './story-changes.tsx';

export async function showDryRunDialog(target: Target): Promise<void> {
  const { id } = target;
  const showDialog = prepareDialog();
  const deliveries = await withErrorToast(withBusyIndicator(t('targets.compare.progress'), invoke('target.run', { id, dryRun: true })));
  const written = deliveries.flatMap((delivery) => delivery.written);
  const removed = deliveries.flatMap((delivery) => delivery.removed);
  showDialog((close) => (
    <Dialog title={t('targets.preview.title')} onClose={close} width={560}>
      {written.length + removed.length === 0 ? (
        <p>{t('targets.preview.none')}</p>
      ) : (
        <div className="dialog-stack">
          {written.length > 0 && (
            <section>
              <h3 className="change-list-title">{t('targets.storyChanges.title')}</h3>
              <StoryChanges target={target} from="folder" to="story" onLeave={close} />
            </section>
          )}
          <PathList title={t('targets.preview.writes', { count: written.length })} paths={written} />
          <PathList title={t('targets.preview.removes', { count: removed.length })} paths={removed} />
        </div>
      )}
    </Dialog>
  ));
}

const maxPaths = 200;

function PathList({ title, paths }: { title: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <section>
      <h3 className="change-list-title">{title}</h3>
      <ul className="change-list" aria-label={title}>
        {paths.slice(0, maxPaths).map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
        {paths.length > maxPaths && <li>{t('common.andMore', { count: paths.length - maxPaths })}</li>}
      </ul>
    </section>
  );
}
