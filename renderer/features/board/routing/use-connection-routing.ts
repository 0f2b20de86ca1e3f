/** Keeps the routes of the shown board up to date, except while items are dragged. Its cards are drawn first, with direct lines. */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { resolveLocalizedText } from '../../../../shared/model/resolve-localized-text.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { useLanguage } from '../../../records/names/story-languages.ts';
import { waitForIdle } from '../../../state/run-in-slices.ts';
import type { BoardScene } from '../canvas/board-scene.ts';
import { dragState } from '../canvas/drag-state.ts';
import { connectionRoutesFor, type ReadLabel } from './connection-routes.ts';

export function useConnectionRouting({ index, indexRevision }: BoardScene, isReady: boolean): void {
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
    if (!isReady || isDragging) return;
    let isCurrent = true;
    void waitForIdle().then(() => isCurrent && routes.update(readLabel));
    return () => {
      isCurrent = false;
    };
  }, [routes, readLabel, isReady, isDragging, indexRevision]);
  useEffect(() => () => routes.close(), [routes]);
}
