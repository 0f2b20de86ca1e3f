/** A path: typed, or chosen in the dialog of the system where there is one. */

import { FolderSearch } from 'lucide-react';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { shell } from '../../platform/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showProblem } from '../../ui/toast-queue.ts';

interface PathFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly isReadOnly?: boolean;
  readonly onChange: (path: string) => void;
  /** Opens the dialog; resolves to null if the user cancels it. */
  readonly choose: () => Promise<string | null>;
}

export function PathField({ label, value, placeholder, isReadOnly = false, onChange, choose }: PathFieldProps) {
  const chooseAndChange = async () => {
    try {
      const path = await choose();
      if (path !== null) onChange(path);
    } catch (error) {
      showProblem(Problem.from(error));
    }
  };
  return (
    <div className="path-field">
      <TextField
        label={label}
        value={value}
        onChange={onChange}
        placeholder={placeholder}
        isReadOnly={isReadOnly}
        isCode
        autoFocus={shell === 'browser'}
      />
      {shell === 'desktop' && (
        <Button icon={FolderSearch} onPress={() => void chooseAndChange()} autoFocus>
          {t('common.choose')}
        </Button>
      )}
    </div>
  );
}
