/** A read-only text that can be selected and copied, and the button that copies a text. */

import { Check, Copy } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { t } from '../messages/translate.ts';
import { Button } from './button.tsx';
import './copy-field.css';
import './field.css';

export function CopyField({ label, value, autoFocus }: { label: string; value: string; autoFocus?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="copy-field">
      <TextField className="text-field" value={value} isReadOnly>
        <Label className="field-label">{label}</Label>
        <Input
          ref={input}
          className="input code"
          autoComplete="off"
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </TextField>
      <CopyButton text={value} shownIn={input} label={t('ui.copyOf', { label })} autoFocus={autoFocus ?? false} />
    </div>
  );
}

interface CopyButtonProps {
  readonly text: string;
  /** The element that shows the text, which is selected if it can't be copied: without permission, or in a page without HTTPS. */
  readonly shownIn: RefObject<HTMLElement | null>;
  readonly label?: string;
  readonly autoFocus?: boolean;
}

/** Copies a text, and says whether it was copied, each time. */
export function CopyButton({ text, shownIn, label, autoFocus = false }: CopyButtonProps) {
  const [{ count, result }, setLast] = useState<{ count: number; result: 'copied' | 'failed' | null }>({ count: 0, result: null });
  const copy = async () => {
    const isCopied = await writeToClipboard(text);
    if (!isCopied && shownIn.current) selectText(shownIn.current);
    setLast((last) => ({ count: last.count + 1, result: isCopied ? 'copied' : 'failed' }));
  };
  return (
    <>
      <Button
        icon={result === 'copied' ? Check : Copy}
        onPress={() => void copy()}
        {...(label === undefined ? {} : { 'aria-label': label })}
        autoFocus={autoFocus}
      >
        {t('ui.copy')}
      </Button>
      <span className={result === 'failed' ? 'copy-result' : 'visually-hidden'} role="status">
        {/* The same words are only announced again in another element. */}
        <span key={count}>
          {result === 'copied' && t('ui.copied')}
          {result === 'failed' && t('ui.copyFailed')}
        </span>
      </span>
    </>
  );
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function selectText(element: HTMLElement): void {
  if (element instanceof HTMLInputElement) {
    element.select();
    element.focus();
  } else getSelection()?.selectAllChildren(element);
}
