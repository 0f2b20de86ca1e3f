/** Shown while a project is loading: its progress, and a button that returns to the project list. */

import { useStore } from 'zustand';
import { t } from '../../messages/translate.ts';
import { goToProjectList } from '../../navigation/router.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressIndicator } from '../../ui/progress-indicator.tsx';
import './workspace.css';

export function ProjectLoadingScreen() {
  const loaded = useStore(openProjectStore, (state) => state.loadProgress);
  return (
    <main className="opening">
      <ProgressIndicator label={t('workspace.opening')} fraction={loaded === 0 ? null : loaded} />
      <Button onPress={goToProjectList}>{t('common.cancel')}</Button>
    </main>
  );
}
