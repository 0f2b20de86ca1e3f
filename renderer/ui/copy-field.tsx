/** Text to take along: it can be selected and copied, not changed. */
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { uiMessages } from '../messages/en/ui.ts';
import { Button } from './button.tsx';
import './copy-field.css';
import './field.css';

const copied = uiMessages.copied;
const failed = uiMessages.itCouldNotBe;

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
        aria-label={uiMessages.copyOf(label)}
        autoFocus={autoFocus ?? false}
      >
        {uiMessages.copy}
      </Button>
      <span className={said === failed ? 'copy-said' : 'unseen'} role="status">
        {said}
      </span>
    </div>
  );
}
