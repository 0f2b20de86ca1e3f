/** Light or dark, and which panes are open and how wide: all that this window remembers by itself. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export type Scheme = 'system' | 'light' | 'dark';
export type PaneName = 'boards' | 'inspector' | 'targets' | 'play' | 'comments';
/** What the pane at the left shows. */
export type Side = 'boards' | 'components' | 'assets';

export interface Look {
  readonly scheme: Scheme;
  /** Pixels: width at the sides, height at the bottom. */
  readonly sizes: Readonly<Record<PaneName, number>>;
  readonly open: Readonly<Record<PaneName, boolean>>;
  readonly side: Side;
  /** Whether `?` alone opens the list of keys; single-letter keys must be possible to turn off (WCAG 2.1.4). */
  readonly questionKey: boolean;
}

const KEY = 'taleport.look';
const first: Look = {
  scheme: 'system',
  sizes: { boards: 232, inspector: 320, targets: 248, play: 380, comments: 320 },
  open: { boards: true, inspector: true, targets: false, play: false, comments: false },
  side: 'boards',
  questionKey: true,
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

/** Puts the scheme on the page now and whenever it is changed, and keeps the look. */
export function showLook(): void {
  const show = ({ scheme }: Look) => {
    if (scheme === 'system') delete document.documentElement.dataset.colorScheme;
    else document.documentElement.dataset.colorScheme = scheme;
  };
  show(look.getState());
  look.subscribe((state) => {
    show(state);
    localStorage.setItem(KEY, JSON.stringify(state));
  });
}

export const useLook = <T>(selector: (state: Look) => T): T => useStore(look, selector);
export const setScheme = (scheme: Scheme): void => look.setState({ scheme });
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
