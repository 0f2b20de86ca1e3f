/** At a field: what was typed there before and never saved, with the choice to take it or to throw it away. */

import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { t } from '../../messages/translate.ts';
import { Button } from '../../ui/button.tsx';
import type { UnsavedDraft } from './use-draft.ts';

/** Enough to know it again. */
const MAX_PREVIEW_LENGTH = 160;

export function UnsavedDraftNotice<T>({ draft }: { draft: UnsavedDraft<T> | null }) {
  if (!draft) return null;
  const text = richTextToPlainText(String(draft.value ?? ''));
  return (
    <div className="left-behind" role="note">
      <p>
        {t('inspector.unsavedText.hint')}{' '}
        <q>{text.length > MAX_PREVIEW_LENGTH ? `${text.slice(0, MAX_PREVIEW_LENGTH)}…` : text || t('inspector.unsavedText.empty')}</q>
      </p>
      <div className="buttons">
        <Button onPress={draft.restore}>{t('inspector.unsavedText.restore')}</Button>
        <Button onPress={draft.discard}>{t('inspector.unsavedText.discard')}</Button>
      </div>
    </div>
  );
}
