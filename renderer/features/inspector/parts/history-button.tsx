/** In the head of a panel: the earlier versions of what it is about. */
import { History } from 'lucide-react';
import { ActionIconButton } from '../../../commands/action-button.tsx';
import { useAction } from '../../../commands/use-action.ts';

export function HistoryButton() {
  const { enabled } = useAction('recordHistory');
  return enabled && <ActionIconButton name="recordHistory" icon={History} />;
}
