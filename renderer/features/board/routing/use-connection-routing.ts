/** Keeps the routes of the shown board up to date, except while items are dragged. */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { resolveLocalizedText } from '../../../../shared/model/resolve-localized-text.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { useLanguage } from '../../../records/names/story-languages.ts';
import type { BoardScene } from '../canvas/board-scene.ts';
import { dragState } from '../canvas/drag-state.ts';
import { connectionRoutesFor, type ReadLabel } from './connection-routes.ts';

export function useConnectionRouting({ index, indexRevision }: BoardScene): void {
  const routes = connectionRoutesFor(index);
  const isDragging = useStore(dragState, ({ boxes }) => boxes.size > 0);
  const { iso, locales } = useLanguage();
  const readLabel = useMemo<ReadLabel>(
    () =>
      ({ label }) =>
        richTextToPlainText(resolveLocalizedText(label, iso, locales).html),
    [iso, locales],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index changes in place, and its revision with it
  useEffect(() => {
    if (!isDragging) routes.update(readLabel);
  }, [routes, readLabel, isDragging, indexRevision]);
  useEffect(() => () => routes.close(), [routes]);
}
