/** Whether Taleport keeps running when the window is closed. Only the desktop app can run in the background. */

import { useEffect, useState } from 'react';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { createLatestCall } from '../../state/latest-call.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Switch } from '../../ui/switch.tsx';

export const BackgroundSwitch = () => (shell === 'desktop' ? <DesktopBackgroundSwitch /> : null);

function DesktopBackgroundSwitch() {
  const [latest] = useState(createLatestCall);
  const [isOn, setOn] = useState<boolean | null>(null);
  useEffect(() => {
    void latest(invoke('window.background', {}), ({ on }) => setOn(on)).catch(() => undefined);
  }, [latest]);
  if (isOn === null) return null;
  const flip = (on: boolean) => latest(withErrorToast(invoke('window.background', { on })), (now) => setOn(now.on));
  return (
    <div>
      <Switch isSelected={isOn} onChange={(on) => void flip(on).catch(() => undefined)}>
        {t('remote.background')}
      </Switch>
      <p className="field-description">{t('remote.backgroundHint')}</p>
    </div>
  );
}
