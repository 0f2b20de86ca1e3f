/** The form for the address of a link. Only external addresses are allowed (G21). */

import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { dialects } from '../../../shared/rich-text/dialects.ts';
import { t } from '../../messages/translate.ts';

const isAllowedAddress = dialects.story.get('a')?.attributes.get('href') ?? (() => false);

export function LinkForm({ editor, close }: { editor: Editor; close: () => void }) {
  // The schema declares this attribute for links.
  const current = (editor.getAttributes('link').attributes as [string, string][] | undefined)?.find(([name]) => name === 'href')?.[1] ?? '';
  const [address, setAddress] = useState(current || 'https://');
  const allowed = isAllowedAddress(address);
  const done = () => {
    if (!allowed) return;
    const attributes = [
      ['href', address],
      ['target', '_blank'],
      ['rel', 'noopener noreferrer'],
    ];
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && current === '')
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
        // biome-ignore lint/a11y/noAutofocus: the user opened the form to type into it
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
      {current !== '' && (
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
