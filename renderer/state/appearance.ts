/** Color scheme, contrast, motion and size of the window. */
import { useStore } from 'zustand';
import { invoke, shell } from '../platform/bridge.ts';
import { asOneOf, createStoredState } from './stored-state.ts';

const colorSchemes = ['system', 'light', 'dark'] as const;
const contrasts = ['system', 'more'] as const;
const motions = ['system', 'less'] as const;
/** The zoom levels of the window, in percent. */
export const ZOOM_LEVELS = [80, 90, 100, 110, 125, 150, 175, 200] as const;

export type ColorScheme = (typeof colorSchemes)[number];

export interface Appearance {
  readonly colorScheme: ColorScheme;
  /** `more` overrides the system's setting. */
  readonly contrast: (typeof contrasts)[number];
  /** `less` overrides the system's setting. */
  readonly motion: (typeof motions)[number];
  /** The zoom factor in percent. In a browser, its own zoom applies instead. */
  readonly zoom: number;
}

export const appearanceStore = createStoredState<Appearance>({
  topic: 'appearance',
  parse: (fields) => ({
    colorScheme: asOneOf(fields.colorScheme, colorSchemes, 'system'),
    contrast: asOneOf(fields.contrast, contrasts, 'system'),
    motion: asOneOf(fields.motion, motions, 'system'),
    zoom: asOneOf<number>(fields.zoom, ZOOM_LEVELS, 100),
  }),
  upgrade: ({ scheme, ...rest }) => ({ ...rest, colorScheme: scheme }),
});

export const useAppearance = <T>(selector: (state: Appearance) => T): T => useStore(appearanceStore, selector);
export const setColorScheme = (colorScheme: ColorScheme): void => appearanceStore.setState({ colorScheme });
export const setContrast = (contrast: Appearance['contrast']): void => appearanceStore.setState({ contrast });
export const setMotion = (motion: Appearance['motion']): void => appearanceStore.setState({ motion });
export const setZoom = (zoom: number): void => appearanceStore.setState({ zoom });

/** One zoom level larger or smaller. */
export function stepZoom(step: 1 | -1): void {
  const { zoom } = appearanceStore.getState();
  const next = step === 1 ? ZOOM_LEVELS.find((each) => each > zoom) : ZOOM_LEVELS.findLast((each) => each < zoom);
  if (next !== undefined) setZoom(next);
}

const MORE_CONTRAST = '(prefers-contrast: more)';
const LESS_MOTION = '(prefers-reduced-motion: reduce)';
export const prefersReducedMotion = (): boolean => appearanceStore.getState().motion === 'less' || window.matchMedia(LESS_MOTION).matches;
const prefersMoreContrast = (): boolean => appearanceStore.getState().contrast === 'more' || window.matchMedia(MORE_CONTRAST).matches;

/** Applies the appearance to the page, now and whenever it or the system's setting changes. */
export function applyAppearance(): void {
  const { dataset } = document.documentElement;
  let appliedZoom = 100;
  const apply = () => {
    const { colorScheme, zoom } = appearanceStore.getState();
    if (colorScheme === 'system') delete dataset.colorScheme;
    else dataset.colorScheme = colorScheme;
    if (prefersMoreContrast()) dataset.contrast = 'more';
    else delete dataset.contrast;
    if (prefersReducedMotion()) dataset.motion = 'less';
    else delete dataset.motion;
    if (shell === 'desktop' && zoom !== appliedZoom) void invoke('window.zoom', { percent: zoom }).catch(() => undefined);
    appliedZoom = zoom;
  };
  apply();
  for (const query of [MORE_CONTRAST, LESS_MOTION]) window.matchMedia(query).addEventListener('change', apply);
  appearanceStore.subscribe(apply);
}
