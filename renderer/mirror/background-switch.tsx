/** Whether work goes on when the window is closed. Only the desktop has something to go on in. */
import { useEffect, useState } from 'react';
import { ask, shell } from '../bridge.ts';
import { told } from '../state/send.ts';
import { Switch } from '../ui/switch.tsx';
import { remoteWords } from '../words/en/mirror.ts';

export const BackgroundSwitch = () => (shell === 'desktop' ? <DesktopSwitch /> : null);

function DesktopSwitch() {
  const [isOn, setOn] = useState<boolean | null>(null);
  useEffect(() => {
    ask('window.background', {}).then(
      ({ on }) => setOn(on),
      () => undefined,
    );
  }, []);
  if (isOn === null) return null;
  const flip = async (on: boolean) => setOn((await told(ask('window.background', { on }))).on);
  return (
    <div>
      <Switch isSelected={isOn} onChange={(on) => void flip(on).catch(() => undefined)}>
        {remoteWords.background}
      </Switch>
      <p className="field-description">{remoteWords.backgroundSays}</p>
    </div>
  );
}
