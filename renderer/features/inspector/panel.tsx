/** The layout of an inspector panel: a header and sections, which can be collapsed. */
import { ChevronRight } from 'lucide-react';
import { type ComponentType, type ReactNode, useId } from 'react';
import { useStore } from 'zustand';
import { ToolbarButtons } from '../../commands/action-button.tsx';
import { asStrings, createStoredState } from '../../state/stored-state.ts';
import type { FieldName } from '../../ui/record-field-marker.tsx';

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

interface PanelSectionProps {
  readonly title: string;
  /** For a section that can be collapsed: the name under which that is stored, for all records. */
  readonly name?: string;
  readonly children: ReactNode;
}

export function PanelSection({ title, name, children }: PanelSectionProps) {
  const contentId = useId();
  const isCollapsed = useStore(collapsedSectionsStore, ({ collapsed }) => name !== undefined && collapsed.includes(name));
  return (
    <div className="part">
      <h3>
        {name === undefined ? (
          title
        ) : (
          <button
            type="button"
            className="part-toggle"
            aria-expanded={!isCollapsed}
            aria-controls={contentId}
            onClick={() => toggleSection(name)}
          >
            <ChevronRight size={13} aria-hidden />
            {title}
          </button>
        )}
      </h3>
      <div id={contentId} className="part-content" hidden={isCollapsed}>
        {!isCollapsed && children}
      </div>
    </div>
  );
}

/** Which sections of the inspector are collapsed. It is the same for all records and is kept between starts. */
const collapsedSectionsStore = createStoredState<{ readonly collapsed: readonly string[] }>({
  topic: 'inspector',
  parse: ({ collapsed }) => ({ collapsed: asStrings(collapsed) }),
  upgrade: () => ({}),
});

const toggleSection = (name: string): void =>
  collapsedSectionsStore.setState(({ collapsed }) => ({
    collapsed: collapsed.includes(name) ? collapsed.filter((each) => each !== name) : [...collapsed, name],
  }));
