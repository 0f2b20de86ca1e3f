/** The status of the open project in one place: its problems, whether it is saved, its game folders and its sync. A click opens their tab of the dock. */
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { contributions } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { targetsStore } from '../../state/targets-store.ts';

export function StatusPill() {
  const written = useStore(targetsStore, ({ exportCounts }) => [...exportCounts.values()].reduce((sum, count) => sum + count, 0));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form
    <div className="status-pill" role="group" aria-label={t('workspace.status')}>
      {/* A new key starts the animation again. */}
      {written > 0 && <i key={written} className="status-pulse" aria-hidden />}
      {contributions('status')
        .toSorted((one, other) => one.order - other.order)
        .map(({ name, Content }) => (
          <Suspense key={name}>
            <Content />
          </Suspense>
        ))}
    </div>
  );
}
