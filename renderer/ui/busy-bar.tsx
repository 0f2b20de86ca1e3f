/** A thin line on top while something takes its time, and its name for those who cannot see it. */
import { useBusy } from '../state/busy.ts';
import './progress.css';

export function BusyBar() {
  const label = useBusy();
  return (
    <div className="busy" role="status" aria-live="polite">
      {label && (
        <>
          <div className="busy-bar" />
          <span className="busy-label">{label}…</span>
        </>
      )}
    </div>
  );
}
