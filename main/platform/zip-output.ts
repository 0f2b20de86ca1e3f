import type { Readable } from 'node:stream';

/** The bytes of a ZIP file of yazl as a stream that can be destroyed, which the types of yazl do not promise. */
export const zipOutput = (zip: { readonly outputStream: NodeJS.ReadableStream }): Readable =>
  // yazl creates a PassThrough.
  zip.outputStream as Readable;
