/** Draws the toasts. F6 reaches them; they wait while pointed at or focused. */
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { uiWords } from '../words/en/ui.ts';
import { Button, IconButton } from './button.tsx';
import './toast.css';
import { type Telling, toasts } from './toasts.ts';

const icons = { good: CircleCheck, plain: Info, warning: TriangleAlert, bad: CircleAlert };
const LINES = 6;

export function Toasts() {
  return (
    <ToastRegion queue={toasts} className="toasts" aria-label={uiWords.messages}>
      {({ toast }) => (
        <Toast toast={toast} className={`toast ${toast.content.tone}`}>
          <ToastWords telling={toast.content} />
          {toast.content.action && (
            <Button
              onPress={() => {
                toast.content.action?.run();
                toasts.close(toast.key);
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <IconButton slot="close" icon={X} label={uiWords.dismiss} />
        </Toast>
      )}
    </ToastRegion>
  );
}

function ToastWords({ telling: { tone, title, lines = [] } }: { telling: Telling }) {
  const Icon = icons[tone];
  return (
    <>
      <Icon size={17} aria-hidden className="toast-icon" />
      <ToastContent className="toast-words">
        <Text slot="title">{title}</Text>
        {lines.length > 0 && (
          <Text slot="description" className="toast-lines">
            {lines.slice(0, LINES).map((line) => (
              <span key={line}>{line}</span>
            ))}
            {lines.length > LINES && <span>{uiWords.andMore(lines.length - LINES)}</span>}
          </Text>
        )}
      </ToastContent>
    </>
  );
}
