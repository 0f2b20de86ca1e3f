/** Color scheme, contrast, motion and size of the window. */
import { useStore } from 'zustand';
import { invoke, shell } from '../platform/bridge.ts';
import { asOneOf, createStoredState } from './stored-state.ts';

const colorSchemes = ['system', 'light', 'dark'] as const;
const contrasts = ['system', 'more'] as const;
const motions = ['system', 'less'] as const;
/** The zoom levels of the window, in percent. */
export const zoomLevels = [80, 90, 100, 110, 125, 150, 175, 200] as const;

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
    zoom: asOneOf<number>(fields.zoom, zoomLevels, 100),
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
  const next = step === 1 ? zoomLevels.find((each) => each > zoom) : zoomLevels.findLast((each) => each < zoom);
  if (next !== undefined) setZoom(next);
}

const moreContrast = '(prefers-contrast: more)';
const lessMotion = '(prefers-reduced-motion: reduce)';
export const prefersReducedMotion = (): boolean => appearanceStore.getState().motion === 'less' || window.matchMedia(lessMotion).matches;
const prefersMoreContrast = (): boolean => appearanceStore.getState().contrast === 'more' || window.matchMedia(moreContrast).matches;

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
  for (const query of [moreContrast, lessMotion]) window.matchMedia(query).addEventListener('change', apply);
  appearanceStore.subscribe(apply);
}
