/** Which texts and which languages the table shows. */
import { useEffect, useRef, useState } from 'react';
import type { Locale } from '../../shared/kinds/project.ts';
import type { Project } from '../../shared/project.ts';
import { useProject } from '../state/open-project.ts';
import { selection } from '../state/selection.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { translationsWords as words } from '../words/en/translations.ts';
import { COMPONENTS, shows, type Wanted } from './progress.ts';

const EVERYWHERE = 'everywhere';
const showOptions = shows.map((id) => ({ id, label: words.filters[id] }));

/** With few languages all of them, with many the main one and the one that is written in. */
const FEW = 4;

export function useWanted(locales: readonly Locale[]): [Wanted, (some: Partial<Wanted>) => void] {
  const [wanted, set] = useState<Wanted>(() => ({ show: 'all', where: null, words: '', missingFirst: false, isos: firstOf(locales) }));
  const known = useRef(locales);
  // Who adds a language beside the table wants to write in it.
  useEffect(() => {
    const come = locales.flatMap(({ iso }) => (known.current.some((each) => each.iso === iso) ? [] : [iso]));
    known.current = locales;
    if (come.length > 0) set((before) => ({ ...before, isos: [...before.isos, ...come] }));
  }, [locales]);
  return [wanted, (some) => set((before) => ({ ...before, ...some }))];
}

function firstOf(locales: readonly Locale[]): string[] {
  const isos = locales.map(({ iso }) => iso);
  if (isos.length <= FEW) return isos;
  const chosen = selection.getState().locale;
  const main = locales.find(({ base }) => base === null)?.iso;
  return isos.filter((iso, at) => iso === main || iso === chosen || (chosen === null && at < 2));
}

export interface TranslationFiltersProps {
  readonly wanted: Wanted;
  readonly ask: (some: Partial<Wanted>) => void;
  readonly locales: readonly Locale[];
}

export function TranslationFilters({ wanted, ask, locales }: TranslationFiltersProps) {
  const { ids, names } = useProject((project) => boards(project));
  const places = [
    { id: EVERYWHERE, label: words.everywhere },
    ...ids.split('\n').map((id, at) => ({ id, label: names.split('\n')[at] ?? '' })),
    { id: COMPONENTS, label: words.components },
  ];
  return (
    <div className="translation-filters">
      <TextField label={words.find} value={wanted.words} onChange={(text) => ask({ words: text })} />
      <Select label={words.shows} options={showOptions} value={wanted.show} onChange={(show) => ask({ show })} />
      <Select
        label={words.boards}
        options={places}
        value={wanted.where ?? EVERYWHERE}
        onChange={(where) => ask({ where: where === EVERYWHERE ? null : where })}
      />
      <Checkbox isSelected={wanted.missingFirst} onChange={(missingFirst) => ask({ missingFirst })}>
        {words.missingFirst}
      </Checkbox>
      {locales.length > 1 && (
        <fieldset className="translation-columns">
          <legend>{words.columns}</legend>
          {locales.map(({ iso, name }) => (
            <Checkbox
              key={iso}
              isSelected={wanted.isos.includes(iso)}
              isDisabled={wanted.isos.length === 1 && wanted.isos.includes(iso)}
              onChange={(on) => ask({ isos: on ? [...wanted.isos, iso] : wanted.isos.filter((each) => each !== iso) })}
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** As two texts, so that it is seen whether they are others than before. */
function boards(project: Project): { ids: string; names: string } {
  const all = [...project.all('board')].filter(({ type }) => type === 'board');
  return { ids: all.map(({ id }) => id).join('\n'), names: all.map(({ name }) => name.replaceAll('\n', ' ')).join('\n') };
}
