/** What wakes the mirror: whoever starts it lends it a clock that rings. Times are in milliseconds. */
export interface Timers {
  /** Rings once, not before `after` milliseconds; ends with the function it gives. */
  after(milliseconds: number, ring: () => void): () => void;
}
