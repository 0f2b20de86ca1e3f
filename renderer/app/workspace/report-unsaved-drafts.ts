/** When a project opens: reports texts that were typed but never saved, with a link to the first of them. */

import { compareDraft } from '../../../shared/contracts/compare-draft.ts';
import { draftRecordId } from '../../../shared/contracts/drafts.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { describeRecord } from '../../records/names/describe-record.ts';
import { draftStore } from '../../state/draft-store.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { saveUnsavedEdits } from '../../state/unsaved-edits.ts';
import { showToast } from '../../ui/toast-queue.ts';

export function reportUnsavedDrafts(): void {
  const { hash } = openProjectStore.getState();
  if (hash === null) return;
  // What could not be saved before the project was closed.
  void saveUnsavedEdits();
  // The next opening reports what could not be read.
  void draftStore
    .load(hash)
    .then(() => openProjectStore.getState().hash === hash && report(hash))
    .catch(() => undefined);
}

function report(hash: string): void {
  const { project } = openProjectStore.getState();
  const newer = new Set<string>();
  for (const draft of draftStore.store.getState().recovered.values()) {
    const state = compareDraft(project, draft);
    if (state === 'saved') draftStore.discardRecovered(hash, draft);
    if (state === 'newer') newer.add(draftRecordId(draft.name));
  }
  const [first] = newer;
  if (first === undefined) return;
  showToast({
    tone: 'warning',
    title: t('inspector.unsavedText.found', { count: newer.size }),
    lines: [...newer].map((id) => describeRecord(project, id)),
    action: { label: t('inspector.unsavedText.goTo'), run: () => goToRecord({ id: first }) },
  });
}
