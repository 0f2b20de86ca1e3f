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
  const {
    id,
    status: { kept },
  } = target;
  const showDialog = prepareDialog();
  const deliveries = await withErrorToast(withBusyIndicator(t('targets.compare.progress'), invoke('target.run', { id, dryRun: true })));
  const written = deliveries.flatMap((delivery) => delivery.written);
  const removed = deliveries.flatMap((delivery) => delivery.removed);
  showDialog((close) => (
    <Dialog title={t('targets.preview.title')} onClose={close} width={560}>
      <div className="dialog-stack">
        {written.length + removed.length === 0 && <p>{t(kept.count > 0 ? 'targets.preview.noneElse' : 'targets.preview.none')}</p>}
        {written.length > 0 && (
          <section>
            <h3 className="change-list-title">{t('targets.storyChanges.title')}</h3>
            <StoryChanges target={target} from="folder" to="story" onLeave={close} />
          </section>
        )}
        <PathList title={t('targets.preview.writes', { count: written.length })} paths={written} />
        <PathList title={t('targets.preview.removes', { count: removed.length })} paths={removed} />
        <PathList title={t('targets.blockedFiles.kept', { count: kept.count })} paths={kept.first} count={kept.count} />
      </div>
    </Dialog>
  ));
}

const maxPaths = 200;

/** `paths` may be only the first of `count`. */
function PathList({ title, paths, count = paths.length }: { title: string; paths: readonly string[]; count?: number }) {
  if (paths.length === 0) return null;
  const shown = paths.slice(0, maxPaths);
  return (
    <section>
      <h3 className="change-list-title">{title}</h3>
      <ul className="change-list" aria-label={title}>
        {shown.map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
        {count > shown.length && <li>{t('common.andMore', { count: count - shown.length })}</li>}
      </ul>
    </section>
  );
}
