/** Loads a project in pieces, so that none of them blocks a frame. The next piece is requested while one is being applied. */

import type { InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import type { ProjectSnapshot } from '../../shared/contracts/ipc/results.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { Project } from '../../shared/model/project.ts';
import type { SliceControl } from './run-in-slices.ts';

/** Records applied at a time, which takes a few milliseconds. */
const sliceSize = 200;

interface LoadProjectOptions extends SliceControl {
  readonly invoke: InvokeCall;
  readonly onProgress: (done: number, total: number) => void;
}

/** Returns null if it is cancelled by `isCurrent`. */
export async function loadProject(
  { total, records, cursor }: ProjectSnapshot,
  { invoke, pause, isCurrent, onProgress }: LoadProjectOptions,
): Promise<Project | null> {
  const project = new Project();
  const requestNext = (from: string | null) => {
    const request = from === null ? null : invoke('project.readNext', { reading: from });
    // The rejection is handled where the request is awaited. If loading is cancelled before, nobody awaits it.
    request?.catch(() => undefined);
    return request;
  };
  let next = requestNext(cursor);
  for (let pieces = records; ; ) {
    for (const piece of pieces) {
      // Serialized by the engine from its own records.
      const parsed = JSON.parse(piece) as readonly AnyRecord[];
      for (let at = 0; at < parsed.length; at += sliceSize) {
        project.apply(parsed.slice(at, at + sliceSize).map((after) => ({ after })));
        await pause();
        if (!isCurrent()) return null;
      }
      onProgress(project.size, total);
    }
    const response = await next;
    if (response === null) return project;
    if (!isCurrent()) return null;
    next = requestNext(response.cursor);
    pieces = response.records;
  }
}
