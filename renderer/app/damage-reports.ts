/** Decides when damaged records are reported. The dialog is loaded on demand, because most windows never need it. */
import { onProjectChange } from '../state/open-project.ts';

const importReports = () => import('../features/damage/report-damage.tsx');

export const reportDamage = (hash: string): void => void importReports().then((reports) => reports.reportDamage(hash));

/** Reports the unsettled damage of each project when it is opened. */
export function startDamageReports(): void {
  onProjectChange((hash) => {
    if (hash !== null) reportOpenDamage(hash);
  });
}

/** Reports damage that is not settled: of this project or, at the start of the window, of the first project with any. */
export const reportOpenDamage = (hash?: string): void => void importReports().then((reports) => reports.reportOpenDamage(hash));
