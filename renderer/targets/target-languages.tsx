/** Which languages a target writes, changed later. */
import { useState } from 'react';
import type { Target } from '../../shared/targets.ts';
import { ask } from '../bridge.ts';
import { putTarget } from '../state/targets.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { LocaleChoice } from './locale-choice.tsx';

export const showTargetLanguages = (target: Target): void => showDialog((close) => <TargetLanguages target={target} close={close} />);

function TargetLanguages({ target, close }: { target: Target; close: () => void }) {
  const [locales, setLocales] = useState(target.locales);
  const [fallbackContents, setFallback] = useState(target.fallbackContents);
  const save = async () => putTarget(await ask('target.change', { id: target.id, settings: { locales, fallbackContents } }));
  return (
    <FormDialog title="Languages of this target" does="Save" run={save} onClose={close}>
      <LocaleChoice value={locales} onChange={setLocales} />
      <Checkbox isSelected={fallbackContents} onChange={setFallback}>
        Where a translation is missing, write the text of the language it is based on
      </Checkbox>
    </FormDialog>
  );
}
