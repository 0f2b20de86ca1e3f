/** Finds in all names, texts and scripts of the open project; Enter goes there. With a second field it replaces, after a preview. */
import { CaseSensitive, WholeWord } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { openProject, useProject } from '../state/open-project.ts';
import { selection } from '../state/selection.ts';
import { goToRecord } from '../targets/go-to-record.ts';
import { IconToggle } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { showVariables } from '../variables/show-variables.tsx';
import { findWords } from '../words/en/find.ts';
import { filterOf, isNarrowed } from './filters.ts';
import './find.css';
import { Context } from './context.tsx';
import { FindFilters } from './find-filters.tsx';
import { setWanted, useFinding } from './find-state.ts';
import { fieldOf, groupOf, whoHolds } from './hit-words.ts';
import { type Pick, PickList } from './pick-list.tsx';
import { Replacing } from './replacing-list.tsx';
import type { Found, Hit } from './text-index.ts';
import { useIndex } from './use-index.ts';

/** So many are shown to be walked; so many are replaced at most in one step. */
const MOST = { find: 200, replace: 20_000 };
const nothing: Found = { hits: [], total: 0 };

export const showFind = (mode: 'find' | 'replace'): void => showDialog((close) => <FindDialog mode={mode} close={close} />);

function FindDialog({ mode, close }: { mode: 'find' | 'replace'; close: () => void }) {
  const { wanted, filters } = useFinding();
  const { index, turn, part } = useIndex();
  const project = index.project;
  const hasLocales = useProject(({ root }) => root.locales.length > 1);
  const words = useDeferredValue(wanted);
  const asked = words.words !== '' || (mode === 'find' && isNarrowed(filters));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn says that the index has read more
  const found = useMemo(
    () => (asked ? index.search(words, filterOf(project, filters), MOST[mode]) : nothing),
    [asked, words, filters, index, project, turn, mode],
  );
  const hits = useMemo(() => byGroup(found.hits.map((hit) => ({ hit, group: groupOf(project, hit.record) }))), [found, project]);
  const picks: Pick[] = (mode === 'find' ? hits : []).map(({ hit, group }, at) => ({
    id: String(at),
    group,
    draw: <HitRow hit={hit} showLocale={hasLocales} />,
  }));
  const go = (at: string) => {
    const hit = hits[Number(at)]?.hit;
    if (!hit) return;
    close();
    goToHit(hit);
  };
  const options = (
    <>
      <IconToggle
        icon={CaseSensitive}
        label={findWords.matchCapitalLetters}
        isSelected={wanted.matchCase}
        onChange={(matchCase) => setWanted({ matchCase })}
      />
      <IconToggle
        icon={WholeWord}
        label={findWords.wholeWordsOnly}
        isSelected={wanted.wholeWords}
        onChange={(wholeWords) => setWanted({ wholeWords })}
      />
    </>
  );
  return (
    <Dialog title={mode === 'find' ? findWords.find : findWords.findAndReplace} onClose={close} width={860}>
      <div className="find">
        {mode === 'find' ? (
          <PickList
            label={findWords.findInTheStory}
            placeholder={findWords.wordsANameA}
            words={wanted.words}
            onWords={(text) => setWanted({ words: text })}
            picks={picks}
            pick={go}
            beside={options}
            between={<FindFilters filters={filters} />}
            empty={<p className="find-empty">{asked ? (part === null ? findWords.nothingIsFound : '') : findWords.typeWhatYouLook}</p>}
          />
        ) : (
          <Replacing
            hits={hits}
            options={options}
            filters={<FindFilters filters={filters} />}
            showLocale={hasLocales}
            go={goToHit}
            close={close}
          />
        )}
        <footer className="find-foot" role="status">
          {asked && counted(found.total, hits.length)}
          {part !== null && findWords.readingTheStory(part)}
        </footer>
      </div>
    </Dialog>
  );
}

const counted = (total: number, shown: number): string =>
  total > shown ? findWords.foundInTheFirst(total, shown) : findWords.foundIn(total);

/** Groups come in the order of their first hit. */
function byGroup(all: readonly { hit: Hit; group: string }[]): { hit: Hit; group: string }[] {
  const groups = new Map<string, { hit: Hit; group: string }[]>();
  for (const each of all) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  return [...groups.values()].flat();
}

function HitRow({ hit, showLocale }: { hit: Hit; showLocale: boolean }) {
  const { project } = openProject.getState();
  return (
    <>
      <span className="hit-who">
        {whoHolds(project, hit.record)} <small>{fieldOf(hit.part, showLocale)}</small>
      </span>
      <Context hit={hit} />
    </>
  );
}

export function goToHit({ record, part }: Hit): void {
  if (record.kind === 'variable') return void showVariables();
  const { project } = openProject.getState();
  if (part.locale !== null && project.root.locales.some(({ iso }) => iso === part.locale))
    selection.setState({ locale: part.locale === project.mainLocale ? null : part.locale });
  goToRecord(record.kind === 'reply' ? { id: String(record.commentId) } : record);
}
