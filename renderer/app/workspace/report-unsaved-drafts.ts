/** When a project opens: reports texts that were typed but never saved, with a link to the first of them. */

import { compareDraft } from '../../../shared/contracts/compare-draft.ts';
import { draftRecordId, parseUnsentTextName } from '../../../shared/contracts/drafts.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { runAction } from '../../commands/action-registry.ts';
import { openDialog } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { openLocalComment, writeComment } from '../../navigation/comments/comments-state.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { invoke } from '../../platform/bridge.ts';
import { describeRecord } from '../../records/names/describe-record.ts';
import { draftStore } from '../../state/draft-store.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { saveUnsavedEdits } from '../../state/unsaved-edits.ts';
import { discardUnsentText, listUnsentTexts } from '../../state/unsent-text.ts';
import { showToast } from '../../ui/toast-queue.ts';

export function reportUnsavedDrafts(): void {
  const { hash } = openProjectStore.getState();
  if (hash === null) return;
  // What could not be saved before the project was closed.
  void saveUnsavedEdits();
  // The next opening reports what could not be read.
  void loadAndReport(hash).catch(() => undefined);
}

async function loadAndReport(hash: string): Promise<void> {
  await draftStore.load(hash);
  await discardTextsWithoutConflicts(hash);
  if (openProjectStore.getState().hash === hash) report(hash);
}

/** A project that is neither synced nor has a story folder has no conflicts, and no list that a merged text could be found in. */
async function discardTextsWithoutConflicts(hash: string): Promise<void> {
  const texts = listUnsentTexts(hash).filter(({ of }) => of === 'conflict');
  if (texts.length === 0) return;
  const problem = await invoke('conflict.list', { hash }).then(
    () => null,
    (error: unknown) => Problem.from(error),
  );
  if (problem?.code === 'notFound') for (const text of texts) discardUnsentText(hash, text);
}

function report(hash: string): void {
  const { project } = openProjectStore.getState();
  /** The first draft of each record. */
  const newer = new Map<string, string>();
  for (const draft of draftStore.store.getState().recovered.values()) {
    const state = compareDraft(project, draft);
    if (state === 'saved') draftStore.discardRecovered(hash, draft);
    const id = draftRecordId(draft.name);
    if (state === 'newer' && project.has(id) && !newer.has(id)) newer.set(id, draft.name);
  }
  const [first] = newer.values();
  if (first === undefined) return;
  showToast({
    tone: 'warning',
    title: t('inspector.unsavedText.found', { count: newer.size }),
    lines: [...newer.keys()].map((id) => describeRecord(project, id)),
    action: { label: t('inspector.unsavedText.goTo'), run: () => goToDraft(hash, first) },
  });
}

/** Shows the field that contains the text. */
function goToDraft(hash: string, name: string): void {
  const unsent = parseUnsentTextName(name);
  const record = openProjectStore.getState().project.get(draftRecordId(name));
  if (unsent?.of === 'conflict') openDialog('conflicts', hash, unsent.id);
  if (!record || unsent?.of === 'conflict') return;
  if (name === `${projectRecordId} css`) runAction('stylesheet');
  else goToRecord(record);
  if (unsent?.of === 'newComment') writeComment(record);
  if (unsent?.of === 'comment') openLocalComment(record.id, unsent.id);
}
