/** Damaged records. Their code is loaded on demand, because most windows never need it. */
import type { Feature } from '../../commands/feature.ts';
import { lazyCode } from '../../platform/lazy-code.ts';

const reports = lazyCode(() => import('./report-damage.tsx'));

export const feature = {
  dialogs: {
    /** Damage that was just found. */
    newDamage: (hash: string) => reports.run(({ reportDamage }) => reportDamage(hash)),
    /** Damage that is not settled: of this project or, at the start of the window, of the first project with any. */
    unsettledDamage: (hash?: string) => reports.run(({ reportOpenDamage }) => reportOpenDamage(hash)),
  },
} as const satisfies Feature;
