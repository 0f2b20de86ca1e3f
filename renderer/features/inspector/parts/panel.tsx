/** The layout of an inspector panel: a header and sections. */

import type { ComponentType, ReactNode } from 'react';
import { ToolbarButtons } from '../../../commands/action-button.tsx';
import type { FieldName } from '../../../ui/field-marker.tsx';

export function Panel({
  title,
  fieldName,
  Icon,
  trailing,
  children,
}: {
  title: string;
  /** The field of the record that the title represents. */
  fieldName?: FieldName;
  Icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  trailing?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <header className="panel-head">
        <Icon size={15} aria-hidden={true} />
        <h2 data-field={fieldName}>{title}</h2>
        {trailing}
        <ToolbarButtons menu="inspector.head" />
      </header>
      <div className="panel-body">{children}</div>
    </>
  );
}

export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="part">
      <h3>{title}</h3>
      {children}
    </div>
  );
}
