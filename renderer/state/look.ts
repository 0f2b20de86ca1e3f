/** Light or dark, and which panes are open and how wide: all that this window remembers by itself. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ask, shell } from '../bridge.ts';

export type Scheme = 'system' | 'light' | 'dark';
export type PaneName = 'boards' | 'inspector' | 'targets' | 'mirror' | 'play' | 'comments';
/** What the pane at the left shows. */
export type Side = 'boards' | 'components' | 'assets';

export interface Look {
  readonly scheme: Scheme;
  /** Pixels: width at the sides, height at the bottom. */
  readonly sizes: Readonly<Record<PaneName, number>>;
  readonly open: Readonly<Record<PaneName, boolean>>;
  readonly side: Side;
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

const KEY = 'taleport.look';
const first: Look = {
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

export const look = createStore<Look>(() => remembered());

function remembered(): Look {
  try {
    const held = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}') as Partial<Look>;
    return { ...first, ...held, sizes: { ...first.sizes, ...held.sizes }, open: { ...first.open, ...held.open, play: false } };
  } catch {
    return first;
  }
}

/** Puts scheme, contrast and motion on the page now and whenever it is changed, and keeps the look. */
export function showLook(): void {
  const { dataset } = document.documentElement;
  let shown = 100;
  const show = () => {
    const { scheme, zoom } = look.getState();
    if (scheme === 'system') delete dataset.colorScheme;
    else dataset.colorScheme = scheme;
    if (isStrong()) dataset.contrast = 'more';
    else delete dataset.contrast;
    if (isCalm()) dataset.motion = 'less';
    else delete dataset.motion;
    if (shell === 'desktop' && zoom !== shown) void ask('window.zoom', { percent: zoom }).catch(() => undefined);
    shown = zoom;
  };
  show();
  for (const query of [MORE_CONTRAST, LESS_MOTION]) window.matchMedia(query).addEventListener('change', show);
  look.subscribe((state) => {
    show();
    localStorage.setItem(KEY, JSON.stringify(state));
  });
}

export const useLook = <T>(selector: (state: Look) => T): T => useStore(look, selector);
export const setScheme = (scheme: Scheme): void => look.setState({ scheme });
export const setContrast = (contrast: Look['contrast']): void => look.setState({ contrast });
export const setMotion = (motion: Look['motion']): void => look.setState({ motion });

/** The sizes of the window, in percent. */
export const ZOOMS = [80, 90, 100, 110, 125, 150, 175, 200] as const;
export const setZoom = (zoom: number): void => look.setState({ zoom });
/** One size larger or smaller. */
export function stepZoom(step: 1 | -1): void {
  const { zoom } = look.getState();
  const next = step === 1 ? ZOOMS.find((each) => each > zoom) : ZOOMS.findLast((each) => each < zoom);
  if (next !== undefined) setZoom(next);
}

const MORE_CONTRAST = '(prefers-contrast: more)';
const LESS_MOTION = '(prefers-reduced-motion: reduce)';
/** As the system or the writer wants it. */
export const isCalm = (): boolean => look.getState().motion === 'less' || window.matchMedia(LESS_MOTION).matches;
const isStrong = (): boolean => look.getState().contrast === 'more' || window.matchMedia(MORE_CONTRAST).matches;
export const setSideBySide = (sideBySide: boolean): void => look.setState({ sideBySide });
export const setPaneOpen = (pane: PaneName, isOpen: boolean): void => look.setState(({ open }) => ({ open: { ...open, [pane]: isOpen } }));
export const togglePane = (pane: PaneName): void => setPaneOpen(pane, !look.getState().open[pane]);
export const setPaneSize = (pane: PaneName, size: number): void => look.setState(({ sizes }) => ({ sizes: { ...sizes, [pane]: size } }));

export const showSide = (side: Side): void => look.setState(({ open }) => ({ side, open: { ...open, boards: true } }));
export const isSideShown = ({ open, side: shown }: Look, side: Side): boolean => open.boards && shown === side;
/** Shows the left pane with this in it; where it stands there already, the pane goes. */
export function toggleSide(side: Side): void {
  if (isSideShown(look.getState(), side)) setPaneOpen('boards', false);
  else showSide(side);
}

export const isListed = (hash: string | null): boolean => hash !== null && look.getState().listed.includes(hash);
export const setListed = (hash: string, isList: boolean): void =>
  look.setState(({ listed }) => ({ listed: [...listed.filter((each) => each !== hash), ...(isList ? [hash] : [])] }));
