/** The URLs of the images, sounds and videos of a page. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { message } from '../../../shared/messages/message.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { mimeTypeOf } from '../../platform/mime-type.ts';
import type { SerializeOptions } from '../exporter.ts';

/** The maximum for all files of a page together: a browser reads the whole page before it shows anything. */
export const maxEmbeddedBytes = 50_000_000;
/** Bytes between two pauses. A multiple of 3, so that the base64 texts can be joined. */
const bytesPerPiece = 300_000;

/** The members of the JSON object of URLs by asset id, in pieces. Missing files are left out. */
export function* writePageFiles(
  project: Project,
  assets: readonly AnyRecord[],
  { assetPaths, locateStoredFile }: SerializeOptions,
): Generator<string> {
  let separator = '';
  if (!locateStoredFile) {
    for (const { id } of assets) {
      const path = assetPaths?.get(id);
      if (path === undefined) continue;
      yield `${separator}${JSON.stringify(id)}:${JSON.stringify(toAddress(path))}`;
      separator = ',';
    }
    return;
  }
  const files = assets.flatMap(({ id }) => {
    const asset = project.find('asset', id);
    const path = asset?.file ? locateStoredFile(asset.file) : undefined;
    return asset?.file && path !== undefined
      ? [{ id, path, mime: asset.mime ?? mimeTypeOf(asset.file) ?? 'application/octet-stream' }]
      : [];
  });
  assertEmbeddable(files.map(({ path }) => path));
  for (const { id, path, mime } of files) {
    yield `${separator}${JSON.stringify(id)}:"data:${mime};base64,`;
    yield* readBase64(path);
    yield '"';
    separator = ',';
  }
}

/** A URL that is relative to the page, and never leads out of its folder or to another computer. */
const toAddress = (path: string): string =>
  path
    .split('/')
    .filter((name) => !['', '.', '..'].includes(name))
    .map(encodeURIComponent)
    .join('/');

function assertEmbeddable(paths: readonly string[]): void {
  const bytes = paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
  if (bytes <= maxEmbeddedBytes) return;
  throw new Problem('invalid', message('exporter.html.filesTooLarge', { size: Math.ceil(bytes / 1e6), maximum: maxEmbeddedBytes / 1e6 }));
}

function* readBase64(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(bytesPerPiece);
    for (;;) {
      let length = 0;
      for (let read = 1; read > 0 && length < bytesPerPiece; length += read)
        read = readSync(file, buffer, length, bytesPerPiece - length, null);
      if (length === 0) return;
      yield buffer.toString('base64', 0, length);
    }
  } finally {
    closeSync(file);
  }
}
