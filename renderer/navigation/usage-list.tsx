/** The records that use an asset, a component or a variable, each with a link. */

import { ArrowRight } from 'lucide-react';
import { t } from '../messages/translate.ts';
import type { RecordUsage } from '../records/names/record-usage.ts';
import { openProjectStore } from '../state/open-project.ts';
import { Button } from '../ui/button.tsx';
import { goToRecord, isReachable } from './go-to-record.ts';
import './usage-list.css';

/** Longer lists end with the number of further records. */
const maxItems = 50;

export function UsageList({ uses, close }: { uses: readonly RecordUsage[]; close?: () => void }) {
  const { project } = openProjectStore.getState();
  const go = (use: RecordUsage) => {
    close?.();
    goToRecord(use);
  };
  return (
    <ul className="use-list" aria-label={t('common.usages.label')}>
      {uses.slice(0, maxItems).map((use) => (
        <li key={`${use.id} ${use.how} ${use.assetId ?? ''}`}>
          <span>
            {use.who} <small>{use.how}</small>
          </span>
          {isReachable(project, use) && (
            <Button variant="quiet" icon={ArrowRight} aria-label={t('common.usages.goToNamed', { who: use.who })} onPress={() => go(use)}>
              <span>{t('common.usages.goTo')}</span>
            </Button>
          )}
        </li>
      ))}
      {uses.length > maxItems && <li>{t('common.andMore', { count: uses.length - maxItems })}</li>}
    </ul>
  );
}
