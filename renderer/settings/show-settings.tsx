/** Opens the settings. They are loaded when they are asked for: the list of projects needs none of them. */
import { lazy, Suspense } from 'react';
import { showDialog } from '../ui/dialogs.ts';

const Settings = lazy(async () => ({ default: (await import('./settings-dialog.tsx')).SettingsDialog }));

export const showSettings = (): void =>
  showDialog((close) => (
    <Suspense fallback={null}>
      <Settings close={close} />
    </Suspense>
  ));
