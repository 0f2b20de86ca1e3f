/** Waits for the next turn of the event loop: until then, everything runs that needs no timer, file or network. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
