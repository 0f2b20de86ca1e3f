/** Renders the toasts. F6 moves the focus to them; they stay open while hovered or focused. Dialogs leave them their room, so that they cover no control. */

import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { t } from '../messages/translate.ts';
import { Button, IconButton } from './button.tsx';
import './toasts.css';
import { type ToastMessage, toastQueue } from './toast-queue.ts';

const toneIcons = { good: CircleCheck, plain: Info, warning: TriangleAlert, bad: CircleAlert };
const maxLines = 6;

export function Toasts() {
  return (
    <ToastRegion ref={publishRoom} queue={toastQueue} className="toasts" aria-label={t('ui.notifications')}>
      {({ toast }) => (
        <Toast toast={toast} className={`toast ${toast.content.tone}`}>
          <ToastBody message={toast.content} />
          {toast.content.action && (
            <Button
              onPress={() => {
                toast.content.action?.run();
                toastQueue.close(toast.key);
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <IconButton slot="close" icon={X} label={t('ui.dismiss')} />
        </Toast>
      )}
    </ToastRegion>
  );
}

/** The height of the toasts, for the style of dialogs, as long as there are any. */
function publishRoom(region: HTMLElement | null): (() => void) | undefined {
  if (!region) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--toasts-height', `${region.offsetHeight}px`));
  observer.observe(region);
  return () => {
    observer.disconnect();
    style.removeProperty('--toasts-height');
  };
}

function ToastBody({ message: { tone, title, lines = [] } }: { message: ToastMessage }) {
  const Icon = toneIcons[tone];
  return (
    <>
      <Icon size={17} aria-hidden className="toast-icon" />
      <ToastContent className="toast-text">
        <Text slot="title">{title}</Text>
        {lines.length > 0 && (
          <Text slot="description" className="toast-lines">
            {lines.slice(0, maxLines).map((line) => (
              <span key={line}>{line}</span>
            ))}
            {lines.length > maxLines && <span>{t('common.andMore', { count: lines.length - maxLines })}</span>}
          </Text>
        )}
      </ToastContent>
    </>
  );
}
