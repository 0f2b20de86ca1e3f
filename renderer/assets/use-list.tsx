/** Who uses an asset, a component or a variable, one below the other; a click goes there. */
import { ArrowRight } from 'lucide-react';
import { openProject } from '../state/open-project.ts';
import { goToRecord, isReachable } from '../targets/go-to-record.ts';
import { Button } from '../ui/button.tsx';
import { assetsWords } from '../words/en/assets.ts';
import './use-list.css';

export interface Told {
  readonly id: string;
  /** `Element “The door”`. */
  readonly who: string;
  /** `its cover`. */
  readonly how: string;
  readonly assetId?: string;
}

/** More than this is told as a number. */
const MOST = 50;

export function UseList({ uses, close }: { uses: readonly Told[]; close?: () => void }) {
  const { project } = openProject.getState();
  const go = (use: Told) => {
    close?.();
    goToRecord(use);
  };
  return (
    <ul className="use-list" aria-label={assetsWords.usedBy}>
      {uses.slice(0, MOST).map((use) => (
        <li key={`${use.id} ${use.how} ${use.assetId ?? ''}`}>
          <span>
            {use.who} <small>{use.how}</small>
          </span>
          {isReachable(project, use) && (
            <Button look="quiet" icon={ArrowRight} aria-label={assetsWords.goTo(use.who)} onPress={() => go(use)}>
              <span>{assetsWords.goThere}</span>
            </Button>
          )}
        </li>
      ))}
      {uses.length > MOST && <li>{assetsWords.andMore(uses.length - MOST)}</li>}
    </ul>
  );
}
