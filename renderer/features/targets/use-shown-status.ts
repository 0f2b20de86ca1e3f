import type { TargetStatusDetails } from '../../../shared/contracts/targets.ts';
import { useDelayedValue } from '../../ui/use-delayed-value.ts';
import { statusDelay, statusDuringDelay } from './target-status-display.ts';

/** The status that is shown of a target; what a control does depends on the current one. */
export function useShownStatus<S extends TargetStatusDetails | undefined>(current: S): S {
  const shown = useDelayedValue(current, current ? statusDelay(current) : 0);
  // Both are of the type S: either may be undefined only if S allows it.
  return (shown && current ? statusDuringDelay(shown, current) : current) as S;
}
