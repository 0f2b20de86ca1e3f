/** Announces the selection and the results of actions to screen readers. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { t } from '../../../messages/translate.ts';
import { frameContentIds } from '../../../records/board/frames.ts';
import { describeRecord } from '../../../records/names/describe-record.ts';
import { openProjectStore, useProject } from '../../../state/open-project.ts';
import { useSelection } from '../../../state/selection.ts';

export function Announcer() {
  const count = useSelection(({ ids }) => ids.size);
  const last = useSelection(({ ids }) => [...ids].at(-1) ?? null);
  const description = useProject((project) => (last === null ? '' : describeRecord(project, last)));
  const contentCount = useMemo(() => (last === null ? 0 : frameContentIds(openProjectStore.getState().project, last).length), [last]);
  const announcement = useStore(announcements);
  return (
    <>
      <p className="visually-hidden" role="status">
        {selectionText(count, contentCount === 0 ? description : t('board.frameSelected', { frame: description, count: contentCount }))}
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

const announcements = createStore<{ readonly message: string; readonly count: number }>(() => ({ message: '', count: 0 }));

/** Announces the result of an action to screen readers. */
export const announce = (message: string): void => announcements.setState(({ count }) => ({ message, count: count + 1 }));
