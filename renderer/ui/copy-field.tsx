/** A read-only text that can be selected and copied. */

import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { t } from '../messages/translate.ts';
import { Button } from './button.tsx';
import './copy-field.css';
import './field.css';

export function CopyField({ label, value, autoFocus }: { label: string; value: string; autoFocus?: boolean }) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setResult('copied');
    } catch {
      input.current?.select();
      input.current?.focus();
      setResult('failed');
    }
  };
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
      <Button
        icon={result === 'copied' ? Check : Copy}
        onPress={() => void copy()}
        aria-label={t('ui.copyOf', { label })}
        autoFocus={autoFocus ?? false}
      >
        {t('ui.copy')}
      </Button>
      <span className={result === 'failed' ? 'copy-result' : 'visually-hidden'} role="status">
        {result === 'copied' && t('ui.copied')}
        {result === 'failed' && t('ui.copyFailed')}
      </span>
    </div>
  );
}
