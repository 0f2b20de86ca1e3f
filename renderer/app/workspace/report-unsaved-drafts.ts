/** When a project opens: reports texts that were typed but never saved, with a link to the first of them. */

import { t } from '../../messages/translate.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { describeRecord } from '../../records/names/describe-record.ts';
import { draftStore } from '../../state/draft-store.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { showToast } from '../../ui/toast-queue.ts';

export function reportUnsavedDrafts(): void {
  const { hash, project } = openProjectStore.getState();
  if (hash === null) return;
  const left = draftStore.listRecovered(hash).map((name) => ({ name, id: name.split(' ')[0] ?? '' }));
  for (const { name, id } of left) if (!project.has(id)) draftStore.discard(hash, name);
  const ids = [...new Set(left.map(({ id }) => id))].filter((id) => project.has(id));
  const [first] = ids;
  if (first === undefined) return;
  showToast({
    tone: 'warning',
    title: t('inspector.unsavedText.found', { count: ids.length }),
    lines: ids.map((id) => describeRecord(project, id)),
    action: { label: t('inspector.unsavedText.goTo'), run: () => goToRecord({ id: first }) },
  });
}
