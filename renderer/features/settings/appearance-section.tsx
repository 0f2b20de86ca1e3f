/** The settings section of the appearance: colour scheme, language, contrast, motion, size, and what a start shows. */

import { useStore } from 'zustand';
import { languageOptions } from '../../../shared/messages/languages.ts';
import { setLanguage } from '../../messages/language.ts';
import { formatPercent, languageStore, t } from '../../messages/translate.ts';
import { shell } from '../../platform/bridge.ts';
import { type ColorScheme, setColorScheme, setContrast, setMotion, setZoom, useAppearance, zoomLevels } from '../../state/appearance.ts';
import { setReopensLastProject, useReopensLastProject } from '../../state/last-project.ts';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';

const colorSchemeOptions = (): readonly { id: ColorScheme; label: string }[] => [
  { id: 'system', label: t('settings.appearance.system') },
  { id: 'light', label: t('settings.appearance.light') },
  { id: 'dark', label: t('settings.appearance.dark') },
];
const zoomOptions = () => zoomLevels.map((each) => ({ id: String(each), label: formatPercent(each / 100) }));

export function AppearanceSection() {
  const scheme = useAppearance((state) => state.colorScheme);
  const contrast = useAppearance((state) => state.contrast);
  const motion = useAppearance((state) => state.motion);
  const zoom = useAppearance((state) => state.zoom);
  const reopens = useReopensLastProject();
  const language = useStore(languageStore, (each) => each.language);
  return (
    <section className="settings-section">
      <h3>{t('settings.appearance.title')}</h3>
      <Select label={t('settings.appearance.colours')} options={colorSchemeOptions()} value={scheme} onChange={setColorScheme} />
      {languageOptions.length > 1 && (
        <Select
          label={t('settings.appearance.language')}
          options={languageOptions}
          value={language}
          onChange={(id) => void setLanguage(id)}
        />
      )}
      <Switch isSelected={contrast === 'more'} onChange={(on) => setContrast(on ? 'more' : 'system')}>
        {t('settings.appearance.contrast')}
      </Switch>
      <Switch isSelected={motion === 'less'} onChange={(on) => setMotion(on ? 'less' : 'system')}>
        {t('settings.appearance.motion')}
      </Switch>
      <p className="field-description">{t('settings.appearance.systemHint')}</p>
      {shell === 'desktop' ? (
        <Select
          label={t('settings.appearance.size')}
          options={zoomOptions()}
          value={String(zoom)}
          onChange={(size) => setZoom(Number(size))}
        />
      ) : (
        <p>{t('settings.appearance.sizeInBrowser')}</p>
      )}
      <Switch isSelected={reopens} onChange={setReopensLastProject}>
        {t('settings.appearance.reopen')}
      </Switch>
    </section>
  );
}
