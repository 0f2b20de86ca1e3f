/**
 * Writes texts piece by piece and hashes them at the same time, so that none is ever completely in memory. Unchanged pieces are copied from
 * the file that was written last, which is verified before it is replaced (disk.ts).
 */

import { createHash } from 'node:crypto';
import type { ExportFile, TextChunk } from '../../../shared/contracts/export-file.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import type { Disk } from '../../platform/disk.ts';
import type { Fingerprint } from '../../platform/fingerprint.ts';
import type { TextFile } from './target-file.ts';

interface PieceFingerprint {
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
}
/** The position of a piece in a file, in bytes. */
interface FileSegment extends PieceFingerprint {
  readonly offset: number;
}
interface FileLayout {
  readonly fingerprint: Fingerprint;
  readonly segments: readonly FileSegment[];
}

/** The file that was written last. */
interface PreviousFile extends Fingerprint {
  /** The absolute path. */
  readonly at: string;
}

/** A piece of the new file: its bytes, or, if `bytes` is null, its position in the last file. */
interface FilePart extends PieceFingerprint {
  readonly bytes: Buffer | null;
  readonly offset: number;
}

export class IncrementalFileWriter {
  readonly #disk: Disk;
  readonly #layouts = new Map<string, FileLayout>();

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** Returns the fingerprint of the file. Writes the file into `sink` only if it differs from the last one. */
  async write(file: TextFile, last: PreviousFile | null, sink: ByteSink | null): Promise<Fingerprint> {
    if (!('chunks' in file)) return pipeAndHash(file.read(), sink);
    const known = this.#layouts.get(file.path);
    if (last && known?.fingerprint.sha256 === last.sha256) {
      const parts = await new CooperativeYielder().runToEnd(partsWithChanges(file, known));
      if (parts && hasSameSegments(parts, known)) return known.fingerprint;
      if (parts) return this.#note(file.path, segmentsOf(parts), await pipeAndHash(this.#bytesOf(parts, last), sink));
    } else if (last && sink) {
      // The pieces of the last file are unknown after a start, and usually the file is unchanged.
      const fingerprint = await this.#writeAll(file, null);
      if (fingerprint.sha256 === last.sha256) return fingerprint;
    }
    return this.#writeAll(file, sink);
  }

  /** Discards what is stored about all other files. */
  retainOnly(paths: ReadonlySet<string>): void {
    for (const path of this.#layouts.keys()) if (!paths.has(path)) this.#layouts.delete(path);
  }

  async #writeAll(file: ExportFile, sink: ByteSink | null): Promise<Fingerprint> {
    const written: PieceFingerprint[] = [];
    const fingerprint = await pipeAndHash(allBytes(file, written), sink);
    return this.#note(file.path, segmentsOf(written), fingerprint);
  }

  #note(path: string, segments: readonly FileSegment[], fingerprint: Fingerprint): Fingerprint {
    this.#layouts.set(path, { fingerprint, segments });
    return fingerprint;
  }

  /** The bytes of the parts. Parts that are adjacent in the last file are read together. */
  async *#bytesOf(parts: readonly FilePart[], last: PreviousFile): AsyncGenerator<Uint8Array> {
    const old = await this.#disk.openFile(last.at);
    const buffer = Buffer.allocUnsafe(chunkSize);
    let from = 0;
    let to = 0;
    const waiting = async function* (): AsyncGenerator<Uint8Array> {
      for (; from < to; from += chunkSize) yield await old.read(from, buffer.subarray(0, Math.min(chunkSize, to - from)));
    };
    try {
      for (const { bytes, offset, size } of parts) {
        if (bytes === null && offset === to) to += size;
        else {
          yield* waiting();
          from = offset;
          to = bytes === null ? offset + size : offset;
          if (bytes) yield bytes;
        }
      }
      yield* waiting();
    } finally {
      await old.close();
    }
  }
}

/** The positions of pieces that follow each other from the start of a file. */
function segmentsOf(pieces: readonly PieceFingerprint[]): FileSegment[] {
  let end = 0;
  return pieces.map(({ sha256, size }) => {
    const offset = end;
    end += size;
    return { sha256, offset, size };
  });
}

/** The parts of the file, from the last file and the new pieces; null if a piece is in neither. */
function* partsWithChanges(file: ExportFile, { segments }: FileLayout): Generator<void, FilePart[] | null> {
  const positions = new Map(segments.map((segment, index) => [segment.sha256, index]));
  const parts: FilePart[] = [];
  let next = 0;
  for (const piece of file.chunks('new')) {
    yield;
    if (!piece) continue;
    const { sha256, bytes, size } = fingerprintPiece(piece) ?? {};
    // Equal pieces (a comma) occur at several positions. The one directly after the last piece is preferred, so that both can be read
    // together.
    const index = segments[next]?.sha256 === sha256 ? next : positions.get(sha256 ?? '');
    const segment = index === undefined ? undefined : segments[index];
    if (index !== undefined && segment) {
      next = index + 1;
      parts.push({ ...segment, bytes: null });
    } else if (sha256 !== undefined && size !== undefined && bytes) parts.push({ sha256, size, bytes, offset: 0 });
    else return null;
  }
  return parts;
}

const hasSameSegments = (parts: readonly FilePart[], { segments }: FileLayout): boolean =>
  parts.length === segments.length && parts.every(({ sha256 }, at) => sha256 === segments[at]?.sha256);

/** The bytes of all pieces, whose fingerprints are added to `written`. */
async function* allBytes(file: ExportFile, written: PieceFingerprint[]): AsyncGenerator<Uint8Array> {
  for await (const piece of new CooperativeYielder().iterate(file.chunks('all'))) {
    const { sha256, size, bytes } = fingerprintPiece(piece) ?? {};
    if (sha256 === undefined || size === undefined || !bytes) throw new Error(`${file.path} has a piece without its text`);
    written.push({ sha256, size });
    yield bytes;
  }
}

/** The number of characters of the pieces that keep their text, because another target may need it as well. */
const maxRetainedCharacters = 4_000_000;

/** The fingerprints of pieces. A piece with one need not keep its text. */
const fingerprints = new WeakMap<TextChunk, PieceFingerprint>();
/** Those of short texts, which separate the others, are many times the same, and are never dropped. */
const shortFingerprints = new Map<string, PieceFingerprint>();
const maxShortLength = 32;
const maxShortTexts = 1000;
const retainedPieces = new Set<TextChunk>();
let retainedCharacters = 0;

/** Returns the fingerprint of a piece, whose text may be dropped after that; undefined if the text was already dropped. */
function fingerprintPiece(piece: TextChunk): { sha256: string; size: number; bytes: Buffer | null } | undefined {
  const known = fingerprints.get(piece);
  if (piece.text === null) return known && { ...known, bytes: null };
  const bytes = Buffer.from(piece.text);
  if (piece.text.length <= maxShortLength) return { ...fingerprintShortText(piece.text, bytes), bytes };
  const fingerprint = known ?? fingerprintBytes(bytes);
  fingerprints.set(piece, fingerprint);
  retainPiece(piece);
  return { ...fingerprint, bytes };
}

const fingerprintBytes = (bytes: Buffer): PieceFingerprint => ({
  sha256: createHash('sha256').update(bytes).digest('base64'),
  size: bytes.byteLength,
});

function fingerprintShortText(text: string, bytes: Buffer): PieceFingerprint {
  const known = shortFingerprints.get(text);
  if (known) return known;
  if (shortFingerprints.size === maxShortTexts) shortFingerprints.clear();
  const fingerprint = fingerprintBytes(bytes);
  shortFingerprints.set(text, fingerprint);
  return fingerprint;
}

/** Keeps the text of this piece for now, and drops the texts of the oldest pieces. */
function retainPiece(piece: TextChunk): void {
  if (retainedPieces.has(piece)) return;
  retainedPieces.add(piece);
  retainedCharacters += piece.text?.length ?? 0;
  for (const oldest of retainedPieces) {
    if (retainedCharacters <= maxRetainedCharacters) return;
    retainedPieces.delete(oldest);
    retainedCharacters -= oldest.text?.length ?? 0;
    oldest.text = null;
  }
}

/**
 * Bytes that are hashed while they are copied, so that a file of any length needs little memory. A chunk is only valid until the next one is
 * requested, because all use the same buffer: allocating one for each would cost more time in garbage collection than the disk takes.
 */
type ByteStream = AsyncIterable<Uint8Array>;
type ByteSink = (chunks: ByteStream) => Promise<void>;

/** The maximum number of bytes that are read or written at once. */
const chunkSize = 1 << 20;

/** Writes the bytes to the sink, small chunks together, and returns their hash and size. Without a sink, the bytes are only hashed. */
async function pipeAndHash(bytes: ByteStream, sink: ByteSink | null): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let size = 0;
  const hashed = async function* (): ByteStream {
    for await (const each of coalesceChunks(bytes)) {
      hash.update(each);
      size += each.byteLength;
      yield each;
    }
  };
  if (sink) await sink(hashed());
  else for await (const _ of hashed());
  return { sha256: hash.digest('hex'), size };
}

async function* coalesceChunks(bytes: ByteStream): ByteStream {
  const turns = new CooperativeYielder();
  const all = Buffer.allocUnsafe(chunkSize);
  let length = 0;
  for await (const each of bytes) {
    for (let at = 0; at < each.byteLength; ) {
      const some = each.subarray(at, at + chunkSize - length);
      all.set(some, length);
      length += some.byteLength;
      at += some.byteLength;
      if (length < chunkSize) continue;
      yield all;
      length = 0;
      await turns.yieldIfNeeded();
    }
  }
  if (length > 0) yield all.subarray(0, length);
}

/** The content of a file. */
export async function* readFileChunks(disk: Disk, path: string, size: number): ByteStream {
  const file = await disk.openFile(path);
  try {
    const buffer = Buffer.allocUnsafe(Math.min(chunkSize, size));
    for (let at = 0; at < size; at += chunkSize) yield await file.read(at, buffer);
  } finally {
    await file.close();
  }
}
