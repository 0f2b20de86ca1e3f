/** A start without a display, as on a server. Chromium would crash without saying why. */
import { app } from 'electron';
import { loadSystemTranslator } from './desktop-language.ts';

/** Whether no display is named. One that is named and does not answer is reported by Chromium. */
export const isDisplayMissing = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;

export async function reportMissingDisplay(): Promise<void> {
  const { t } = await loadSystemTranslator(app.getPreferredSystemLanguages());
  console.error(t('desktop.noDisplay'));
}
