/**
 * Where the tested service runs: in this process, in a process of `serve`, or at any address with any key
 * (TALEPORT_PLACE: `in-process`, `serve`, or a base address with TALEPORT_KEY).
 */
import type { InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import type { KindName } from '../../shared/model/kinds/kinds.ts';

/**
 * What a test may need in addition to a key: `own` a service that no other test uses; `accounts` other keys, members, and the workspace's settings;
 * `clock` a clock under its control; `workspaces` a second workspace; `single-flow` a service without the upload route; `failure` a failing part;
 * `samples` our own template projects, which contain comments and template assets (G25).
 */
export type Capability = 'own' | 'accounts' | 'clock' | 'workspaces' | 'single-flow' | 'failure' | 'samples';

export interface ServiceAt {
  /** Sends a request to a path from the root on, unchanged. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** A key with all permissions. */
  readonly key: string;
  /** With `accounts`: the actions of the owner in the window or on the command line. */
  readonly ask: InvokeCall;
  /** With `clock`. */
  advance(seconds: number): void;
  /** With `failure`: while it is on, no new id can be generated. */
  fail(on: boolean): void;
  /** With `workspaces`: a key with all permissions in a new workspace. */
  otherWorkspace(): Promise<string>;
  /** Whether to wait after a 429, because the suite cannot lift the limits. */
  readonly waits: boolean;
  /** The hashes of projects that were created. */
  readonly made: string[];
  close(): Promise<void>;
}

/** A record that is read by itself, or in a list. */
export type Reply = 'single' | 'list';

export interface Place {
  readonly name: string;
  readonly offers: ReadonlySet<Capability>;
  /** The fields that the service may add to those of service.md when it shows a record of a kind: none where it is not Taleport. */
  readonly additionalFields: (kind: KindName, reply: Reply) => readonly string[];
  open(options?: { uploadFlow?: 'two-step' | 'single' }): Promise<ServiceAt>;
}

/** Enough seats that the quotas of a workspace are never reached. */
export const plentyOfSeats = 1_000_000;

async function chosen(): Promise<Place> {
  const name = process.env.TALEPORT_PLACE || 'in-process';
  if (name === 'in-process') return (await import('./in-process.ts')).inProcessPlace;
  if (name === 'serve') return (await import('./served.ts')).servedPlace;
  return (await import('./elsewhere.ts')).remotePlace(name, process.env.TALEPORT_KEY ?? '');
}
export const place: Place = await chosen();

export const cannot = (what: string) => (): never => {
  throw new Error(`This place cannot ${what}; the test has to say so by \`needs\`.`);
};
