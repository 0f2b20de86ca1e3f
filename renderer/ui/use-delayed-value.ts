import { useEffect, useState } from 'react';

/** The value, once it has stayed the same for `delay` milliseconds; until then the one before it. Without a delay, the value itself. */
export function useDelayedValue<T>(value: T, delay: number): T {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setShown(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return delay === 0 ? value : shown;
}
