/**
 * Where the suite finds the service that it judges: in this process, in a process of `serve`, or at any address with any key
 * (TALEPORT_PLACE: `in-process`, `serve`, or a base address with TALEPORT_KEY).
 */
import type { InvokeCall } from '../../shared/contracts/ipc/call-types.ts';

/**
 * What a test may need beside one key: `own` a service that nobody else uses; `people` other keys, members, and the workspace's settings;
 * `clock` a clock to move; `workspaces` a second workspace; `single-flow` a service without the upload route; `failure` a part that fails;
 * `samples` our own template projects, which hold comments and template assets (G25).
 */
export type Capability = 'own' | 'people' | 'clock' | 'workspaces' | 'single-flow' | 'failure' | 'samples';

export interface ServiceAt {
  /** Sends a request to a path from the root on; nothing is added to it. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** A key that may do everything. */
  readonly key: string;
  /** With `people`: what the owner does on the screen or command line. */
  readonly ask: InvokeCall;
  /** With `clock`. */
  advance(seconds: number): void;
  /** With `failure`: as long as it is on, no new id can be made. */
  fail(on: boolean): void;
  /** With `workspaces`: a key with all permissions in a new workspace. */
  otherWorkspace(): Promise<string>;
  /** Whether a 429 is to be waited out: limits that the suite cannot lift. */
  readonly waits: boolean;
  /** The hashes of projects that were made. */
  readonly made: string[];
  close(): Promise<void>;
}

export interface Place {
  readonly name: string;
  readonly offers: ReadonlySet<Capability>;
  /** Milliseconds that a test may take. */
  readonly patience: number;
  open(options?: { uploadFlow?: 'two-step' | 'single' }): Promise<ServiceAt>;
}

/** Seats of a workspace whose quotas are not in the way. */
export const plentyOfSeats = 1_000_000;

async function chosen(): Promise<Place> {
  const name = process.env.TALEPORT_PLACE || 'in-process';
  if (name === 'in-process') return (await import('./in-process.ts')).inProcess;
  if (name === 'serve') return (await import('./served.ts')).served;
  return (await import('./elsewhere.ts')).elsewhere(name, process.env.TALEPORT_KEY ?? '');
}
export const place: Place = await chosen();

export const cannot = (what: string) => (): never => {
  throw new Error(`This place cannot ${what}; the test has to say so by \`needs\`.`);
};
