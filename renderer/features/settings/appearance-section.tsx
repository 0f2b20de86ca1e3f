/** How the window looks: light or dark, contrast, motion, size. */

import { formatPercent } from '../../../shared/messages/format.ts';
import { settingsMessages } from '../../messages/en/settings.ts';
import { shell } from '../../platform/bridge.ts';
import { type ColorScheme, setColorScheme, setContrast, setMotion, setZoom, usePreferences, ZOOM_LEVELS } from '../../state/preferences.ts';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';

const messages = settingsMessages.looks;
const colorSchemeOptions: readonly { id: ColorScheme; label: string }[] = [
  { id: 'system', label: messages.system },
  { id: 'light', label: messages.light },
  { id: 'dark', label: messages.dark },
];
const zoomOptions = ZOOM_LEVELS.map((each) => ({ id: String(each), label: formatPercent(each / 100) }));

export function AppearanceSection() {
  const scheme = usePreferences((look) => look.scheme);
  const contrast = usePreferences((look) => look.contrast);
  const motion = usePreferences((look) => look.motion);
  const zoom = usePreferences((look) => look.zoom);
  return (
    <section className="settings-section">
      <h3>{messages.title}</h3>
      <Select label={messages.colours} options={colorSchemeOptions} value={scheme} onChange={setColorScheme} />
      <Switch isSelected={contrast === 'more'} onChange={(on) => setContrast(on ? 'more' : 'system')}>
        {messages.contrast}
      </Switch>
      <Switch isSelected={motion === 'less'} onChange={(on) => setMotion(on ? 'less' : 'system')}>
        {messages.motion}
      </Switch>
      <p className="field-description">{messages.likeTheSystem}</p>
      {shell === 'desktop' ? (
        <Select label={messages.size} options={zoomOptions} value={String(zoom)} onChange={(size) => setZoom(Number(size))} />
      ) : (
        <p className="field-description">{messages.sizeInBrowser}</p>
      )}
    </section>
  );
}
