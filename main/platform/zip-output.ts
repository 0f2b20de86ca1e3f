import type { Readable } from 'node:stream';

/** The bytes of yazl's ZIP file as a stream that can be destroyed, which the types of yazl do not guarantee. */
export const zipOutput = (zip: { readonly outputStream: NodeJS.ReadableStream }): Readable =>
  // yazl creates a PassThrough.
  zip.outputStream as Readable;
