/** What would be replaced, place by place, each with a tick; one button does it, one undo takes it back. */
import { ArrowUpRight, Replace, Search } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { useIsMirrored } from '../mirror/use-dialect.ts';
import { openProject } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { TextField } from '../ui/text-field.tsx';
import { tell } from '../ui/toasts.ts';
import { findWords } from '../words/en/find.ts';
import { Context } from './context.tsx';
import { setBy, setWanted, useFinding } from './find-state.ts';
import { fieldOf, whoHolds } from './hit-words.ts';
import { isReplaceable, isTaken, replaceCommand } from './replacing.ts';
import type { Hit } from './text-index.ts';

export interface ReplacingProps {
  readonly hits: readonly { readonly hit: Hit; readonly group: string }[];
  readonly options: ReactNode;
  readonly filters: ReactNode;
  readonly showLocale: boolean;
  readonly go: (hit: Hit) => void;
  readonly close: () => void;
}

/** So many are drawn. */
const SHOWN = 150;

const keyOf = ({ record, part }: Hit): string => `${record.id} ${part.field} ${part.locale} ${part.holds}`;

export function Replacing({ hits, options, filters, showLocale, go, close }: ReplacingProps) {
  const { wanted, by } = useFinding();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { project, hash } = openProject.getState();
  const isMirrored = useIsMirrored(hash);
  const able = hits.filter(({ hit: { record, part } }) => isReplaceable(record, part) && !(isMirrored && !isTaken(record, part)));
  const chosen = able.filter(({ hit }) => !left.has(keyOf(hit)));
  const counted = chosen.reduce((sum, { hit }) => sum + hit.ranges.length, 0);
  const command = () =>
    replaceCommand(
      project,
      chosen.map(({ hit: { record, part } }) => ({ id: record.id, part })),
      wanted,
      by,
      { isMirrored },
    );
  const leave = (key: string, on: boolean) => setLeft(new Set(on ? [...left].filter((each) => each !== key) : [...left, key]));
  const run = async () => {
    const { command: all, count } = command();
    if (all) await send(all);
    const stays = count < counted ? [findWords.inMentionsOrAcross(counted - count)] : [];
    tell({ tone: 'good', title: findWords.replaced(count), lines: [findWords.oneUndoTakesAll, ...stays] });
    close();
  };
  return (
    <form
      className="find-form"
      onSubmit={(event) => {
        event.preventDefault();
        void run().catch(() => undefined);
      }}
    >
      <div className="pick-head">
        <Search size={17} aria-hidden />
        <input
          className="pick-input"
          aria-label={findWords.find}
          placeholder={findWords.find}
          value={wanted.words}
          spellCheck={false}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: one opens it to type
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ target }) => setWanted({ words: target.value })}
        />
        {options}
      </div>
      <div className="replace-head">
        <TextField label={findWords.replaceBy} isLabelHidden placeholder={findWords.replaceBy} value={by} onChange={setBy} />
        <Button type="submit" icon={Replace} look="primary" isDisabled={counted === 0}>
          {counted === 0 ? findWords.replace : findWords.replacePlaces(counted)}
        </Button>
      </div>
      {filters}
      <ul className="pick-list replace-list" aria-label={findWords.whatWillBeReplaced}>
        {able.slice(0, SHOWN).map(({ hit, group }, at) => (
          <Fragment key={`${keyOf(hit)} ${hit.part.text.slice(0, 40)}`}>
            {able[at - 1]?.group !== group && <li className="pick-group">{group}</li>}
            <li className="pick replace-row">
              <Checkbox isSelected={!left.has(keyOf(hit))} onChange={(on) => leave(keyOf(hit), on)}>
                <span className="replace-words">
                  <span className="hit-who">
                    {whoHolds(project, hit.record)} <small>{fieldOf(hit.part, showLocale)}</small>
                  </span>
                  <Context hit={hit} by={by} />
                </span>
              </Checkbox>
              <IconButton
                icon={ArrowUpRight}
                label={findWords.goTo(whoHolds(project, hit.record))}
                onPress={() => {
                  close();
                  go(hit);
                }}
              />
            </li>
          </Fragment>
        ))}
      </ul>
      {able.length > SHOWN && <p className="find-empty">{findWords.andMoreWhichChange(able.length - SHOWN)}</p>}
      {wanted.words === '' && <p className="find-empty">{findWords.typeWhatIsTo}</p>}
    </form>
  );
}
