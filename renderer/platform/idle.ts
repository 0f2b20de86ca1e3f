/** Work for when the window is idle. Safari has no `requestIdleCallback`: there the work runs shortly afterwards. */

/** Milliseconds after which a browser without idle callbacks runs the work: the frame has been rendered by then. */
const fallbackDelay = 50;

/** Runs the work when the window is idle, at the latest after `timeout` milliseconds if that is given. Returns what cancels it. */
export function runWhenIdle(work: () => void, timeout?: number): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, fallbackDelay);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, timeout === undefined ? undefined : { timeout });
  return () => cancelIdleCallback(idle);
}
