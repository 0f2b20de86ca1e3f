/** Goes to the record of a problem. Not every record can be shown: the story as a whole and its variables are on no board. */
import type { Finding } from '../../../shared/contracts/findings.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord, isReachable } from '../../navigation/go-to-record.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { showToast } from '../../ui/toast-queue.ts';

export function goToFinding(finding: Finding | undefined): void {
  if (finding === undefined) return;
  if (isReachable(openProjectStore.getState().project, finding)) goToRecord(finding);
  else showToast({ tone: 'plain', title: t('problems.noPlace') });
}
