/** How a target is, put together from what is stored and what was found. */
import type { TargetState } from '../../shared/targets.ts';
import type { Manifest } from './manifest.ts';
import type { TargetRow } from './target-row.ts';

export type Remarks = Pick<TargetState, 'foreign' | 'findings'>;
export const noRemarks: Remarks = { foreign: [], findings: [] };

export function stateOf(
  { version, lastExport }: TargetRow,
  manifest: Manifest,
  now: Remarks & Pick<TargetState, 'state' | 'sentence'>,
): TargetState {
  const ours = manifest.ours();
  return { ...now, lastExport, version, files: ours.length, bytes: ours.reduce((sum, [, { size }]) => sum + size, 0) };
}
