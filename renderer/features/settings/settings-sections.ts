/** Sections of the settings that belong to other features. Filled by app/register.ts. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { MessageKey } from '../../../shared/messages/message.ts';

export interface SettingsSection {
  readonly id: string;
  readonly label: MessageKey;
  readonly icon: LucideIcon;
  /** Sections are listed in this order. */
  readonly order: number;
  readonly Content: ComponentType<{ readonly showSection: (id: string) => void }>;
}

const sections: SettingsSection[] = [];

export const registerSettingsSection = (section: SettingsSection): void => void sections.push(section);
export const listSettingsSections = (): readonly SettingsSection[] => sections;
