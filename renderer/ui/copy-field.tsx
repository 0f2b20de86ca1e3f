/** Text to take along: it can be selected and copied, not changed. */

import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { t } from '../messages/translate.ts';
import { Button } from './button.tsx';
import './copy-field.css';
import './field.css';

const copied = t('ui.copied');
const failed = t('ui.copyFailed');

export function CopyField({ label, value, autoFocus }: { label: string; value: string; autoFocus?: boolean }) {
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid(copied);
    } catch {
      input.current?.select();
      input.current?.focus();
      setSaid(failed);
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
        icon={said === copied ? Check : Copy}
        onPress={() => void copy()}
        aria-label={t('ui.copyOf', { label })}
        autoFocus={autoFocus ?? false}
      >
        {t('ui.copy')}
      </Button>
      <span className={said === failed ? 'copy-said' : 'unseen'} role="status">
        {said}
      </span>
    </div>
  );
}
