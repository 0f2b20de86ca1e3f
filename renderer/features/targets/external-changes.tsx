/** Files of a target that another program has changed, and the three ways to resolve that; and those that were kept, and the way back. */
import type { Target } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { useExporters } from '../../state/exporters-store.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { prepareDialog } from '../../ui/dialog-store.ts';
import { foreignFileVersions, showApplyEditsDialog } from './apply-edits-dialog.tsx';
import { LineDiff } from './line-diff.tsx';
import { StoryChanges } from './story-changes.tsx';

/** Another branch of a repository may change thousands of files at once. */
const maxShownFiles = 200;

export function ExternalChanges({ target }: { target: Target }) {
  const { id, engine, status } = target;
  const exporter = useExporters().find((each) => each.id === engine);
  const hasChangedStory =
    exporter?.isReadable === true && status.foreign.some(({ path, what }) => what === 'changed' && path.endsWith(exporter.fileExtension));
  // The choice is for what is shown here, not for a change that another program makes meanwhile.
  const seen = foreignFileVersions(target);
  const resolve = async (choice: 'restore' | 'keep' | 'stop'): Promise<void> => {
    await withErrorToast(withBusyIndicator(t('targets.resolving'), invoke('target.resolve', { id, choice, seen })));
  };
  return (
    <div className="foreign">
      <p>{t(status.sentence)}</p>
      <ul>
        {status.foreign.slice(0, maxShownFiles).map(({ path, what: change }) => (
          <li key={path}>
            <code>{path}</code> {t(`targets.externalChange.${change}`)}
            {change !== 'deleted' && (
              <Button
                variant="quiet"
                className="compare"
                aria-label={t('targets.blockedFiles.comparePath', { path })}
                onPress={() => void showFileComparisonDialog(target, path)}
              >
                {t('targets.blockedFiles.compare')}
              </Button>
            )}
          </li>
        ))}
        {status.foreign.length > maxShownFiles && <li>{t('common.andMore', { count: status.foreign.length - maxShownFiles })}</li>}
      </ul>
      {hasChangedStory && (
        <section className="foreign-story">
          <h4>{t('targets.storyChanges.theirs')}</h4>
          <StoryChanges key={JSON.stringify(seen)} target={target} from="lastExport" to="folder" />
          <Button onPress={() => showApplyEditsDialog(target)}>{t('targets.applyEdits.button')}</Button>
        </section>
      )}
      <div className="foreign-choices">
        <ResolutionChoice
          label={t('targets.blockedFiles.overwrite')}
          description={t('targets.blockedFiles.overwriteHint')}
          onPress={() => resolve('restore')}
        />
        <ResolutionChoice
          label={t('targets.blockedFiles.keepTheirs')}
          description={t('targets.blockedFiles.keepTheirsHint')}
          onPress={() => resolve('keep')}
        />
        <ResolutionChoice
          label={t('targets.blockedFiles.pause')}
          description={t('targets.blockedFiles.pauseHint')}
          onPress={() => resolve('stop')}
        />
      </div>
    </div>
  );
}

/** The files that the target no longer writes because the user kept the version of another program. */
export function KeptFiles({ target: { id, on, status } }: { target: Target }) {
  const { first, count } = status.kept;
  const overwrite = async (): Promise<void> => {
    await withErrorToast(withBusyIndicator(t('targets.resolving'), invoke('target.resolve', { id, choice: 'restoreKept' })));
  };
  return (
    <div className="foreign kept-files">
      <p>{t('targets.blockedFiles.kept', { count })}</p>
      <ul>
        {first.map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
        {count > first.length && <li>{t('common.andMore', { count: count - first.length })}</li>}
      </ul>
      {on && (
        <ResolutionChoice
          label={t('targets.blockedFiles.overwrite')}
          description={t('targets.blockedFiles.overwriteHint')}
          onPress={overwrite}
        />
      )}
    </div>
  );
}

function ResolutionChoice({ label, description, onPress }: { label: string; description: string; onPress: () => Promise<void> }) {
  return (
    <div className="foreign-choice">
      <Button onPress={() => void onPress()}>{label}</Button>
      <span className="target-details">{description}</span>
    </div>
  );
}

/** Compares a file that another program changed with the version that Taleport would write. */
async function showFileComparisonDialog({ id }: Target, path: string): Promise<void> {
  const showDialog = prepareDialog();
  const comparison = await withErrorToast(withBusyIndicator(t('targets.compare.progress'), invoke('target.compare', { id, path })));
  showDialog((close) => (
    <Dialog title={t('targets.compare.title')} onClose={close} width={760}>
      <div className="dialog-stack">
        <p>
          <code>{path}</code>
        </p>
        <p className="diff-key">
          <span>{t('targets.compare.current')}</span>
          <span>{t('targets.compare.planned')}</span>
        </p>
        <LineDiff comparison={comparison} left={t('targets.versionInFolder')} right={t('targets.taleportVersion')} />
      </div>
    </Dialog>
  ));
}
