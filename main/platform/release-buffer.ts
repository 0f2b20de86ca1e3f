/** Smaller buffers may share their memory with others. */
const minimumBytes = 2 ** 20;

/**
 * Frees the memory of a large buffer that is not used any more. Otherwise it would be freed by the next full garbage collection, which may
 * be minutes later.
 */
export function releaseBuffer({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= minimumBytes) buffer.transfer(0);
}
