/** The number of items of a long list to render: it grows while the window is idle, so that no frame has to render all of them. */
import { startTransition, useEffect, useState } from 'react';
import { runWhenIdle } from '../platform/idle.ts';

const STEP = 12;

export function useGrowingCount(total: number): number {
  const [count, setCount] = useState(STEP);
  const isComplete = count >= total;
  useEffect(() => {
    if (isComplete) return;
    return runWhenIdle(() => startTransition(() => setCount(count + STEP)));
  }, [count, isComplete]);
  return Math.min(count, total);
}
