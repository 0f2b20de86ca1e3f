/**
 * The onboarding of a new user: three steps from no project to a game folder that is updated from a story. This store contains the
 * current step; the editing preferences record that onboarding was finished or skipped, so that it is not shown again.
 */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { t } from '../../messages/translate.ts';
import { prepareGoToProject } from '../../navigation/router.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { setOnboardingDone } from '../../state/editing-preferences.ts';
import { openProjectStore } from '../../state/open-project.ts';

interface OnboardingState {
  /** Whether the next project that is opened belongs to the onboarding. */
  readonly isStarted: boolean;
  /** The hash of that project, once it is open. */
  readonly hash: string | null;
}

const initialState: OnboardingState = { isStarted: false, hash: null };
export const onboardingState = createStore<OnboardingState>(() => initialState);
export const useOnboarding = <T>(selector: (state: OnboardingState) => T): T => useStore(onboardingState, selector);

export const startOnboarding = (): void => onboardingState.setState({ isStarted: true });

export async function createSampleProject(): Promise<void> {
  startOnboarding();
  const goToProject = prepareGoToProject();
  const { hash } = await withBusyIndicator(t('firstStart.progress'), invoke('project.create', { template: 'sample' }));
  goToProject(hash);
}

/** Creates an example game and adds it as a target of the open story. */
export async function addExampleTarget(): Promise<void> {
  const { hash } = openProjectStore.getState();
  if (hash === null) return;
  const folder = await invoke('target.example', {});
  await invoke('target.add', { hash, folder });
}

/** Called when the onboarding is completed or skipped. */
export function finishOnboarding(): void {
  setOnboardingDone();
  onboardingState.setState(initialState);
}
