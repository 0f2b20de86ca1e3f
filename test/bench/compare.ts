/** What two runs of the bench have in common: each figure beside its earlier one, and the median of several runs. */
import { z } from 'zod';
import { median, type Row } from './measure.ts';

/** A figure that got worse by more than this factor fails a comparison: less is within the noise of a machine. */
const worstFactor = 1.1;

const figuresSchema = z.object({
  machine: z.string(),
  /** The ratio of a figure without a limit is null, as JSON has no NaN. */
  rows: z.array(
    z.object({ what: z.string(), ratio: z.number().nullable(), number: z.number().nullable(), isRate: z.boolean().optional() }),
  ),
});

/** What `--json` writes and `--compare` reads. */
type Figures = z.infer<typeof figuresSchema>;
type Figure = Figures['rows'][number];

export interface Comparison {
  readonly what: string;
  /** How many times as bad as before; below 1 it is better. */
  readonly factor: number;
}

interface ComparedRuns {
  readonly worse: readonly Comparison[];
  readonly better: readonly Comparison[];
  /** Measured in only one of the runs. */
  readonly notCompared: readonly string[];
}

/** Throws where the text is not what `--json` writes. */
export const parseFigures = (text: string): Figures => figuresSchema.parse(JSON.parse(text));

export const figuresOf = (machine: string, rows: readonly Row[]): Figures => ({
  machine,
  rows: rows.map(({ what, ratio, number, isRate }) => ({ what, ratio: finite(ratio), number: finite(number), ...(isRate && { isRate }) })),
});

/** By what is measured, in the order of `after`. Figures with a limit are compared by their ratios, which the load of the machine changes less. */
export function compareRuns(before: readonly Figure[], after: readonly Figure[]): ComparedRuns {
  const earlier = new Map(before.map((figure) => [figure.what, figure]));
  const compared = after.map((figure) => ({ what: figure.what, factor: factorBetween(earlier.get(figure.what), figure) }));
  const known = compared.filter((each): each is Comparison => each.factor !== null);
  const later = new Set(after.map(({ what }) => what));
  return {
    worse: known.filter(({ factor }) => factor > worstFactor),
    better: known.filter(({ factor }) => factor < 1 / worstFactor),
    notCompared: [
      ...compared.filter(({ factor }) => factor === null).map(({ what }) => what),
      ...before.map(({ what }) => what).filter((what) => !later.has(what)),
    ],
  };
}

/** Of each figure the row of the run that is in the middle, so that its words fit its number. */
export function medianRows(runs: readonly (readonly Row[])[]): Row[] {
  const [first = []] = runs;
  return first.map((row) => {
    const measured = runs.flatMap((run) => run.filter(({ what }) => what === row.what));
    const middle = median(measured.map((each) => comparedBy(each) ?? Number.NaN));
    return measured.find((each) => comparedBy(each) === middle) ?? row;
  });
}

function factorBetween(before: Figure | undefined, after: Figure): number | null {
  if (!before) return null;
  const [one, other] = [comparedBy(before), comparedBy(after)];
  // Where one run had no limit, the other's ratio says nothing.
  if (one === null || other === null || one <= 0 || other <= 0 || (finite(before.ratio) === null) !== (finite(after.ratio) === null))
    return null;
  return after.isRate ? one / other : other / one;
}

const comparedBy = ({ ratio, number }: Figure): number | null => finite(ratio) ?? finite(number);
const finite = (value: number | null): number | null => (Number.isFinite(value) ? value : null);
