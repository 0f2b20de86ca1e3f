/** The stories a project can begin from. */
import { Clapperboard, Compass, Dices, FileText, Gamepad2, type LucideIcon, MessagesSquare, ShieldAlert } from 'lucide-react';
import { ListBox, ListBoxItem, Text } from 'react-aria-components';
import type { templates } from '../../shared/ipc.ts';

export type Template = (typeof templates)[number];

const cards: readonly { id: Template; name: string; says: string; icon: LucideIcon; theme: string }[] = [
  { id: 'empty', name: 'Empty', says: 'One board with nothing on it.', icon: FileText, theme: 'default' },
  {
    id: 'sample',
    name: 'Sample',
    says: 'A short story that shows what there is: elements, branches, jumpers, notes.',
    icon: Compass,
    theme: 'green',
  },
  { id: 'video-sample', name: 'Video', says: 'Scenes with covers, one choice leading to the next.', icon: Clapperboard, theme: 'red' },
  {
    id: 'game-engine-sample',
    name: 'Game',
    says: 'Variables and conditions, ready for Unity, Unreal or Godot.',
    icon: Gamepad2,
    theme: 'blue',
  },
  {
    id: 'tabletop-campaign-sample',
    name: 'Tabletop campaign',
    says: 'Places, people and what may happen there.',
    icon: Dices,
    theme: 'gold',
  },
  {
    id: 'visual-novel',
    name: 'Visual novel',
    says: 'Characters who speak, and paths that come together again.',
    icon: MessagesSquare,
    theme: 'pink',
  },
  {
    id: 'cyber-security-sample',
    name: 'Cyber security',
    says: 'A training: decisions, and what comes of them.',
    icon: ShieldAlert,
    theme: 'cyan',
  },
];

export function TemplateList({
  value,
  onChange,
  onAction,
}: {
  value: Template | null;
  onChange?: (template: Template) => void;
  onAction?: (template: Template) => void;
}) {
  const named = (key: unknown) => cards.find(({ id }) => id === key)?.id;
  return (
    <ListBox
      className="template-list"
      aria-label="Templates"
      layout="grid"
      items={cards}
      selectionMode={onChange ? 'single' : 'none'}
      disallowEmptySelection
      {...(value === null ? {} : { selectedKeys: [value] })}
      onSelectionChange={(keys) => {
        const template = named([...keys][0]);
        if (template) onChange?.(template);
      }}
      {...(onAction
        ? {
            onAction: (key: unknown) => {
              const template = named(key);
              if (template) onAction(template);
            },
          }
        : {})}
    >
      {({ id, name, says, icon: Icon, theme }) => (
        <ListBoxItem id={id} textValue={name} className="template" data-theme={theme}>
          <Icon size={20} aria-hidden />
          <Text slot="label" className="template-name">
            {name}
          </Text>
          <Text slot="description" className="template-says">
            {says}
          </Text>
        </ListBoxItem>
      )}
    </ListBox>
  );
}

export const nameOfTemplate = (template: Template): string => cards.find(({ id }) => id === template)?.name ?? template;
