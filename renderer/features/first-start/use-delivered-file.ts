/** The story file that a target has written, and whether it has been written again since. */
import { useStore } from 'zustand';
import type { Target } from '../../../shared/contracts/targets.ts';
import { targetsStore } from '../../state/targets-store.ts';

export function useDeliveredFile({ id, folder }: Target): { path: string | null; isUpdated: boolean } {
  const deliveries = useStore(targetsStore, (state) => state.deliveries.get(id));
  const file = findStoryFile(deliveries?.first ?? []);
  return { path: file === undefined ? null : `${folder}/${file}`, isUpdated: (deliveries?.count ?? 0) > 1 };
}

/** The story file is the JSON file closest to the root: images and sounds are in folders below. */
const findStoryFile = (files: readonly string[]): string | undefined =>
  files.filter((path) => path.endsWith('.json')).sort((one, other) => one.split('/').length - other.split('/').length)[0];
