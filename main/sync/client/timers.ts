/** Timers, injected by whoever starts sync. Times are in milliseconds. */
export interface Timers {
  /** Calls `ring` once, not before that time; the returned function cancels it. */
  after(milliseconds: number, ring: () => void): () => void;
}
