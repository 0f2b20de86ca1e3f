/** A thin progress line at the top while an operation takes noticeably long; its label is announced to screen readers. */
import { useBusyLabel } from '../../state/busy-indicator.ts';
import '../../ui/progress-indicator.css';

export function BusyBar() {
  const label = useBusyLabel();
  return (
    <div className="busy" role="status" aria-live="polite">
      {label && (
        <>
          <div className="busy-bar" />
          <span className="busy-label">{label}</span>
        </>
      )}
    </div>
  );
}
