/** The stylesheet beside a page of the story that shows at once what it does. It is saved as one step: by its button, by Ctrl+S, or on closing. */
import '../play/play.css';
import { RotateCcw, Save } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { PROJECT } from '../../shared/kinds/project.ts';
import { startPlay } from '../../shared/play/play.ts';
import type { Project } from '../../shared/project.ts';
import { textIn } from '../../shared/text-in.ts';
import { saveChange } from '../fields/save.ts';
import { SearchField } from '../fields/search-field.tsx';
import { PageFrame } from '../play/page-frame.tsx';
import { world } from '../play/playing.ts';
import { drafts } from '../state/kept-drafts.ts';
import { openProject, useProject, useRecord } from '../state/open-project.ts';
import { selection } from '../state/selection.ts';
import { nameOf, useLanguage } from '../state/use-words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { stylesheetWords as words } from '../words/en/stylesheet.ts';
import { CssEditor } from './css-editor.tsx';
import './stylesheet.css';

/** As its draft is called. */
const NAME = 'project css';

export function StylesheetDialog({ close }: { close: () => void }) {
  const saved = useProject((project) => project.root.css);
  const { hash } = openProject.getState();
  const [typed, setTyped] = useState(() => leftIn(hash));
  const css = typed ?? saved;
  const isDirty = css !== saved;
  const type = (text: string) => {
    setTyped(text);
    if (hash !== null) drafts.keep(hash, NAME, text);
  };
  // What was saved comes back by the change feed: until then it is what is typed.
  useEffect(() => {
    if (typed !== null && typed === saved) setTyped(null);
  }, [typed, saved]);
  const forget = () => hash !== null && drafts.forget(hash, NAME);
  const revert = () => {
    setTyped(null);
    forget();
  };
  const save = async () => {
    if (isDirty) await saveChange('project', PROJECT, { css });
    forget();
  };
  const end = () => void save().then(close, () => undefined);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    void save().catch(() => undefined);
  };
  return (
    <Dialog title={words.title} onClose={end} width={1240}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+S is a shortcut for the button */}
      <div className="stylesheet" onKeyDown={press}>
        <p className="field-description">{words.says}</p>
        <div className="stylesheet-sides">
          <CssEditor value={css} change={type} />
          <Preview css={css} />
        </div>
        <footer className="dialog-buttons">
          <p className="field-description" role="status">
            {isDirty ? words.unsaved : words.saved}
          </p>
          <Button icon={RotateCcw} isDisabled={!isDirty} onPress={revert}>
            {words.revert}
          </Button>
          <Button icon={Save} look="primary" isDisabled={!isDirty} onPress={() => void save().catch(() => undefined)}>
            {words.save}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

/** What was written before the window ended and not saved is there again. */
function leftIn(hash: string | null): string | null {
  const left = hash === null ? undefined : drafts.left(hash, NAME);
  return typeof left?.value === 'string' ? left.value : null;
}

const nothing = () => {};

function Preview({ css }: { css: string }) {
  const { iso, locales } = useLanguage();
  const first = useRef(firstElement());
  const [chosen, setChosen] = useState(first.current);
  const element = useRecord('element', chosen);
  const title = element ? textIn(element.title, iso, locales).html : words.exampleTitle;
  const project = useProject((each) => each);
  // As play shows it when the story begins there: scripts are run, not shown.
  const played = useMemo(() => element && startPlay(project, element.id, world, iso).html, [project, element, iso]);
  const content = played ?? words.exampleContent;
  return (
    <section className="stylesheet-preview" aria-label={words.preview}>
      <SearchField label={words.example} value={chosen} placeholder={words.nothing} options={elements} nameOf={nameOf} choose={setChosen} />
      <div className="stylesheet-page framed">
        <PageFrame title={title} content={content} theme={element?.theme ?? 'default'} lang={iso} css={css} onKeyDown={nothing} />
      </div>
    </section>
  );
}

/** The selected element, else the one the story starts at. */
function firstElement(): string | null {
  const { project } = openProject.getState();
  const selected = [...selection.getState().ids].find((id) => project.find('element', id));
  return selected ?? project.root.startingElement;
}

const elements = (project: Project) =>
  [...project.all('element')].map(({ id, boardId }) => ({ id, name: nameOf(project, id), where: nameOf(project, boardId) }));
