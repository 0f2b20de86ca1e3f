/** The form for the address of a link. Only external addresses are allowed (G21). */

import type { Editor } from '@tiptap/react';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { dialects } from '../../../shared/rich-text/dialects.ts';
import { t } from '../../messages/translate.ts';
import { htmlAttributesIn } from '../document/editor-document.ts';

const isAllowedAddress = dialects.story.get('a')?.attributes.get('href') ?? (() => false);

/** The address of the link at the selection; empty without one. */
const currentAddress = (editor: Editor): string =>
  htmlAttributesIn(editor.getAttributes('link')).find(([name]) => name === 'href')?.[1] ?? '';

/** Changes the link at the selection, turns the selected text into one, or inserts the address as one. */
function setLink(editor: Editor, address: string): void {
  const attributes = [
    ['href', address],
    ['target', '_blank'],
    ['rel', 'noopener noreferrer'],
  ];
  const chain = editor.chain().extendMarkRange('link');
  if (editor.state.selection.empty && currentAddress(editor) === '')
    chain.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { attributes } }] }).run();
  else chain.setMark('link', { attributes }).run();
}

export function LinkForm({ editor, close }: { editor: Editor; close: () => void }) {
  const current = currentAddress(editor);
  const [address, setAddress] = useState(current || 'https://');
  const allowed = isAllowedAddress(address);
  /** The text takes the focus first, because an editor on a card closes when nothing in it has the focus. */
  const isLeaving = useRef(false);
  const leave = () => {
    isLeaving.current = true;
    editor.view.focus();
    close();
  };
  const set = () => {
    if (!allowed) return;
    setLink(editor, address);
    leave();
  };
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetMark('link').run();
    leave();
  };
  /** An address that was typed is set when the user leaves the form; an editor on a card then closes together with it. */
  const setWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // The user may only have switched to another window, to copy an address there.
    if (currentTarget.contains(document.activeElement) || currentTarget.contains(relatedTarget)) return;
    if (!allowed || address === current || isLeaving.current) return;
    setLink(editor, address);
    close();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') leave();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) set();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works at each control of the form
    <div className="link-form" onKeyDown={handleKey} onBlur={setWhenLeft}>
      <input
        className="input"
        aria-label={t('inspector.address')}
        value={address}
        // biome-ignore lint/a11y/noAutofocus: the user opened the form to type into it
        autoFocus
        aria-invalid={!allowed || undefined}
        onChange={({ target }) => setAddress(target.value)}
      />
      <button type="button" disabled={!allowed} onClick={set}>
        {t('inspector.set')}
      </button>
      {current !== '' && (
        <button type="button" onClick={remove}>
          {t('common.remove')}
        </button>
      )}
    </div>
  );
}
