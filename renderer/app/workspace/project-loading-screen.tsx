/** While a project is read: how far it is, and the way back. */

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
