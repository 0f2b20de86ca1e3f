/** Announces the selection and the results of actions to screen readers. */

import { useStore } from 'zustand';
import { t } from '../../../messages/translate.ts';
import { useRecordKind } from '../../../records/board/use-record-kind.ts';
import { useRecordName } from '../../../records/names/record-names.ts';
import { useSelection } from '../../../state/selection.ts';
import { announcements } from '../actions/announce.ts';

export function Announcer() {
  const count = useSelection(({ ids }) => ids.size);
  const last = useSelection(({ ids }) => [...ids].at(-1) ?? null);
  const name = useRecordName(last);
  const kind = useRecordKind(last);
  const announcement = useStore(announcements);
  return (
    <>
      <p className="visually-hidden" role="status">
        {selectionText(count, `${kind} ${name || t('board.untitledPhrase')}`)}
      </p>
      <p className="visually-hidden" role="status">
        {/* A repeated announcement must differ from the one before, or screen readers stay silent. */}
        {announcement.count % 2 === 0 ? announcement.message : `${announcement.message}\u00a0`}
      </p>
    </>
  );
}

function selectionText(count: number, only: string): string {
  if (count === 0) return '';
  return count === 1 ? only : t('board.itemsSelected', { count });
}
