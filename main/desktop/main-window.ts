/** The one window: sandboxed, at its old place if that is still on a screen, shown when there is something to see. */
import { app, BrowserWindow, nativeTheme, type Rectangle, screen } from 'electron';
import type { DesktopSettings, WindowBounds } from './desktop-settings.ts';

const defaultSize = { width: 1360, height: 860 };
/** What is seen before the page has painted: its own --desk (renderer/ui/tokens.css). */
export const windowBackgroundColor = (): string => (nativeTheme.shouldUseDarkColors ? backgroundColors.dark : backgroundColors.light);
const backgroundColors = { dark: '#161513', light: '#e9e4da' };

interface MainWindowDeps {
  readonly preload: string;
  readonly settings: DesktopSettings;
  readonly log: (line: string) => void;
  /** Of our own page. */
  readonly address: string;
}

export function openMainWindow({ preload, settings, log, address }: MainWindowDeps): BrowserWindow {
  const place = visibleBounds(settings.windowBounds());
  const window = new BrowserWindow({
    ...defaultSize,
    ...(place && { x: place.x, y: place.y, width: place.width, height: place.height }),
    minWidth: 640,
    minHeight: 420,
    title: 'Taleport',
    show: false,
    backgroundColor: windowBackgroundColor(),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: true,
      devTools: !app.isPackaged,
    },
  });
  if (place?.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => settings.setWindowBounds({ ...roundRectangle(window.getNormalBounds()), maximized: window.isMaximized() }));
  window.on('page-title-updated', (event) => event.preventDefault());
  window.webContents.on('render-process-gone', (_, { reason }) => {
    log(`The page of the window ended: ${reason}`);
    if (reason !== 'clean-exit' && !window.isDestroyed()) window.webContents.reload();
  });
  window.webContents.on('preload-error', (_, path, error) => log(`${path} failed: ${error.stack}`));
  window.loadURL(address).catch((error: unknown) => {
    log(`The page could not be loaded: ${String(error)}`);
    if (!window.isDestroyed()) window.show();
  });
  return window;
}

const roundRectangle = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});

/** A screen may be gone since: at least a hand's breadth of the window must be on one. */
function visibleBounds(place: WindowBounds | undefined): WindowBounds | undefined {
  if (!place) return undefined;
  const { workArea: area } = screen.getDisplayMatching(place);
  const across = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x);
  const down = Math.min(place.y + place.height, area.y + area.height) - Math.max(place.y, area.y);
  return across >= 100 && down >= 60 ? place : undefined;
}
