/** The frame of a panel: what it is about, and its parts one below the other. */

import type { ComponentType, ReactNode } from 'react';
import { PastButton } from '../history/past-button.tsx';
import type { FieldName } from './shows.tsx';

export function Panel({
  title,
  shows,
  Icon,
  side,
  children,
}: {
  title: string;
  /** What the title tells of the record. */
  shows?: FieldName;
  Icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  side?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <header className="panel-head">
        <Icon size={15} aria-hidden={true} />
        <h2 data-field={shows}>{title}</h2>
        {side}
        <PastButton />
      </header>
      <div className="panel-body">{children}</div>
    </>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="part">
      <h3>{title}</h3>
      {children}
    </div>
  );
}
