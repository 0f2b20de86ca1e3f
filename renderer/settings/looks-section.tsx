/** How the window looks: light or dark, contrast, motion, size. */

import { inPercent } from '../../shared/words/counts.ts';
import { shell } from '../bridge.ts';
import { type Scheme, setContrast, setMotion, setScheme, setZoom, useLook, ZOOMS } from '../state/look.ts';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { settingsWords } from '../words/en/settings.ts';

const words = settingsWords.looks;
const schemes: readonly { id: Scheme; label: string }[] = [
  { id: 'system', label: words.system },
  { id: 'light', label: words.light },
  { id: 'dark', label: words.dark },
];
const sizes = ZOOMS.map((each) => ({ id: String(each), label: inPercent(each / 100) }));

export function LooksSection() {
  const scheme = useLook((look) => look.scheme);
  const contrast = useLook((look) => look.contrast);
  const motion = useLook((look) => look.motion);
  const zoom = useLook((look) => look.zoom);
  return (
    <section className="settings-section">
      <h3>{words.title}</h3>
      <Select label={words.colours} options={schemes} value={scheme} onChange={setScheme} />
      <Switch isSelected={contrast === 'more'} onChange={(on) => setContrast(on ? 'more' : 'system')}>
        {words.contrast}
      </Switch>
      <Switch isSelected={motion === 'less'} onChange={(on) => setMotion(on ? 'less' : 'system')}>
        {words.motion}
      </Switch>
      <p className="field-description">{words.likeTheSystem}</p>
      {shell === 'desktop' ? (
        <Select label={words.size} options={sizes} value={String(zoom)} onChange={(size) => setZoom(Number(size))} />
      ) : (
        <p className="field-description">{words.sizeInBrowser}</p>
      )}
    </section>
  );
}
