/**
 * The item in the tray or menu bar: sync status, pause, open, quit. It is only shown while a project is synced or work continues without a
 * window.
 */
import { Menu, type MenuItemConstructorOptions, type NativeImage, nativeImage, Tray } from 'electron';
import type { Backend } from '../../../shared/contracts/ipc/backend.ts';
import type { SyncStatus } from '../../../shared/contracts/sync.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
import type { DesktopLanguage } from '../desktop-language.ts';
import { escapeMenuLabel } from '../menu/menu-template.ts';
import { formatTooltip, formatTrayLine, needsAttention } from './tray-text.ts';

interface TrayDeps {
  readonly language: DesktopLanguage;
  readonly call: Backend['call'];
  readonly log: (line: string) => void;
  readonly openWindow: () => void;
  readonly quit: () => void;
  /** Whether sync and targets continue without a window. */
  readonly isBackgroundEnabled: () => boolean;
}

/** Further projects are only counted. */
const maxListedProjects = 8;
const separator: MenuItemConstructorOptions = { type: 'separator' };

export function openTray(deps: TrayDeps): { update(list: readonly SyncStatus[]): void } {
  const { t } = deps.language;
  let tray: Tray | undefined;
  /** Some Linux desktops have no tray. Everything else works without it. */
  let isImpossible = false;
  let shown = '';

  function createTray(): Tray | undefined {
    if (isImpossible) return undefined;
    try {
      const newTray = new Tray(createTrayImage({ needsAttention: false }));
      newTray.on('click', deps.openWindow);
      return newTray;
    } catch (error) {
      isImpossible = true;
      deps.log(`There is no tray here: ${String(error)}`);
      return undefined;
    }
  }

  return {
    update(list) {
      if (list.length === 0 && !deps.isBackgroundEnabled()) {
        tray?.destroy();
        tray = undefined;
        shown = '';
        return;
      }
      tray ??= createTray();
      // While changes are being sent, statuses arrive many times a second, so the tray is only updated if its texts change.
      const next = [...list.map((status) => formatTrayLine(status, t)), list.some(needsAttention), t('tray.open')].join('\n');
      if (!tray || next === shown) return;
      shown = next;
      tray.setImage(createTrayImage({ needsAttention: list.some(needsAttention) }));
      tray.setToolTip(formatTooltip(list, t));
      tray.setContextMenu(createTrayMenu(list, deps));
    },
  };
}

function createTrayMenu(list: readonly SyncStatus[], { call, language: { t }, openWindow, quit }: TrayDeps): Menu {
  const lines = list
    .slice(0, maxListedProjects)
    .map((status): MenuItemConstructorOptions => ({ label: escapeMenuLabel(formatTrayLine(status, t)), click: openWindow }));
  return Menu.buildFromTemplate([
    ...lines,
    ...(list.length > maxListedProjects ? [{ label: t('tray.more', { count: list.length - maxListedProjects }), enabled: false }] : []),
    ...(list.length > 0 ? [separator, ...createSyncItems(list, call, t), separator] : []),
    { label: t('tray.open'), click: openWindow },
    { label: t('tray.quit'), click: quit },
  ]);
}

/** Resumes sync if all projects are paused; otherwise starts or pauses it. */
function createSyncItems(list: readonly SyncStatus[], call: TrayDeps['call'], t: Translate): MenuItemConstructorOptions[] {
  const pause = (until: string | null): void => void call('sync.pause', { until });
  if (list.every(({ state }) => state === 'paused')) return [{ label: t('tray.resume'), click: () => pause('now') }];
  return [
    { label: t('tray.syncNow'), click: () => void call('sync.run', {}) },
    { label: t('sync.pauseHalfHour'), click: () => pause(new Date(Date.now() + 30 * 60_000).toISOString()) },
    { label: t('sync.pauseIndefinitely'), click: () => pause(null) },
  ];
}

const png = {
  mark: 'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAMAAABEpIrGAAABR1BMVEUAAAAaWU0eWk0dXE0fW00fXE0eW0wdW0wfW00eWUwAVVUeW0weW00fXEsbW00eXE0eW04XXUYeW0weXEwdXE0cXEoeW0weW00eXEweXE0dW0wfXE0fW0wfWE4fW00bWkoeXE0eXEwcW0oeXE0eXEweW0keWkwfXEwfXEweW00eXEweWU0fXE1Qf3Orwbiyxr5ein4iXk90mo/8+/f//flbiHx6nZPp7eedt66nvrWHp52Mq6HU3tjv8uzw8u00bF5WhHj+/PiAopctZlhzmI40a11Ug3bH1c709fDa4tyBopg4bmGTr6YmYVPs7+qEpptXhXjr7+mpwLdJem3C0cohXU/X4NooY1QmYVJqkofQ29Wov7b19vErZFbl6uWOrKJTgnV0mY6JqJ7R3Nbx8+5BdGemvbSPraN5npP+/flijYBokYV2mpDHDYpGAAAALHRSTlMAFF2LtsCKRug8A/78fTj9Owvd3FBIeKCqqWjOzzH5MIiALcvCKm6vv7BvKzw0EC4AAAEwSURBVDjLjZNXV8JAEEYDIiIiiAUUK9hlDKIjdkDBXrFj7/3/Pzu7IUB0Nof7kjn57jk7m8xoWk04nHWuegsut9NRyRs8wOBpLMVedxOw+Jq9UvAHQEGgReTBVlDSFiShHWzoICHEvJ/UE1OyCJEQ/hcnp2cQcVaUYRI6/+apORTMi7qLERbQYFEhLFG2vIKYzvBCdhVxDXL51DpYhI3Nre0deu6mEfeqfFPYPxCnHh7lC4jHwAgnWOb0zF44vwBOuCwYRxSvEK85gZq8kU3e3iHec0KZB7rmI3PNCk901jNd9uVV9anfSu2+qwTzZ+lKAZIfnyR8mUKEGZhvPfEji4iYWbuR84up71bnPXLue32qvK/f2JwBlRA1Vy82yMVDsartHR4ZHbMwPhGvbe+1XwyFlicLflPAAAAAAElFTkSuQmCC',
  attention:
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAMAAABEpIrGAAACHFBMVEUAAAAAAAAcGhgeGxkiHhlJNx8sJBsdGhgYGBgaWU0eWk0dXE0fW00fXE0dWUsdKyUoIxsfHBgWFhYdW0wfW01eRSImIRoaGhoAVVUeW0weW0wuJhsdGxgbW00eXE0XXUYeW0w0KhwdXE1OOx8eW0xZQiEeW00nIRkeXEx9WicfHRgdGxgeKSIeWEkeXE0dW0wfXE0fW0wfWE4eW00fW00bWkoeXE0eXEwcW0oeXE0eXEweW0keWkwfXEwfXEweW00eXEweWU0dGxkdGhh0VCXWlDT8rTr/sDvlnzahciwfXE0qPzEvKR3YljXxpjgdTkIdGxjGijLypzgnNCl4WCfEiTEjIhweUUTupDcdSj7zqDkdVUfJjDIgIBuecCvmnzZgaWI/MyP4qjmMq6H49fE3My96WCfBhjBWhHj+/Pj//fm5t7R0VCb0qDmndS0lIRpUg3bH1c709fDa4tyBopg4bmHw8u2Tr6YdRTsfIBwyKh2fcCzLjjL1qTnZlzWteS5aRSIcGhgdNy8mYVPs7+qEpptXhXhzmI7r7+mpwLceVkgdMCogIh0fHhoeKSQeTUBJem3C0cohXU8eV0keTUEeVEbX4NooY1QmYVJqkofQ29Wov7b19vErZFbl6uWOrKJTgnV0mY4tZlh6nZM0a12JqJ7R3Nbx8+5BdGemvbSPraPp7eerwbgiXk95npP+/flijYBokYWyxr52mpAxN0rAAAAAQnRSTlMAAXf3/v39pxUUXYu2wMHr+uEiRuj44goDiv74oTj9C934UPh4/aD8qv7waearqWjOzzH8+TCIgC3Lwipur7+wbyvErHLcAAABj0lEQVQ4y2NgwASMTMxOLKxsTk7sHDAhTi5uHl4Y4ON3dnF1c3f38BQQFILIC4t4IQFvH193CPATFRMHSktISiHL+wcEusNAkLQMUIGsHLK8V3CIOwKEOjEwyCugyHuFuSIpcFdkYFBClQ93ikBWoMzAoIKqINIpClmBKgODGqqCaKcYZAXqDAwaqAq8YuOQ5OOdMBUkJCYhFGhqYShITklNg8unO2mjK8jIzMp2ysmFyOfl6zBAFRQUFhWXAOnSsqys8orKquqa2rr6hsYmXaiC5pYsIGhta+/Iyur08urq7nFycurt6/fSgyqYkAUHEyeBrZo8ZSqIwlQwbTqKk2AKZnRArJg5KytrNjYFQEfOATty7rysrPnYFMDBgsysrIVei9oXL8GhwGsp0K5lQM8uX4FDgddKqHNX4VLgtXg1WMEanAq81q5bD1SwAaZA3wsTbFyzaTOYoQ9Ks154gCwo1RvgljeUAGUbI2Nc8iamkIxlhkuBOSxrWlhik7ayQMrQ1ja2dijA3sGRgTgAAK1wDoYFNZobAAAAAElFTkSuQmCC',
  template:
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAQAAADZc7J/AAABJUlEQVRIx+2UvUoDQRSFv6yQFzBYWNloJ26xkMYiZQoRGzuDryDsCwRsUyQqERshvbXZdBGsFGytIhYGqwgG0wRxUuS6bNZZd2e2zZlm/s69lzP3DCyRGwWj27scssWAG/o2ySqocByYkvcI+IoECEzIa9xFqPPxmp2+zfAP3aCCdd6F8sS1uQZFHoVwCoBHi1suqOguuzQJ6HAU2TsTejs91z7TsLwr2avJuoeTHuB5QaI2de5lPmQ1nb7Ct0ZphWKE9z/VkYZWCecfiScxDBbyXlIPm+eNUpYAOhGPQxEzwaVJL/aM5xLCtzV7kQcUih9OxM4tukmNpMcGn1JFF9/OzmXGecwEsMMoj50BSjSY2Ffwi6pOA7NP1aPGJi+2n+oSCZgBYHm2+u1OlA4AAAAASUVORK5CYII=',
  templateAttention:
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAQAAADZc7J/AAABcUlEQVRIx+2UvUsDQRDFf4maWjBI0EYE04kBD2ws0ggKIjZaGQz+BUIKC5uArUXiR8RGsLdOLp1BC1GwFYSIhUGLRFC0CeJaZD3uYy+XPVvfVTuz7+3c25mFPyLiiQwyxzhNLrgPI7hAA4FA0GabAV36CC1J73xZXYFDB13QCKb0O1bTnooSvNjWs6yQpM4Z52q5K1cFgoQtm7bFl3V/YRGTD1vGVAuM0lSYOEzNU9mjnydZ26YyAJPWxYrgCjqNtMoWGySljc+ScstJsAduxLiRhB0ADIqUOSCt2pyigMkpa7bYnqSXgs9aom2VdyxjGbmuEg0WuHNYVCLPpXWVQ8H0Pr4UTgsELYzu1KgcauGTf/XNuFB3nHtE3mqeJ+K9CKhMXLdM7AkpClRd17gvJXJhH7wY1wgE32zKcS5S8WskNcZ4k1VUyOm3MsAM73rD5MWU66XsOs5qxNnlM3wFv5hXeRDRkjDIMMGD/6P6j1D4AZRO8OaszzgHAAAAAElFTkSuQmCC',
} as const;

/**
 * The images of the tray item, 32 pixels for 16 points: the logo of Taleport (renderer/ui/logo.tsx), and the same with a dot if something
 * needs the user's attention. The menu bar of a Mac draws their shape in its own colour.
 */
function createTrayImage({ needsAttention }: { readonly needsAttention: boolean }): NativeImage {
  const isMac = process.platform === 'darwin';
  const [mark, attention] = isMac ? [png.template, png.templateAttention] : [png.mark, png.attention];
  const data = needsAttention ? attention : mark;
  const image = nativeImage.createEmpty();
  image.addRepresentation({ scaleFactor: 2, dataURL: `data:image/png;base64,${data}` });
  image.setTemplateImage(isMac);
  return image;
}
