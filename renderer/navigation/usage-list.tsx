/** Who uses an asset, a component or a variable, one below the other; a click goes there. */
import { ArrowRight } from 'lucide-react';
import { assetsMessages } from '../messages/en/assets.ts';
import { openProjectStore } from '../state/open-project.ts';
import { Button } from '../ui/button.tsx';
import { goToRecord, isReachable } from './go-to-record.ts';
import './usage-list.css';

export interface RecordUsage {
  readonly id: string;
  /** `Element “The door”`. */
  readonly who: string;
  /** `its cover`. */
  readonly how: string;
  readonly assetId?: string;
}

/** More than this is told as a number. */
const MAX_ITEMS = 50;

export function UsageList({ uses, close }: { uses: readonly RecordUsage[]; close?: () => void }) {
  const { project } = openProjectStore.getState();
  const go = (use: RecordUsage) => {
    close?.();
    goToRecord(use);
  };
  return (
    <ul className="use-list" aria-label={assetsMessages.usedBy}>
      {uses.slice(0, MAX_ITEMS).map((use) => (
        <li key={`${use.id} ${use.how} ${use.assetId ?? ''}`}>
          <span>
            {use.who} <small>{use.how}</small>
          </span>
          {isReachable(project, use) && (
            <Button look="quiet" icon={ArrowRight} aria-label={assetsMessages.goTo(use.who)} onPress={() => go(use)}>
              <span>{assetsMessages.goThere}</span>
            </Button>
          )}
        </li>
      ))}
      {uses.length > MAX_ITEMS && <li>{assetsMessages.andMore(uses.length - MAX_ITEMS)}</li>}
    </ul>
  );
}
