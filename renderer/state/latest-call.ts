/**
 * Returns a function that waits for a call and uses its result, unless a later call that was passed to it has had a result before: the answers of the backend may arrive in
 * another order than the calls were made. Only the last call rejects.
 */
export function createLatestCall(): <T>(call: Promise<T>, use: (result: T) => void) => Promise<void> {
  let last = 0;
  let lastUsed = 0;
  return async (call, use) => {
    const number = ++last;
    try {
      const result = await call;
      // What a later call changes is not known until it succeeds: it may be rejected.
      if (number < lastUsed) return;
      lastUsed = number;
      use(result);
    } catch (error) {
      if (number === last) throw error;
    }
  };
}
