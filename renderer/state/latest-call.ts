/**
 * Returns a function that waits for a call and uses its result, unless a later call has been passed to it meanwhile: the answers of the backend may arrive in another
 * order than the calls were made. The rejection of an earlier call is ignored, too.
 */
export function createLatestCall(): <T>(call: Promise<T>, use: (result: T) => void) => Promise<void> {
  let last = 0;
  return async (call, use) => {
    const number = ++last;
    try {
      const result = await call;
      if (number === last) use(result);
    } catch (error) {
      if (number === last) throw error;
    }
  };
}
