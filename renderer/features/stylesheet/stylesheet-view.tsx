/** The stylesheet editor with a live preview. Each save is one undo step: by the button, by Ctrl+S, or when the tab is closed or another one comes to the front. */

import { Plus, RotateCcw, Save } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { resolveLocalizedText } from '../../../shared/model/localized-text.ts';
import { startPlay } from '../../../shared/play/play.ts';
import { matchesShortcut } from '../../commands/shortcut-matching.ts';
import { useDraft } from '../../editors/fields/draft.ts';
import { DraftNotices } from '../../editors/fields/field.tsx';
import { SearchField } from '../../editors/fields/search-field.tsx';
import { CssEditor, type CssEditorHandle, pageSelectors } from '../../editors/stylesheet/css-editor.tsx';
import { t } from '../../messages/translate.ts';
import { browserEnvironment } from '../../platform/browser-environment.ts';
import { useFileUrl } from '../../records/assets/use-file-url.ts';
import { recordName } from '../../records/names/record-names.ts';
import { useLanguage } from '../../records/names/story-languages.ts';
import { elementOptions } from '../../records/search/record-options.ts';
import { PageFrame } from '../../records/story-page/page-frame.tsx';
import { openProjectStore, useProject, useRecord } from '../../state/open-project.ts';
import { saveFields } from '../../state/save-fields.ts';
import { selectionStore } from '../../state/selection.ts';
import { Button } from '../../ui/button.tsx';
import '../../ui/field.css';
import { MenuButton } from '../../ui/menu.tsx';
import { isMac } from '../../ui/shortcut-keys.tsx';
import { View } from '../../ui/view.tsx';
import './stylesheet.css';

export function StylesheetView() {
  const saved = useProject((project) => project.projectRecord.css);
  const draft = useDraft({
    name: `${projectRecordId} css`,
    value: saved,
    save: (css) => saveFields('project', projectRecordId, { css }),
    saves: 'whenLeft',
  });
  const editor = useRef<CssEditorHandle>(null);
  const css = draft.value;
  const isDirty = css !== saved;
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!matchesShortcut('Mod+S', event.nativeEvent, isMac)) return;
    event.preventDefault();
    event.stopPropagation();
    void draft.flush();
  };
  return (
    <View title={t('stylesheet.title')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+S is a shortcut for the button */}
      <div className="stylesheet fills-view" onKeyDown={handleKeyDown}>
        <p className="view-intro">{t('stylesheet.hint')}</p>
        <div className="stylesheet-sides">
          <div className="stylesheet-code">
            <MenuButton
              label={t('stylesheet.addRule')}
              icon={Plus}
              showsLabel
              entries={pageSelectors.map((selector) => ({
                id: selector,
                label: `${selector} · ${t(`stylesheet.selectors.${selectorNames[selector]}`)}`,
                run: () => editor.current?.addRule(selector),
              }))}
            />
            <CssEditor ref={editor} value={css} change={draft.type} />
          </div>
          <StylesheetPreview css={css} />
        </div>
        <DraftNotices draft={draft} />
        <footer className="dialog-buttons">
          <p className="field-description" role="status">
            {isDirty ? t('stylesheet.unsaved') : t('stylesheet.saved')}
          </p>
          <Button icon={RotateCcw} isDisabled={!isDirty} onPress={draft.revert}>
            {t('stylesheet.discard')}
          </Button>
          <Button icon={Save} variant="primary" isDisabled={!isDirty} onPress={() => void draft.flush()}>
            {t('stylesheet.save')}
          </Button>
        </footer>
      </div>
    </View>
  );
}

const selectorNames = { '.play': 'page', '.title': 'title', '.content': 'content', '.mention': 'mention', '.link': 'link' } as const;

const ignoreKey = () => {};

function StylesheetPreview({ css }: { css: string }) {
  const { iso, locales } = useLanguage();
  const label = useId();
  const first = useRef(initialElementId());
  const [chosen, setChosen] = useState(first.current);
  const element = useRecord('element', chosen);
  const title = element ? resolveLocalizedText(element.title, iso, locales).html : t('stylesheet.exampleTitle');
  const project = useProject((each) => each);
  // The preview runs scripts as play does, instead of showing their source.
  const played = useMemo(
    () => element && startPlay(project, element.id, browserEnvironment, { locale: iso }).html,
    [project, element, iso],
  );
  const content = played ?? t('stylesheet.exampleContent');
  return (
    <section className="stylesheet-preview" aria-labelledby={label}>
      <div className="stylesheet-example">
        <span id={label} className="field-label">
          {t('stylesheet.preview')}
        </span>
        <SearchField
          label={t('stylesheet.example')}
          value={chosen}
          placeholder={t('stylesheet.examplePage')}
          options={elementOptions}
          nameOf={recordName}
          onChoose={setChosen}
        />
      </div>
      <div className="stylesheet-page framed">
        {element && <PreviewCover cover={element.cover} />}
        <PageFrame title={title} content={content} theme={element?.theme ?? 'default'} lang={iso} css={css} onKeyDown={ignoreKey} />
      </div>
    </section>
  );
}

/** As in play, the cover is above the page, and the stylesheet does not apply to it. */
function PreviewCover({ cover }: { cover: StoryRecord<'element'>['cover'] }) {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const asset = useRecord('asset', cover && 'id' in cover ? cover.id : null);
  const address = useFileUrl(hash, asset?.file);
  if (!asset || address === undefined || !/image$/.test(asset.type)) return null;
  return <img className="stylesheet-cover" src={address} alt={t('assets.cover.named', { name: asset.name })} />;
}

/** The selected element, else the one the story starts at. */
function initialElementId(): string | null {
  const { project } = openProjectStore.getState();
  const selected = [...selectionStore.getState().ids].find((id) => project.find('element', id));
  return selected ?? project.projectRecord.startingElement;
}
