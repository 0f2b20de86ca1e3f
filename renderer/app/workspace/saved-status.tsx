/** Shows whether the open project is saved, and since when; in a narrow window without the time. */
import { CircleAlert, CircleDashed, Save } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { shallow } from 'zustand/shallow';
import { useStoreWithEqualityFn } from 'zustand/traditional';
import type { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { draftStore } from '../../state/draft-store.ts';
import { lastSavedStore, loadLastSaved } from '../../state/last-saved-store.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { useDelayedValue } from '../../ui/use-delayed-value.ts';

/** Longer than a text waits for a pause of typing before it is saved: only what stays unsaved is shown. */
const quietMs = 4000;

export function SavedStatus() {
  const hash = useStore(openProjectStore, (state) => state.hash);
  useEffect(() => {
    if (hash !== null) void loadLastSaved(hash);
  }, [hash]);
  const savedAt = useStore(lastSavedStore, (last) => (last.hash === hash ? last.at : null));
  const when = useRelativeTime(savedAt);
  const unsaved = useStoreWithEqualityFn(draftStore.store, () => (hash === null ? [] : draftStore.listUnsaved(hash)), shallow);
  const problem = unsaved.find((text) => text.problem !== null)?.problem;
  const isUnsaved = useDelayedValue(unsaved.length > 0, unsaved.length > 0 ? quietMs : 0);
  return (
    <>
      {/* A region that was empty before is announced when it receives text. */}
      <span className="visually-hidden" role="status">
        {problem && t(problem.text)}
      </span>
      {problem ? <FailedStatus problem={problem} /> : <SavedTime isUnsaved={isUnsaved} when={when} />}
    </>
  );
}

/** What was not saved, and why: in full in a dialog, because a narrow window shows the icon only. */
function FailedStatus({ problem }: { problem: Problem }) {
  const text = t('workspace.notSaved', { reason: problem.reason ?? 'other' });
  const showReason = () =>
    showDialog((close) => (
      <Dialog title={text} onClose={close}>
        <p>{t(problem.text)}</p>
      </Dialog>
    ));
  return (
    <Button variant="quiet" icon={CircleAlert} className="saved-status unsaved failed" onPress={showReason}>
      <span>{text}</span>
    </Button>
  );
}

function SavedTime({ isUnsaved, when }: { isUnsaved: boolean; when: string | null }) {
  if (isUnsaved)
    return (
      <span className="saved-status unsaved" title={t('workspace.unsaved')}>
        <CircleDashed size={16} aria-hidden />
        <span>{t('workspace.unsaved')}</span>
      </span>
    );
  const withTime = when === null ? t('workspace.saved') : t('workspace.savedAt', { when });
  return (
    <span className="saved-status" title={withTime}>
      <Save size={16} aria-hidden />
      <span className="status-short">{t('workspace.saved')}</span>
      <span className="status-long">{withTime}</span>
    </span>
  );
}
