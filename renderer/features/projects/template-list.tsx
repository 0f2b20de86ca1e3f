/** The templates for a new project. */

import { Clapperboard, Compass, Dices, FileText, Gamepad2, type LucideIcon, MessagesSquare, ShieldAlert } from 'lucide-react';
import { ListBox, ListBoxItem, Text } from 'react-aria-components';
import type { projectTemplates } from '../../../shared/contracts/ipc/project-calls.ts';
import { t } from '../../messages/translate.ts';
import { useEngineSentence } from '../../state/exporters-store.ts';
import './projects.css';

export type TemplateId = (typeof projectTemplates)[number];

const templateCards = (
  gameHint: string,
): readonly { id: TemplateId; name: string; description: string; icon: LucideIcon; theme: string }[] => [
  {
    id: 'empty',
    name: t('projects.templateNames.empty'),
    description: t('projects.templateHints.empty'),
    icon: FileText,
    theme: 'default',
  },
  {
    id: 'sample',
    name: t('projects.templateNames.sample'),
    description: t('projects.templateHints.sample'),
    icon: Compass,
    theme: 'green',
  },
  {
    id: 'video-sample',
    name: t('projects.templateNames.video-sample'),
    description: t('projects.templateHints.video'),
    icon: Clapperboard,
    theme: 'red',
  },
  {
    id: 'game-engine-sample',
    name: t('projects.templateNames.game-engine-sample'),
    description: gameHint,
    icon: Gamepad2,
    theme: 'blue',
  },
  {
    id: 'tabletop-campaign-sample',
    name: t('projects.templateNames.tabletop-campaign-sample'),
    description: t('projects.templateHints.campaign'),
    icon: Dices,
    theme: 'gold',
  },
  {
    id: 'visual-novel',
    name: t('projects.templateNames.visual-novel'),
    description: t('projects.templateHints.visualNovel'),
    icon: MessagesSquare,
    theme: 'pink',
  },
  {
    id: 'cyber-security-sample',
    name: t('projects.templateNames.cyber-security-sample'),
    description: t('projects.templateHints.training'),
    icon: ShieldAlert,
    theme: 'cyan',
  },
];

/** With `onChange`, a click or an arrow key selects a template, and a double click or Enter is its action; otherwise a click is. */
export function TemplateList({
  value,
  onChange,
  onAction,
}: {
  value: TemplateId | null;
  onChange?: (template: TemplateId) => void;
  onAction?: (template: TemplateId) => void;
}) {
  const cards = templateCards(useEngineSentence((engines) => t('projects.templateHints.game', { engines })));
  const findTemplateId = (key: unknown) => cards.find(({ id }) => id === key)?.id;
  return (
    <ListBox
      className="template-list"
      aria-label={t('projects.templates')}
      layout="grid"
      items={cards}
      selectionMode={onChange ? 'single' : 'none'}
      selectionBehavior="replace"
      disallowEmptySelection
      {...(value === null ? {} : { selectedKeys: [value] })}
      onSelectionChange={(keys) => {
        const template = findTemplateId([...keys][0]);
        if (template) onChange?.(template);
      }}
      {...(onAction
        ? {
            onAction: (key: unknown) => {
              const template = findTemplateId(key);
              if (template) onAction(template);
            },
          }
        : {})}
    >
      {({ id, name, description, icon: Icon, theme }) => (
        <ListBoxItem id={id} textValue={templateName(id)} className="template" data-theme={theme}>
          <Icon size={20} aria-hidden />
          <Text slot="label" className="template-name">
            {name}
          </Text>
          <Text slot="description" className="template-description">
            {description}
          </Text>
        </ListBoxItem>
      )}
    </ListBox>
  );
}

/** The messages contain zero-width spaces where long words may break on the narrow cards. They are no part of the name. */
export const templateName = (template: TemplateId): string => t(`projects.templateNames.${template}`).replaceAll('\u200b', '');
