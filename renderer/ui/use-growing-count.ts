/** The number of items of a long list to render: it grows when its end comes near the visible area, so that no frame has to render all of them. */
import { type RefObject, startTransition, useEffect, useRef } from 'react';
import { useResettingState } from './use-resetting-state.ts';

const STEP = 12;

/** `end` belongs to an element after the last item. The list starts anew with another `resetKey`. */
export function useGrowingCount(
  total: number,
  resetKey: unknown,
): { readonly count: number; readonly end: RefObject<HTMLDivElement | null> } {
  const [count, setCount] = useResettingState(STEP, resetKey);
  const end = useRef<HTMLDivElement>(null);
  const isComplete = count >= total;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer reports whether the end is still visible after each step
  useEffect(() => {
    if (isComplete || !end.current) return;
    const observer = new IntersectionObserver((entries) => {
      // Several may be reported together, the latest one last.
      if (entries.at(-1)?.isIntersecting) startTransition(() => setCount(count + STEP));
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [count, isComplete, resetKey]);
  return { count: Math.min(count, total), end };
}
