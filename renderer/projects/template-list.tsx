/** The stories a project can begin from. */
import { Clapperboard, Compass, Dices, FileText, Gamepad2, type LucideIcon, MessagesSquare, ShieldAlert } from 'lucide-react';
import { ListBox, ListBoxItem, Text } from 'react-aria-components';
import type { templates } from '../../shared/ipc/calls.ts';
import { projectsWords } from '../words/en/projects.ts';

export type Template = (typeof templates)[number];

const cards: readonly { id: Template; name: string; says: string; icon: LucideIcon; theme: string }[] = [
  { id: 'empty', name: projectsWords.templateNames.empty, says: projectsWords.oneBoardWithNothing, icon: FileText, theme: 'default' },
  {
    id: 'sample',
    name: projectsWords.templateNames.sample,
    says: projectsWords.aShortStoryThat,
    icon: Compass,
    theme: 'green',
  },
  {
    id: 'video-sample',
    name: projectsWords.templateNames['video-sample'],
    says: projectsWords.scenesWithCoversOne,
    icon: Clapperboard,
    theme: 'red',
  },
  {
    id: 'game-engine-sample',
    name: projectsWords.templateNames['game-engine-sample'],
    says: projectsWords.variablesAndConditionsReady,
    icon: Gamepad2,
    theme: 'blue',
  },
  {
    id: 'tabletop-campaign-sample',
    name: projectsWords.templateNames['tabletop-campaign-sample'],
    says: projectsWords.placesPeopleAndWhat,
    icon: Dices,
    theme: 'gold',
  },
  {
    id: 'visual-novel',
    name: projectsWords.templateNames['visual-novel'],
    says: projectsWords.charactersWhoSpeakAnd,
    icon: MessagesSquare,
    theme: 'pink',
  },
  {
    id: 'cyber-security-sample',
    name: projectsWords.templateNames['cyber-security-sample'],
    says: projectsWords.aTrainingDecisionsAnd,
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
      aria-label={projectsWords.templates}
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
