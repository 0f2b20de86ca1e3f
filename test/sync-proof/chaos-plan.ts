/**
 * What a run of chaos does, from its seed alone: who writes what, which program is killed when, what the proxies do to their requests, and
 * how conflicts are resolved. Each has its own random numbers, because the arrival of requests depends on the machine and must not change
 * the other decisions.
 */
import { Dice } from '../conformance/dice.ts';

/** Who writes: the two clients, and another user who writes to the remote directly. */
export type Writer = 'one' | 'two' | 'direct';

export interface ChaosEdit {
  readonly writer: Writer;
  readonly type: 'create' | 'move' | 'title' | 'theme';
  /** From 0 to below 1: selects one of the existing elements. If there are none, one is created. */
  readonly target: number;
  readonly x: number;
  readonly y: number;
  readonly theme: string;
}

interface ChaosRound {
  /** Before the clients sync. */
  readonly edits: readonly ChaosEdit[];
  /** While they sync. */
  readonly editMeanwhile: ChaosEdit;
  /** When the faults have ended: what was read from a stale replica is read again. */
  readonly lastEdit: ChaosEdit;
  /** The client that is killed in the middle of its sync. */
  readonly victim: 'one' | 'two' | null;
}

type RandomNumbers = () => number;

export interface ChaosPlan {
  readonly rounds: readonly ChaosRound[];
  /** For the proxy of each client. */
  readonly faults: Readonly<Record<'one' | 'two', RandomNumbers>>;
  /** For the answers to the conflicts of each client. */
  readonly answers: Readonly<Record<'one' | 'two', RandomNumbers>>;
}

const writersOfRound: readonly Writer[] = ['one', 'two', 'one', 'direct', 'two'];
/** One round in this many has a victim. */
const roundsPerKill = 6;

export function createChaosPlan(seed: number, roundCount: number): ChaosPlan {
  const main = new Dice(seed);
  const branch = (): Dice => new Dice(main.below(2 ** 32));
  const numbers = (dice: Dice): RandomNumbers => dice.next.bind(dice);
  const [edits, kills] = [branch(), branch()];
  return {
    rounds: Array.from({ length: roundCount }, () => ({
      edits: writersOfRound.map((writer) => createEdit(edits, writer)),
      editMeanwhile: createEdit(edits, 'direct'),
      lastEdit: createEdit(edits, 'direct'),
      victim: kills.once(roundsPerKill) ? kills.oneOf(['one', 'two'] as const) : null,
    })),
    faults: { one: numbers(branch()), two: numbers(branch()) },
    answers: { one: numbers(branch()), two: numbers(branch()) },
  };
}

/** Mostly new elements, else places, titles and colours of old ones. */
const createEdit = (dice: Dice, writer: Writer): ChaosEdit => ({
  writer,
  type: dice.oneOf(['create', 'create', 'create', 'create', 'move', 'move', 'move', 'title', 'theme', 'theme'] as const),
  target: dice.next(),
  x: dice.below(30_000),
  y: dice.below(30_000),
  theme: dice.oneOf(['gold', 'moss', 'red']),
});
