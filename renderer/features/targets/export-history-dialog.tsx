/** The exports of a target, newest first. Each can be restored, which writes its files again, and pinned as a release of the game. */

import { ChevronDown, ChevronRight, History, Tag, X } from 'lucide-react';
import { useState } from 'react';
import type { ExportHistoryEntry, Target } from '../../../shared/contracts/targets.ts';
import { formatDate, t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { useTargetsOf } from '../../state/targets-store.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { prepareDialog } from '../../ui/dialog-store.ts';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-queue.ts';
import { ReleaseChanges } from './release-changes.tsx';
import { StoryChanges } from './story-changes.tsx';
import { formatFilesSize } from './target-status-display.ts';
import './targets.css';

/** `lastChange` also shows what the last export has changed. */
export async function showExportHistoryDialog(target: Target, shows: 'list' | 'lastChange' = 'list'): Promise<void> {
  const showDialog = prepareDialog();
  const history = await withErrorToast(invoke('target.history', { id: target.id }));
  const opened = shows === 'lastChange' && history.length > 1 ? history[0] : undefined;
  showDialog((close) => <ExportHistoryDialog target={target} history={history} opened={opened?.id ?? null} close={close} />);
}

interface ExportHistoryDialogProps {
  readonly target: Target;
  readonly history: readonly ExportHistoryEntry[];
  /** The export whose changes are shown at first. */
  readonly opened: string | null;
  readonly close: () => void;
}

/** The files that the report of a restored export names; the others are counted. */
const maxPaths = 3;

function ExportHistoryDialog({ target, history: initialHistory, opened, close }: ExportHistoryDialogProps) {
  // Another object with each event of the target: also exports that happen meanwhile are listed.
  const current = useTargetsOf(target.hash).find(({ id }) => id === target.id);
  const loaded = useLoaded(() => invoke('target.history', { id: target.id }), [target.id, current]);
  const history = loaded.value ?? initialHistory;
  const [isBusy, setBusy] = useState(false);
  const [shown, setShown] = useState(opened);
  const restore = async ({ id, exportedAt, missingFiles }: ExportHistoryEntry) => {
    setBusy(true);
    try {
      await withErrorToast(
        withBusyIndicator(t('targets.exportHistory.progress'), invoke('target.restoreExport', { id: target.id, exportId: id })),
      );
      const lines =
        missingFiles.length > 0
          ? [t('targets.missingBoards', { paths: missingFiles.slice(0, maxPaths), more: Math.max(0, missingFiles.length - maxPaths) })]
          : [];
      showToast({ tone: 'good', title: t('targets.exportHistory.done', { time: formatDateTime(exportedAt) }), lines });
      close();
    } finally {
      setBusy(false);
    }
  };
  const setRelease = async (name: string, exportId: string | null) => {
    await withErrorToast(invoke('target.release', { id: target.id, name, exportId }));
    loaded.reload();
  };
  return (
    <Dialog title={t('targets.exportHistory.title')} onClose={close} width={620}>
      <div className="dialog-stack">
        {history.length === 0 && <p>{t('targets.exportHistory.none')}</p>}
        {history.length > 0 && <p>{t('targets.exportHistory.hint')}</p>}
        <ul className="export-history" aria-label={t('targets.exportHistory.listLabel')}>
          {history.map((entry, at) => (
            <li key={entry.id} className="export-history-entry">
              <div className="export-history-line">
                <span className="export-history-time">{formatDateTime(entry.exportedAt)}</span>
                <span className="target-details">
                  {t('targets.exportHistory.version', { version: entry.version, size: formatFilesSize(entry.files, entry.bytes) })}
                  {entry.isAssetListMissing && t('targets.exportHistory.assetListMissing')}
                  {entry.missingFiles.length > 0 && t('targets.exportHistory.lostFiles', { count: entry.missingFiles.length })}
                </span>
                {history[at + 1] && (
                  <Button
                    variant="quiet"
                    icon={entry.id === shown ? ChevronDown : ChevronRight}
                    aria-expanded={entry.id === shown}
                    aria-label={t('targets.storyChanges.buttonOf', { time: formatDateTime(entry.exportedAt), version: entry.version })}
                    onPress={() => setShown(entry.id === shown ? null : entry.id)}
                  >
                    {t('targets.storyChanges.button')}
                  </Button>
                )}
                {entry.isCurrent ? (
                  <span className="export-history-current">{t('targets.exportHistory.current')}</span>
                ) : (
                  <Button
                    icon={History}
                    isDisabled={isBusy || entry.isAssetListMissing}
                    onPress={() => void restore(entry)}
                    aria-label={t('targets.exportHistory.restoreOf', { time: formatDateTime(entry.exportedAt), version: entry.version })}
                  >
                    {t('targets.exportHistory.restore')}
                  </Button>
                )}
              </div>
              <ExportReleases target={target} entry={entry} setRelease={setRelease} />
              {entry.id === shown && (
                <StoryChanges target={target} from={{ export: history[at + 1]?.id ?? '' }} to={{ export: entry.id }} onLeave={close} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

interface ExportReleasesProps {
  readonly target: Target;
  readonly entry: ExportHistoryEntry;
  readonly setRelease: (name: string, exportId: string | null) => Promise<void>;
}

/** The releases as which an export is pinned, with what games lose that were saved with them, and a field that pins it as another one. */
function ExportReleases({ target, entry, setRelease }: ExportReleasesProps) {
  const [name, setName] = useState<string | null>(null);
  const [compared, setCompared] = useState<string | null>(null);
  const pin = async () => {
    if (!name?.trim()) return;
    await setRelease(name.trim(), entry.id);
    setName(null);
  };
  return (
    <>
      {entry.releases.map((release) => (
        <div key={release} className="export-history-line">
          <span className="export-history-current">{t('targets.release.badge', { release })}</span>
          <Button
            variant="quiet"
            icon={release === compared ? ChevronDown : ChevronRight}
            aria-expanded={release === compared}
            aria-label={t('targets.savedGames.buttonOf', { release })}
            onPress={() => setCompared(release === compared ? null : release)}
          >
            {t('targets.savedGames.button')}
          </Button>
          <Button
            variant="quiet"
            icon={X}
            aria-label={t('targets.release.remove', { release })}
            onPress={() => void setRelease(release, null)}
          />
        </div>
      ))}
      {compared !== null && entry.releases.includes(compared) && <ReleaseChanges target={target} release={compared} />}
      {name === null ? (
        <Button
          variant="quiet"
          icon={Tag}
          onPress={() => setName('')}
          aria-label={t('targets.release.pinOf', { time: formatDateTime(entry.exportedAt) })}
        >
          {t('targets.release.pin')}
        </Button>
      ) : (
        <form
          className="export-history-line"
          onSubmit={(event) => {
            event.preventDefault();
            void pin();
          }}
        >
          <TextField
            label={t('targets.release.name')}
            value={name}
            onChange={setName}
            placeholder={t('targets.release.placeholder')}
            autoFocus
          />
          <Button type="submit" isDisabled={name.trim() === ''}>
            {t('common.save')}
          </Button>
        </form>
      )}
    </>
  );
}

/** `21 November, 08:14:02`. */
const formatDateTime = (iso: string): string =>
  formatDate(Date.parse(iso), {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
