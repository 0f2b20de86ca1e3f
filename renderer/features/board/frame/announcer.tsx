/** Says what is selected, and what was done, to those who do not see it. */

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
  const words = count === 0 ? '' : count === 1 ? `${kind} ${name || t('board.untitledPhrase')}` : t('board.itemsSelected', { count });
  // The same words said again must differ, or nothing is read out.
  const said = useStore(announcements);
  return (
    <>
      <p className="unseen" role="status">
        {words}
      </p>
      <p className="unseen" role="status">
        {said.count % 2 === 0 ? said.message : `${said.message}\u00a0`}
      </p>
    </>
  );
}
