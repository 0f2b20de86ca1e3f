/** The file that a target has written, and whether it has been written again since. */
import { useStore } from 'zustand';
import type { Target } from '../../shared/targets.ts';
import { targets } from '../state/targets.ts';

export function useDelivered({ id, folder }: Target): { path: string | null; hasFollowed: boolean } {
  const deliveries = useStore(targets, (state) => state.deliveries.get(id));
  const file = storyAmong(deliveries?.first ?? []);
  return { path: file === undefined ? null : `${folder}/${file}`, hasFollowed: (deliveries?.count ?? 0) > 1 };
}

/** The story itself lies above its pictures and sounds. */
const storyAmong = (files: readonly string[]): string | undefined =>
  files.filter((path) => path.endsWith('.json')).sort((one, other) => one.split('/').length - other.split('/').length)[0];
