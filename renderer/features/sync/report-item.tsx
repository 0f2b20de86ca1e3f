/** An entry of the lists of sync reports and of held changes: what it is about, a link to its record, and what can be done. */

import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../messages/translate.ts';
import { goToRecord, isReachable } from '../../navigation/go-to-record.ts';
import { useProject } from '../../state/open-project.ts';
import { IconButton } from '../../ui/button.tsx';

interface ReportItemProps {
  readonly heading: string;
  /** The title of the record. */
  readonly title: string;
  readonly location: readonly string[];
  readonly when?: string | null;
  /** The id of the record; null if the report is about none. */
  readonly recordId: string | null;
  readonly buttons: ReactNode;
  readonly children: ReactNode;
}

export function ReportItem({ heading, title, location, when, recordId, buttons, children }: ReportItemProps) {
  const canGo = useProject((project) => recordId !== null && isReachable(project, { id: recordId }));
  return (
    <li className="report">
      <div className="report-head">
        <div className="report-about">
          <strong>{heading}</strong>
          <span>{title}</span>
          {location.length > 0 && <span className="sync-facts">{location.join(' › ')}</span>}
          {when && <span className="sync-facts">{when}</span>}
        </div>
        <div className="report-tools">
          {canGo && recordId !== null && (
            <IconButton icon={ArrowUpRight} label={t('sync.reportList.goTo', { title })} onPress={() => goToRecord({ id: recordId })} />
          )}
          {buttons}
        </div>
      </div>
      {children}
    </li>
  );
}
