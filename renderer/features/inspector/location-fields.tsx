/** Where something stands: its folder in a tree or its board, with the way to another one. */

import { inspectorMessages } from '../../messages/en/inspector.ts';
import { FieldMarker, type FieldName } from '../../ui/field-marker.tsx';
import { PanelSection } from './parts/panel.tsx';

const messages = inspectorMessages.within;

interface LocationFieldProps {
  readonly field: FieldName;
  /** '' for the top level. */
  readonly where: string;
  readonly move: () => void;
}

export const FolderField = (props: LocationFieldProps) => <LocationField title={messages.title} {...props} />;
export const BoardField = (props: LocationFieldProps) => <LocationField title={messages.onBoard} {...props} />;

function LocationField({ title, field, where, move }: LocationFieldProps & { title: string }) {
  return (
    <PanelSection title={title}>
      <FieldMarker field={field}>
        <div className="row">
          <span>{where === '' ? messages.top : where}</span>
          <button type="button" className="text-button" onClick={move}>
            {messages.move}
          </button>
        </div>
      </FieldMarker>
    </PanelSection>
  );
}
