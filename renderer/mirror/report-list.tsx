/** What the mirror has to tell and asks nothing for: it stays until it was seen. */
import { ArrowUpRight, Check } from 'lucide-react';
import type { MirrorReport } from '../../shared/mirror.ts';
import { ask } from '../bridge.ts';
import { WordMarks } from '../history/word-marks.tsx';
import { useAgo } from '../state/ago.ts';
import { openProject, useProject } from '../state/open-project.ts';
import { told } from '../state/send.ts';
import { goToRecord, isReachable } from '../targets/go-to-record.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { mirrorWords } from '../words/en/mirror.ts';
import { useReports } from './open-questions.ts';
import { shownValue } from './shown-value.ts';

const words = mirrorWords.reportList;
const whys: Readonly<Record<MirrorReport['why'], string>> = {
  refused: words.refused,
  overtaken: words.overtaken,
  renamed: words.renamed,
  'cannot take in': words.cannotTakeIn,
};

export function ReportList({ hash }: { hash: string }) {
  const reports = useReports(hash);
  if (reports === null) return null;
  if (reports.length === 0) return <p className="mirror-none">{words.none}</p>;
  return (
    <div className="reports">
      {reports.length > 1 && (
        <Button icon={Check} onPress={() => void see(reports.map(({ id }) => id))}>
          {words.allSeen}
        </Button>
      )}
      <ul>
        {reports.map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </ul>
    </div>
  );
}

/** The event that follows takes them away. */
const see = (ids: string[]): Promise<null> => told(ask('mirror.seen', { ids }));

function Report({ report }: { report: MirrorReport }) {
  const { id, why, title, sentence, record } = report;
  const when = useAgo(report.at);
  const canGo = useProject((project) => record !== null && isReachable(project, { id: record }));
  return (
    <li className="report">
      <div className="report-head">
        <div className="report-about">
          <strong>{whys[why]}</strong>
          <span>{title}</span>
          <span className="mirror-facts">{when}</span>
        </div>
        <div className="report-tools">
          {canGo && record !== null && (
            <IconButton icon={ArrowUpRight} label={words.goTo(title)} onPress={() => goToRecord({ id: record })} />
          )}
          <Button icon={Check} look="quiet" aria-label={words.seenOne(title)} onPress={() => void see([id])}>
            {words.seen}
          </Button>
        </div>
      </div>
      <p>{sentence}</p>
      <Both report={report} />
    </li>
  );
}

/** What was here and what was there, by word, where there is something to compare. */
function Both({ report: { kind, mine, theirs } }: { report: MirrorReport }) {
  const { project } = openProject.getState();
  const here = shownValue(project, { kind, field: null }, mine);
  const there = shownValue(project, { kind, field: null }, theirs);
  if (here === '' && there === '') return null;
  return (
    <dl className="report-both">
      <div>
        <dt>{words.there}</dt>
        <dd>{there}</dd>
      </div>
      <div>
        <dt>{words.here}</dt>
        <dd>{there === '' ? here : <WordMarks before={there} after={here} />}</dd>
      </div>
    </dl>
  );
}
