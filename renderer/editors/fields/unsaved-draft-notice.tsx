/** A notice at a field: text that was typed there earlier and never saved, with buttons to restore or discard it. */

import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { t } from '../../messages/translate.ts';
import { Button } from '../../ui/button.tsx';
import type { UnsavedDraft } from './use-draft.ts';

/** Long enough to recognize the text. */
const maxPreviewLength = 160;

export function UnsavedDraftNotice<T>({ draft }: { draft: UnsavedDraft<T> | null }) {
  if (!draft) return null;
  const text = richTextToPlainText(String(draft.value ?? ''));
  return (
    <div className="unsaved-draft" role="note">
      <p>
        {t('inspector.unsavedText.hint')}{' '}
        <q>{text.length > maxPreviewLength ? `${text.slice(0, maxPreviewLength)}…` : text || t('inspector.unsavedText.empty')}</q>
      </p>
      <div className="buttons">
        <Button onPress={draft.restore}>{t('inspector.unsavedText.restore')}</Button>
        <Button onPress={draft.discard}>{t('inspector.unsavedText.discard')}</Button>
      </div>
    </div>
  );
}
