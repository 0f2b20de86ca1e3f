/** The content of a tab that is no board: a title, and below it the view, which scrolls. */
import type { ReactNode } from 'react';
import './view.css';

interface ViewProps {
  readonly title: string;
  /** In pixels, for content that is not meant to fill the width of the window. */
  readonly maxWidth?: number;
  readonly children: ReactNode;
}

export const View = ({ title, maxWidth, children }: ViewProps) => (
  <div className="view">
    <div className="view-content" style={{ maxWidth }}>
      <h2 className="view-title">{title}</h2>
      {children}
    </div>
  </div>
);
