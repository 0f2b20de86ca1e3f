/** When damaged records are reported. The dialog is loaded on demand: most windows never need it. */
import { onProjectChange } from '../state/open-project.ts';

const importReports = () => import('../features/damage/report-damage.tsx');

export const reportDamage = (hash: string): void => void importReports().then((reports) => reports.reportDamage(hash));

/** Reports damage that is not settled at the start of the window, and of each project when it is opened. */
export function startDamageReports(): void {
  const report = (hash?: string) => void importReports().then((reports) => reports.reportOpenDamage(hash));
  onProjectChange((hash) => {
    if (hash !== null) report(hash);
  });
  report();
}
