/** Where a link leads to. Only addresses that lead out of the story (G21). */

import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { dialects } from '../../../shared/rich-text/dialects.ts';
import { t } from '../../messages/translate.ts';

const isAllowedAddress = dialects.story.get('a')?.attributes.get('href') ?? (() => false);

export function LinkForm({ editor, close }: { editor: Editor; close: () => void }) {
  const known = (editor.getAttributes('link').attributes as [string, string][] | undefined)?.find(([name]) => name === 'href')?.[1] ?? '';
  const [address, setAddress] = useState(known || 'https://');
  const allowed = isAllowedAddress(address);
  const done = () => {
    if (!allowed) return;
    const attributes = [
      ['href', address],
      ['target', '_blank'],
      ['rel', 'noopener noreferrer'],
    ];
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && known === '')
      chain.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { attributes } }] }).run();
    else chain.setMark('link', { attributes }).run();
    close();
  };
  return (
    <div className="link-form">
      <input
        className="input"
        aria-label={t('inspector.address')}
        value={address}
        // biome-ignore lint/a11y/noAutofocus: it opens because the writer asked for it
        autoFocus
        aria-invalid={!allowed || undefined}
        onChange={({ target }) => setAddress(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done();
          if (event.key === 'Escape') close();
        }}
      />
      <button type="button" disabled={!allowed} onClick={done}>
        {t('inspector.set')}
      </button>
      {known !== '' && (
        <button
          type="button"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
            close();
          }}
        >
          {t('common.takeOut')}
        </button>
      )}
    </div>
  );
}
