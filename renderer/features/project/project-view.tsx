/** The project settings: name, starting element, cover, languages, stylesheet and word counts. */
import { Languages, Paintbrush, X } from 'lucide-react';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { emptyTextCount, unitOf } from '../../../shared/rich-text/text-count.ts';
import { runAction } from '../../commands/action-registry.ts';
import { DraftTextField } from '../../editors/fields/draft-text-field.tsx';
import { SearchField } from '../../editors/fields/search-field.tsx';
import { t } from '../../messages/translate.ts';
import { setStartingElement } from '../../records/board/change-board.ts';
import { detachFromRecords } from '../../records/commands/remove-records.ts';
import { formatTextCount, recordTextCounts, type TextCountByLanguage, useStoryTextCounts } from '../../records/counts/story-text-counts.ts';
import { recordName } from '../../records/names/record-names.ts';
import { assetName, assetOptions, elementOptions } from '../../records/search/record-options.ts';
import { currentProject, useProject, useRecord } from '../../state/open-project.ts';
import { changeFieldsCommand, saveFields, updateFields } from '../../state/save-fields.ts';
import { useSelection } from '../../state/selection.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { View } from '../../ui/view.tsx';
import './project-view.css';

export function ProjectView() {
  const project = useRecord('project', projectRecordId);
  if (!project) return null;
  return (
    <View title={t('project.about.title')} maxWidth={680}>
      <div className="dialog-stack about-project">
        <RecordFieldMarker field="project.name">
          <DraftTextField
            label={t('project.about.name')}
            name={`${projectRecordId} name`}
            value={project.name}
            save={(name) => saveFields('project', projectRecordId, { name })}
          />
        </RecordFieldMarker>
        <RecordFieldMarker field="project.startingElement">
          <div className="field">
            <span className="field-label">{t('project.about.start')}</span>
            <SearchField
              key={project.startingElement}
              label={t('project.about.start')}
              value={project.startingElement}
              placeholder={t('project.about.noStart')}
              options={elementOptions}
              nameOf={recordName}
              onChoose={(id) => id !== project.startingElement && void setStartingElement(id)}
            />
          </div>
        </RecordFieldMarker>
        <ProjectCoverField />
        <div className="about-more">
          <Button icon={Languages} onPress={() => runAction('languages')}>
            {t('project.about.languages')}
          </Button>
          <Button icon={Paintbrush} onPress={() => runAction('stylesheet')}>
            {t('project.about.stylesheet')}
          </Button>
        </div>
        <TextCounts />
      </div>
    </View>
  );
}

/** The cover is stored as a file name, not as an asset id, as in the exports of the hosted service. */
function ProjectCoverField() {
  const cover = useProject((project) => project.projectRecord.cover);
  const file = typeof cover?.file === 'string' ? cover.file : null;
  const asset = useProject((project) =>
    file === null ? null : ([...project.recordsOfKind('asset')].find((each) => each.file === file)?.id ?? null),
  );
  const choose = (id: string | null) => {
    const chosen = currentProject().find('asset', id ?? '')?.file;
    if (chosen) updateFields('project', projectRecordId, { cover: { file: chosen, type: 'cover-image' } });
  };
  return (
    <RecordFieldMarker field="project.cover">
      <div className="field">
        <span className="field-label">{t('project.about.cover')}</span>
        <div className="about-cover">
          <SearchField
            key={`${asset} ${file}`}
            label={t('project.about.cover')}
            value={asset}
            placeholder={file === null ? t('project.about.noCover') : t('project.about.coverFile', { file })}
            options={(project) => assetOptions(project, ['image'])}
            nameOf={assetName}
            onChoose={(id) => id !== asset && choose(id)}
          />
          {cover !== null && (
            <IconButton
              icon={X}
              label={t('project.about.removeCover')}
              onPress={() =>
                void detachFromRecords(changeFieldsCommand('project', projectRecordId, { cover: null }), t('common.removed.cover'))
              }
            />
          )}
        </div>
        <p className="field-description">{t('project.about.coverHint')}</p>
      </div>
    </RecordFieldMarker>
  );
}

const noCounts: TextCountByLanguage = new Map();

/** The number of words, or of characters, per language for the story, the open board and the selected element. */
function TextCounts() {
  const counts = useStoryTextCounts();
  const locales = useProject((project) => project.projectRecord.locales);
  const boardId = useSelection((state) => state.boardId);
  const selectedId = useSelection(({ ids }) => (ids.size === 1 ? ([...ids][0] ?? null) : null));
  const { element } = useProject((project) => ({
    element: project.find('element', selectedId ?? '') ? project.get(selectedId ?? '') : undefined,
  }));
  const title = useProject((project) => (element ? recordName(project, element.id) : ''));
  if (!counts) return <p role="status">{t('project.about.counting')}</p>;
  const columns = [
    { name: t('project.about.story'), of: counts.story },
    { name: t('project.about.board'), of: counts.boards.get(boardId ?? '') ?? noCounts },
    ...(element ? [{ name: t('project.about.element', { title }), of: recordTextCounts(element) }] : []),
  ];
  return (
    <table className="text-counts">
      <caption>
        {t('project.about.words')}
        <span className="field-description">{t('common.countedWords')}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('project.about.language')}</th>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {locales.map(({ iso, name }) => (
          <tr key={iso}>
            <th scope="row">{name}</th>
            {columns.map((column) => (
              <td key={column.name}>
                {formatTextCount(column.of.get(iso) ?? emptyTextCount, unitOf(counts.story.get(iso) ?? emptyTextCount))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
