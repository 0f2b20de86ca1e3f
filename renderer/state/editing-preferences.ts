/** How stories are edited in this window: snapping, covers, list views, languages side by side, and whether the onboarding was done. */
import { useStore } from 'zustand';
import { asBoolean, asOneOf, asStrings, createStoredState } from './stored-state.ts';

/** How covers are shown on the cards of a board: beside the text, above it, or in its place. */
const coverSizes = ['small', 'large', 'full'] as const;
export type CoverSize = (typeof coverSizes)[number];

export interface EditingPreferences {
  /** Whether items that are dragged on a board snap to their neighbors and to the grid. */
  readonly snapToGrid: boolean;
  readonly coverSize: CoverSize;
  /** The hashes of the projects whose boards are shown as lists. */
  readonly listViewProjects: readonly string[];
  readonly showsLanguagesSideBySide: boolean;
  /** The onboarding is shown once. */
  readonly onboarding: 'new' | 'done';
}

export const editingPreferencesStore = createStoredState<EditingPreferences>({
  topic: 'editing',
  parse: (fields) => ({
    snapToGrid: asBoolean(fields.snapToGrid, true),
    coverSize: asOneOf(fields.coverSize, coverSizes, 'small'),
    listViewProjects: asStrings(fields.listViewProjects),
    showsLanguagesSideBySide: asBoolean(fields.showsLanguagesSideBySide, false),
    onboarding: asOneOf(fields.onboarding, ['new', 'done'], 'new'),
  }),
  upgrade: ({ snaps, listed, sideBySide, firstStart }) => ({
    snapToGrid: snaps,
    listViewProjects: listed,
    showsLanguagesSideBySide: sideBySide,
    onboarding: firstStart,
  }),
});

export const useEditingPreferences = <T>(selector: (state: EditingPreferences) => T): T => useStore(editingPreferencesStore, selector);

export const toggleSnapToGrid = (): void => editingPreferencesStore.setState(({ snapToGrid }) => ({ snapToGrid: !snapToGrid }));
export const setCoverSize = (coverSize: CoverSize): void => editingPreferencesStore.setState({ coverSize });
export const setLanguagesSideBySide = (showsLanguagesSideBySide: boolean): void =>
  editingPreferencesStore.setState({ showsLanguagesSideBySide });
export const setOnboardingDone = (): void => editingPreferencesStore.setState({ onboarding: 'done' });

export const isShownAsList = (hash: string | null): boolean =>
  hash !== null && editingPreferencesStore.getState().listViewProjects.includes(hash);
export const setShownAsList = (hash: string, isList: boolean): void =>
  editingPreferencesStore.setState(({ listViewProjects }) => ({
    listViewProjects: [...listViewProjects.filter((each) => each !== hash), ...(isList ? [hash] : [])],
  }));
