/** Whether Taleport keeps running when the window is closed. Only the desktop app can run in the background. */

import { useEffect, useState } from 'react';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Switch } from '../../ui/switch.tsx';

export const BackgroundSwitch = () => (shell === 'desktop' ? <DesktopBackgroundSwitch /> : null);

function DesktopBackgroundSwitch() {
  const [isOn, setOn] = useState<boolean | null>(null);
  useEffect(() => {
    invoke('window.background', {}).then(
      ({ on }) => setOn(on),
      () => undefined,
    );
  }, []);
  if (isOn === null) return null;
  const flip = async (on: boolean) => setOn((await withErrorToast(invoke('window.background', { on }))).on);
  return (
    <div>
      <Switch isSelected={isOn} onChange={(on) => void flip(on).catch(() => undefined)}>
        {t('remote.background')}
      </Switch>
      <p className="field-description">{t('remote.backgroundHint')}</p>
    </div>
  );
}
