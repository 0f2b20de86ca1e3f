/** Handles a start without a display, as on a server, where Chromium would crash without an explanation. */
import { app } from 'electron';
import { loadSystemTranslator } from './desktop-language.ts';

/** Whether no display is configured. Chromium reports one that is configured but does not respond. */
export const isDisplayMissing = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;

export async function reportMissingDisplay(): Promise<void> {
  const { t } = await loadSystemTranslator(app.getPreferredSystemLanguages());
  console.error(t('desktop.noDisplay'));
}
