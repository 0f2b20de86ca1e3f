/** Light or dark, and which panes are open and how wide: all that this window remembers by itself. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { invoke, shell } from '../platform/bridge.ts';

export type ColorScheme = 'system' | 'light' | 'dark';
export type PaneName = 'boards' | 'inspector' | 'targets' | 'mirror' | 'play' | 'comments';
/** What the pane at the left shows. */
export type SidebarView = 'boards' | 'components' | 'assets';

export interface Preferences {
  readonly scheme: ColorScheme;
  /** Pixels: width at the sides, height at the bottom. */
  readonly sizes: Readonly<Record<PaneName, number>>;
  readonly open: Readonly<Record<PaneName, boolean>>;
  readonly side: SidebarView;
  /** Whether what is dragged on a board clicks in at its neighbours and the grid. */
  readonly snaps: boolean;
  /** The projects whose boards are shown as lists. */
  readonly listed: readonly string[];
  /** Whether `?` alone opens the list of keys; single-letter keys must be possible to turn off (WCAG 2.1.4). */
  readonly questionKey: boolean;
  /** Texts are written in all languages side by side. */
  readonly sideBySide: boolean;
  /** The three first steps come once. */
  readonly firstStart: 'new' | 'done';
  /** `more` whatever the system says; else as the system has it. */
  readonly contrast: 'system' | 'more';
  readonly motion: 'system' | 'less';
  /** How large everything is, in percent. A browser has its own size of the page. */
  readonly zoom: number;
  /** Keys the writer has set, by the name of the action. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

const STORAGE_KEY = 'taleport.look';
const defaultPreferences: Preferences = {
  scheme: 'system',
  sizes: { boards: 232, inspector: 320, targets: 248, mirror: 248, play: 380, comments: 320 },
  open: { boards: true, inspector: true, targets: false, mirror: false, play: false, comments: false },
  side: 'boards',
  snaps: true,
  listed: [],
  questionKey: true,
  sideBySide: false,
  firstStart: 'new',
  contrast: 'system',
  motion: 'system',
  zoom: 100,
  keys: {},
};

export const preferencesStore = createStore<Preferences>(() => readStoredPreferences());

function readStoredPreferences(): Preferences {
  try {
    const held = JSON.parse(globalThis.localStorage?.getItem(STORAGE_KEY) ?? '{}') as Partial<Preferences>;
    return {
      ...defaultPreferences,
      ...held,
      sizes: { ...defaultPreferences.sizes, ...held.sizes },
      open: { ...defaultPreferences.open, ...held.open, play: false },
    };
  } catch {
    return defaultPreferences;
  }
}

/** Puts scheme, contrast and motion on the page now and whenever it is changed, and keeps the look. */
export function applyPreferences(): void {
  const { dataset } = document.documentElement;
  let shown = 100;
  const show = () => {
    const { scheme, zoom } = preferencesStore.getState();
    if (scheme === 'system') delete dataset.colorScheme;
    else dataset.colorScheme = scheme;
    if (prefersMoreContrast()) dataset.contrast = 'more';
    else delete dataset.contrast;
    if (prefersReducedMotion()) dataset.motion = 'less';
    else delete dataset.motion;
    if (shell === 'desktop' && zoom !== shown) void invoke('window.zoom', { percent: zoom }).catch(() => undefined);
    shown = zoom;
  };
  show();
  for (const query of [MORE_CONTRAST, LESS_MOTION]) window.matchMedia(query).addEventListener('change', show);
  preferencesStore.subscribe((state) => {
    show();
    localStorage.setItem(STORAGE_KEY, JSON.stringify(state));
  });
}

export const usePreferences = <T>(selector: (state: Preferences) => T): T => useStore(preferencesStore, selector);
export const setColorScheme = (scheme: ColorScheme): void => preferencesStore.setState({ scheme });
export const setContrast = (contrast: Preferences['contrast']): void => preferencesStore.setState({ contrast });
export const setMotion = (motion: Preferences['motion']): void => preferencesStore.setState({ motion });

/** The sizes of the window, in percent. */
export const ZOOM_LEVELS = [80, 90, 100, 110, 125, 150, 175, 200] as const;
export const setZoom = (zoom: number): void => preferencesStore.setState({ zoom });
/** One size larger or smaller. */
export function stepZoom(step: 1 | -1): void {
  const { zoom } = preferencesStore.getState();
  const next = step === 1 ? ZOOM_LEVELS.find((each) => each > zoom) : ZOOM_LEVELS.findLast((each) => each < zoom);
  if (next !== undefined) setZoom(next);
}

const MORE_CONTRAST = '(prefers-contrast: more)';
const LESS_MOTION = '(prefers-reduced-motion: reduce)';
/** As the system or the writer wants it. */
export const prefersReducedMotion = (): boolean => preferencesStore.getState().motion === 'less' || window.matchMedia(LESS_MOTION).matches;
const prefersMoreContrast = (): boolean => preferencesStore.getState().contrast === 'more' || window.matchMedia(MORE_CONTRAST).matches;
export const setSideBySide = (sideBySide: boolean): void => preferencesStore.setState({ sideBySide });
export const setPaneOpen = (pane: PaneName, isOpen: boolean): void =>
  preferencesStore.setState(({ open }) => ({ open: { ...open, [pane]: isOpen } }));
export const togglePane = (pane: PaneName): void => setPaneOpen(pane, !preferencesStore.getState().open[pane]);
export const setPaneSize = (pane: PaneName, size: number): void =>
  preferencesStore.setState(({ sizes }) => ({ sizes: { ...sizes, [pane]: size } }));

export const showSidebarView = (side: SidebarView): void =>
  preferencesStore.setState(({ open }) => ({ side, open: { ...open, boards: true } }));
export const isSidebarViewShown = ({ open, side: shown }: Preferences, side: SidebarView): boolean => open.boards && shown === side;
/** Shows the left pane with this in it; where it stands there already, the pane goes. */
export function toggleSidebarView(side: SidebarView): void {
  if (isSidebarViewShown(preferencesStore.getState(), side)) setPaneOpen('boards', false);
  else showSidebarView(side);
}

export const isShownAsList = (hash: string | null): boolean => hash !== null && preferencesStore.getState().listed.includes(hash);
export const setShownAsList = (hash: string, isList: boolean): void =>
  preferencesStore.setState(({ listed }) => ({ listed: [...listed.filter((each) => each !== hash), ...(isList ? [hash] : [])] }));
