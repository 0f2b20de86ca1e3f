/**
 * The first start: from nothing to a game folder that follows a story, in three steps. Where a writer is stands here; that it has
 * been done or skipped is kept with the looks of the window, so that it never comes again.
 */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { t } from '../../messages/translate.ts';
import { goToProject } from '../../navigation/router.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { setOnboardingDone } from '../../state/editing-preferences.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { storeTarget } from '../../state/targets-store.ts';

interface OnboardingState {
  /** A story was asked for: the next one that is opened is the one of the first start. */
  readonly isStarted: boolean;
  /** The story, once it is open. */
  readonly hash: string | null;
  /** The version with which the target began: a later export follows a change. */
  readonly version: number | null;
}

const initialState: OnboardingState = { isStarted: false, hash: null, version: null };
export const onboardingState = createStore<OnboardingState>(() => initialState);
export const useOnboarding = <T>(selector: (state: OnboardingState) => T): T => useStore(onboardingState, selector);

export const startOnboarding = (): void => onboardingState.setState({ isStarted: true });

export async function createSampleProject(): Promise<void> {
  startOnboarding();
  const { hash } = await withBusyIndicator(t('firstStart.making'), invoke('project.create', { template: 'sample' }));
  goToProject(hash);
}

/** Makes an example game and lets it follow the open story. */
export async function addExampleTarget(): Promise<void> {
  const { hash } = openProjectStore.getState();
  if (hash === null) return;
  const folder = await invoke('target.example', {});
  const { files: _, ...target } = await invoke('target.add', { hash, folder });
  storeTarget(target);
}

/** Done or skipped: never again. */
export function finishOnboarding(): void {
  setOnboardingDone();
  onboardingState.setState(initialState);
}
