/** Confirms a deletion that can be undone: what else it changes, and the records that use what is deleted, each with a link. */

import { t } from '../messages/translate.ts';
import type { RecordUsage } from '../records/names/record-usage.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialog-store.ts';
import { UsageList } from './usage-list.tsx';

export interface Removal {
  readonly title: string;
  /** A sentence each: what is deleted with it, and what no longer works. */
  readonly consequences?: readonly string[];
  readonly uses?: readonly RecordUsage[];
  /** Introduces the list of uses, or states that there are none. */
  readonly usesHint?: string;
  readonly confirmLabel?: string;
  /** A Problem that it throws is shown in the dialog. */
  readonly remove: () => Promise<unknown>;
}

export function RemovalDialog({
  title,
  consequences = [],
  uses = [],
  usesHint,
  confirmLabel = t('common.delete'),
  remove,
  close,
}: Removal & { close: () => void }) {
  return (
    <FormDialog title={title} submitLabel={confirmLabel} confirms="undoable" run={remove} onClose={close}>
      <div className="dialog-stack">
        {consequences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {usesHint !== undefined && <p>{usesHint}</p>}
        {uses.length > 0 && <UsageList uses={uses} close={close} />}
        <p className="field-description">{t('common.undoHint')}</p>
      </div>
    </FormDialog>
  );
}

export const confirmRemoval = (removal: Removal): void => showDialog((close) => <RemovalDialog {...removal} close={close} />);

/** Deletes at once what nothing uses; otherwise asks first. Returns whether it was deleted. A rejection has been shown by then. */
export async function removeOrConfirm(removal: Removal & { readonly uses: readonly RecordUsage[] }): Promise<boolean> {
  if (removal.uses.length === 0)
    return removal.remove().then(
      () => true,
      () => false,
    );
  return new Promise((answer) => {
    const remove = async () => {
      await removal.remove();
      answer(true);
    };
    showDialog((close) => <RemovalDialog {...removal} remove={remove} close={close} />, { onClosed: () => answer(false) });
  });
}
