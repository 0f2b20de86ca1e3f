/**
 * The number of items of a long list to render, so that no frame has to render all of them. It grows when its end comes near the visible area, and to
 * the end of the list once a key is pressed in it: keys reach every item.
 */
import { type RefObject, startTransition, useEffect, useRef } from 'react';
import { useResettingState } from './use-resetting-state.ts';

const countPerStep = 12;

interface GrowingCount {
  readonly count: number;
  /** Belongs to an element after the last item. */
  readonly end: RefObject<HTMLDivElement | null>;
  /** Grows to the end of the list, step by step. */
  readonly growToEnd: () => void;
  /** Renders the rest of the list in one step. */
  readonly showAll: () => void;
}

/** The list starts anew with another `resetKey`. */
export function useGrowingCount(total: number, resetKey: unknown): GrowingCount {
  const [count, setCount] = useResettingState(countPerStep, resetKey);
  const [growsToEnd, setGrowsToEnd] = useResettingState(false, resetKey);
  const end = useRef<HTMLDivElement>(null);
  const isComplete = count >= total;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer reports whether the end is still visible after each step
  useEffect(() => {
    const grow = () => startTransition(() => setCount(count + countPerStep));
    if (isComplete || !end.current) return;
    if (growsToEnd) return grow();
    const observer = new IntersectionObserver((entries) => {
      // Several may be reported together, the latest one last.
      if (entries.at(-1)?.isIntersecting) grow();
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [count, isComplete, growsToEnd, resetKey]);
  return {
    count: Math.min(count, total),
    end,
    growToEnd: () => setGrowsToEnd(true),
    showAll: () => setCount(total),
  };
}
