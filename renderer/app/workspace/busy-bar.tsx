/** A thin line on top while something takes its time, and its name for those who cannot see it. */
import { useBusyLabel } from '../../state/busy-indicator.ts';
import '../../ui/progress-indicator.css';

export function BusyBar() {
  const label = useBusyLabel();
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
