/** Where a record is: its folder or its board, and the position and size of an item as numbers, the keyboard alternative to dragging. */
import { branchHeight, branchWidth } from '../../../shared/model/kinds/branch.ts';
import { canvasSize } from '../../../shared/model/kinds/field-schemas.ts';
import { runAction } from '../../commands/action-registry.ts';
import type { SaveResult } from '../../editors/fields/draft.ts';
import { RecordNumberField } from '../../editors/fields/number-field.tsx';
import { t } from '../../messages/translate.ts';
import { moveCommand } from '../../records/board/edit-commands.ts';
import { moveFrameContents } from '../../records/board/frames.ts';
import { type Item, isFrame, itemBox } from '../../records/board/items.ts';
import { recordName } from '../../records/names/record-names.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { saveFields, updateFields } from '../../state/save-fields.ts';
import { sendFieldChange } from '../../state/send-command.ts';
import { type FieldName, RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { Switch } from '../../ui/switch.tsx';
import { PanelSection } from './panel.tsx';

const minSize = { width: 40, height: 28 };

/** A frame takes what it holds with it. */
async function moveFrame(frame: Item, to: { x?: number; y?: number }): Promise<SaveResult> {
  const { project } = openProjectStore.getState();
  const boxes = new Map([[frame.id, { ...itemBox(project, frame), ...to }]]);
  const command = moveCommand(project, moveFrameContents(project, boxes));
  return command ? sendFieldChange(command) : undefined;
}

export function PositionFields({ item }: { item: Item }) {
  const { kind, id, x, y } = item;
  const { width, height } = item.kind === 'branch' ? { width: branchWidth, height: branchHeight } : item;
  const move = (to: { x?: number; y?: number }) => (isFrame(item) ? moveFrame(item, to) : saveFields(kind, id, to));
  const board = useProject((project) => recordName(project, item.boardId));
  return (
    <>
      <BoardField field={`${kind}.boardId`} where={board} move={() => runAction('moveTo')} />
      <PanelSection name="position" title={item.kind === 'branch' ? t('inspector.place.titleWithoutSize') : t('inspector.place.title')}>
        <div className="numbers">
          <RecordFieldMarker field={`${kind}.x`}>
            <RecordNumberField
              label={t('inspector.place.x')}
              name={`${id} x`}
              value={x}
              min={0}
              max={canvasSize - width}
              save={(to) => move({ x: to })}
            />
          </RecordFieldMarker>
          <RecordFieldMarker field={`${kind}.y`}>
            <RecordNumberField
              label={t('inspector.place.y')}
              name={`${id} y`}
              value={y}
              min={0}
              max={canvasSize - height}
              save={(to) => move({ y: to })}
            />
          </RecordFieldMarker>
          {item.kind !== 'branch' && (
            <>
              <RecordFieldMarker field={`${item.kind}.width`}>
                <RecordNumberField
                  label={t('inspector.place.width')}
                  name={`${id} width`}
                  value={width}
                  min={minSize.width}
                  max={canvasSize - x}
                  save={(to) => saveFields(kind, id, { width: to })}
                />
              </RecordFieldMarker>
              <RecordFieldMarker field={`${item.kind}.height`}>
                <RecordNumberField
                  label={t('inspector.place.height')}
                  name={`${id} height`}
                  value={height}
                  min={minSize.height}
                  max={canvasSize - y}
                  // A height that the user sets must not be replaced by the automatic height.
                  save={(to) => saveFields(kind, id, { height: to, ...('autoHeight' in item && { autoHeight: false }) })}
                />
              </RecordFieldMarker>
            </>
          )}
        </div>
        {(item.kind === 'element' || (item.kind === 'note' && !item.isFrame)) && (
          <RecordFieldMarker field={`${item.kind}.autoHeight`}>
            <Switch isSelected={item.autoHeight} onChange={(autoHeight) => updateFields(kind, id, { autoHeight })}>
              {t('inspector.place.autoHeight')}
            </Switch>
            <p className="hint">{t('inspector.place.autoHeightHint')}</p>
          </RecordFieldMarker>
        )}
      </PanelSection>
    </>
  );
}

interface LocationFieldProps {
  readonly field: FieldName;
  /** '' for the top level. */
  readonly where: string;
  readonly move: () => void;
}

/** The location of a record, its folder or its board, with a button that moves it. */
export const FolderField = (props: LocationFieldProps) => <LocationField title={t('inspector.location.title')} {...props} />;
const BoardField = (props: LocationFieldProps) => <LocationField title={t('inspector.location.onBoard')} {...props} />;

function LocationField({ title, field, where, move }: LocationFieldProps & { title: string }) {
  return (
    <PanelSection name="location" title={title}>
      <RecordFieldMarker field={field}>
        <div className="row">
          <span>{where === '' ? t('inspector.location.topLevel') : where}</span>
          <button type="button" className="text-button" onClick={move}>
            {t('inspector.location.move')}
          </button>
        </div>
      </RecordFieldMarker>
    </PanelSection>
  );
}
