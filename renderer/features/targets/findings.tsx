/** The findings of a story check, most severe first, each with a link to its record and a quick fix if there is a safe one. */

import { ChevronRight, CircleAlert, Lightbulb, TriangleAlert, Wrench } from 'lucide-react';
import { useState } from 'react';
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import type { Finding } from '../../../shared/contracts/findings.ts';
import type { Target, TargetStatusDetails } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord, isReachable } from '../../navigation/go-to-record.ts';
import { applyTargetFix } from '../../records/problems/apply-fixes.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { IconButton } from '../../ui/button.tsx';
import './targets.css';

const icons = { error: CircleAlert, warning: TriangleAlert, hint: Lightbulb };
const severityOrder = ['error', 'warning', 'hint'] as const;
const pageSize = 100;

/** `counts` may be larger than the number of `findings`, which is limited. */
export function Findings({
  target,
  findings,
  counts: severityCounts,
}: {
  target: Target;
  findings: readonly Finding[];
  counts: TargetStatusDetails['findingCounts'];
}) {
  const hasError = severityCounts.error > 0;
  const counts = severityOrder.map((severity) => [severity, severityCounts[severity]] as const).filter(([, count]) => count > 0);
  const unlisted = counts.reduce((sum, [, count]) => sum + count, 0) - findings.length;
  return (
    // The key remounts the disclosure, so that the list also opens when the first error appears later.
    <Disclosure key={String(hasError)} className="findings" defaultExpanded={hasError}>
      <Heading className="findings-head" level={3}>
        <Button slot="trigger" className="findings-button">
          <ChevronRight size={15} aria-hidden />
          {counts.map(([severity, count]) => {
            const Icon = icons[severity];
            return (
              <span key={severity} className={`finding-count ${severity}`}>
                <Icon size={15} aria-hidden />
                {t(`common.counted.${severity}`, { count })}
              </span>
            );
          })}
        </Button>
      </Heading>
      <DisclosurePanel>
        <FindingList target={target} findings={findings} />
        {unlisted > 0 && <p className="finding-more">{t('common.andMore', { count: unlisted })}</p>}
      </DisclosurePanel>
    </Disclosure>
  );
}

function FindingList({ target, findings }: { target: Target; findings: readonly Finding[] }) {
  const [shown, setShown] = useState(pageSize);
  const sorted = [...findings].sort((one, two) => severityOrder.indexOf(one.severity) - severityOrder.indexOf(two.severity));
  return (
    <ul className="finding-list">
      {sorted.slice(0, shown).map((finding, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one record may have the same finding twice
        <li key={`${finding.rule}/${finding.id}/${at}`}>
          <FindingRow target={target} finding={finding} />
        </li>
      ))}
      {shown < sorted.length && (
        <li>
          <Button className="finding" onPress={() => setShown(shown + pageSize)}>
            {t('targets.showMore', { count: sorted.length - shown })}
          </Button>
        </li>
      )}
    </ul>
  );
}

function FindingRow({ target, finding }: { target: Target; finding: Finding }) {
  const { fix } = finding;
  return (
    <div className="finding-line">
      <FindingLink finding={finding} />
      {fix && <IconButton icon={Wrench} label={t(fix.label)} onPress={() => void applyTargetFix(target, fix)} />}
    </div>
  );
}

function FindingLink({ finding }: { finding: Finding }) {
  const { severity, message } = finding;
  const Icon = icons[severity];
  const content = (
    <>
      <Icon size={15} aria-hidden className={severity} />
      <span className="visually-hidden">{t(`check.severity.${severity}`)}: </span>
      <span>{t(message)}</span>
    </>
  );
  if (!isReachable(openProjectStore.getState().project, finding)) return <div className="finding">{content}</div>;
  return (
    <Button className="finding" onPress={() => goToRecord(finding)}>
      {content}
    </Button>
  );
}
