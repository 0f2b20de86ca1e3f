/** The location of a record, its folder or its board, with a button that moves it. */

import { t } from '../../messages/translate.ts';
import { type FieldName, RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { PanelSection } from './panel/panel.tsx';

interface LocationFieldProps {
  readonly field: FieldName;
  /** '' for the top level. */
  readonly where: string;
  readonly move: () => void;
}

export const FolderField = (props: LocationFieldProps) => <LocationField title={t('inspector.location.title')} {...props} />;
export const BoardField = (props: LocationFieldProps) => <LocationField title={t('inspector.location.onBoard')} {...props} />;

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
