/** The names of a component: the one in the language that is shown, and below it those in the others. */
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { textIn } from '../../shared/text-in.ts';
import { change, saveChange } from '../fields/save.ts';
import { Shows } from '../fields/shows.tsx';
import { TextField } from '../fields/text-field.tsx';
import { useFocusWish } from '../fields/use-focus-wish.ts';
import { SourceChange } from '../inspector/source-change.tsx';
import { useLanguage } from '../state/use-words.ts';
import { commonWords } from '../words/en/common.ts';
import { componentsWords } from '../words/en/components.ts';

type Component = StoryRecord<'component'>;

export function ComponentNames({ component }: { component: Component }) {
  const { iso, locales } = useLanguage();
  const others = locales.filter((each) => each.iso !== iso);
  const wordFor = (code: string) => locales.find((each) => each.iso === code)?.name ?? code;
  return (
    <>
      <NameField
        component={component}
        iso={iso}
        label={others.length === 0 ? commonWords.name : componentsWords.nameIn(wordFor(iso))}
        isFirst
      />
      {others.length > 0 && (
        <details className="other-names" open={others.length < 4}>
          <summary>{componentsWords.inTheOtherLanguages}</summary>
          {others.map((each) => (
            <NameField key={each.iso} component={component} iso={each.iso} label={componentsWords.nameIn(each.name)} />
          ))}
        </details>
      )}
    </>
  );
}

interface NameFieldProps {
  readonly component: Component;
  readonly iso: string;
  readonly label: string;
  /** The tree leads the keyboard into this one. */
  readonly isFirst?: boolean;
}

function NameField({ component: { id, name }, iso, label, isFirst = false }: NameFieldProps) {
  const { locales } = useLanguage();
  const wanted = useFocusWish(id, isFirst ? 'title' : undefined);
  const lent = textIn({ ...name, [iso]: { text: null } }, iso, locales).html;
  return (
    <Shows field="component.name">
      <TextField
        label={label}
        name={`${id} name ${iso}`}
        value={name[iso]?.text ?? ''}
        save={(text) => saveChange('component', id, { name: { [iso]: { text: text === '' ? null : text } } })}
        placeholder={lent ?? componentsWords.unnamed}
        lang={iso}
        input={wanted}
      />
      <SourceChange
        id={id}
        field="name"
        text={name}
        iso={iso}
        right={() => change('component', id, { name: { [iso]: { text: name[iso]?.text ?? null } } })}
      />
    </Shows>
  );
}
