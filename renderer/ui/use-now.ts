/** The current time, updated every `every` milliseconds: for countdowns, and for times relative to now. */
import { useEffect, useState } from 'react';

interface Clock {
  readonly listeners: Set<() => void>;
  readonly timer: ReturnType<typeof setInterval>;
}

/** The running clocks by their interval. All rows of a list share one, so that they are drawn at once. */
const clocks = new Map<number, Clock>();

export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => onTick(every, () => setNow(Date.now())), [every]);
  return now;
}

function onTick(every: number, listener: () => void): () => void {
  const clock = clocks.get(every) ?? startClock(every);
  clock.listeners.add(listener);
  return () => {
    clock.listeners.delete(listener);
    if (clock.listeners.size > 0) return;
    clearInterval(clock.timer);
    clocks.delete(every);
  };
}

function startClock(every: number): Clock {
  const listeners = new Set<() => void>();
  const timer = setInterval(() => {
    for (const listener of listeners) listener();
  }, every);
  const clock = { listeners, timer };
  clocks.set(every, clock);
  return clock;
}
