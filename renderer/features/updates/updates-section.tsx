/** The settings section for updates: the available one, the progress of its download, and whether Taleport checks for updates by itself. */

import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { AvailableUpdate, UpdateState, UpdateStatus } from '../../../shared/contracts/updates.ts';
import { describeUpdateState } from '../../../shared/contracts/updates.ts';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import { ProgressIndicator } from '../../ui/progress-indicator.tsx';
import { Switch } from '../../ui/switch.tsx';
import '../../ui/section.css';
import './updates.css';

export function UpdatesSection() {
  return (
    <section className="settings-section">
      <h3>{t('updates.title')}</h3>
      {shell === 'desktop' ? <DesktopUpdates /> : <p>{t('updates.inBrowser')}</p>}
    </section>
  );
}

function DesktopUpdates() {
  const loaded = useLoaded<UpdateStatus>(() => invoke('window.updates', {}), [], {
    follow: (status, events) => latestStatus(events) ?? status,
  });
  return <LoadedContent loaded={loaded}>{(status) => <Updates status={status} />}</LoadedContent>;
}

function Updates({ status: { state, isAutomatic, canInstall, downloadPage } }: { status: UpdateStatus }) {
  // What they change is shown by events: the result of a call may be older.
  const check = () => void withErrorToast(invoke('window.checkForUpdates', {})).catch(() => undefined);
  const setAutomatic = (isOn: boolean) => void withErrorToast(invoke('window.updates', { isAutomatic: isOn })).catch(() => undefined);
  const restart = () => void withErrorToast(invoke('window.restartToUpdate', {})).catch(() => undefined);
  return (
    <>
      <p role="status">{t(describeUpdateState(state))}</p>
      {state.name === 'downloading' && (
        <ProgressIndicator label={t('updates.progressLabel')} fraction={state.total > 0 ? state.done / state.total : null} />
      )}
      <div className="settings-line">
        {state.name === 'ready' && (
          <Button variant="primary" onPress={restart}>
            {t('updates.restart')}
          </Button>
        )}
        {(state.name === 'idle' || state.name === 'failed' || state.name === 'checking') && (
          <Button isDisabled={state.name === 'checking'} onPress={check}>
            {t('updates.check')}
          </Button>
        )}
        {hasDownloadPage(state) && (
          <Button variant={state.name === 'available' ? 'primary' : 'plain'} onPress={() => void window.open(downloadPage)}>
            {t('updates.download')}
          </Button>
        )}
      </div>
      {'update' in state && state.update && <ReleaseNotes update={state.update} />}
      {state.name !== 'disabled' && (
        <>
          <Switch isSelected={isAutomatic} onChange={setAutomatic}>
            {t('updates.automatic')}
          </Switch>
          <p className="field-description">{t(canInstall ? 'updates.automaticHint' : 'updates.manualHint')}</p>
        </>
      )}
    </>
  );
}

const latestStatus = (events: readonly BackendEvent[]): UpdateStatus | undefined =>
  events.flatMap((event) => (event.event === 'updates.changed' ? [event.status] : [])).at(-1);

/** Whether the user finds new versions only there. */
const hasDownloadPage = (state: UpdateState): boolean =>
  state.name === 'available' || (state.name === 'disabled' && state.reason === 'noFeed');

/** Text as it was written: it comes from a server, so it is never HTML. */
function ReleaseNotes({ update: { version, notes } }: { update: AvailableUpdate }) {
  if (notes === '') return null;
  return (
    <>
      <h4 id="release-notes">{t('updates.notes', { version })}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable. */}
      <section className="release-notes" aria-labelledby="release-notes" tabIndex={0}>
        {notes}
      </section>
    </>
  );
}
