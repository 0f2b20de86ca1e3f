/** The settings dialog. Its sections are defined here or registered by other features. */

import { IdCard, Info, KeyRound, Monitor, Palette, Plug, SlidersHorizontal } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { t } from '../../messages/translate.ts';
import { shell } from '../../platform/bridge.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { AboutSection } from './about-section.tsx';
import { ApiKeysSection } from './api-keys-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { MembersSection } from './members-section.tsx';
import { RestServiceSection } from './rest-service-section.tsx';
import { listSettingsSections, type SettingsSection } from './settings-sections.ts';
import { watchSettings } from './settings-store.ts';
import { SystemSection } from './system-section.tsx';
import { WorkspaceSection } from './workspace-section.tsx';
import './settings.css';
import '../../ui/section.css';

const firstSection = 'looks';

const ownSections: readonly SettingsSection[] = [
  { id: firstSection, label: 'settings.appearance.title', icon: Palette, order: 1, Content: AppearanceSection },
  { id: 'service', label: 'settings.rest.title', icon: Plug, order: 5, Content: RestServiceSection },
  { id: 'keys', label: 'settings.apiKeys', icon: KeyRound, order: 6, Content: ApiKeysSection },
  { id: 'members', label: 'settings.members.title', icon: IdCard, order: 7, Content: MembersSection },
  { id: 'workspace', label: 'settings.workspace.title', icon: SlidersHorizontal, order: 8, Content: WorkspaceSection },
  // Only the desktop program is integrated with the operating system.
  ...(shell === 'desktop'
    ? [{ id: 'system', label: 'settings.system.title', icon: Monitor, order: 11, Content: SystemSection } as const]
    : []),
  { id: 'about', label: 'settings.about.title', icon: Info, order: 99, Content: AboutSection },
];

/** `section`: the id of the section that is shown first. */
export const showSettingsDialog = (section: string = firstSection): void =>
  showDialog((close) => <SettingsDialog close={close} section={section} />, { outlivesProject: true });

function SettingsDialog({ close, section }: { close: () => void; section: string }) {
  const [open, setOpen] = useState(section);
  useEffect(watchSettings, []);
  const sections = [...ownSections, ...listSettingsSections()].sort((one, other) => one.order - other.order);
  return (
    <Dialog title={t('settings.settings')} onClose={close} width={880}>
      <Tabs className="settings" orientation="vertical" selectedKey={open} onSelectionChange={(key) => setOpen(String(key))}>
        <TabList className="settings-tabs" aria-label={t('settings.settings')}>
          {sections.map(({ id, label, icon: Icon }) => (
            <Tab key={id} id={id} className="settings-tab">
              <Icon size={16} aria-hidden />
              {t({ key: label })}
            </Tab>
          ))}
        </TabList>
        {sections.map(({ id, Content }) => (
          <TabPanel key={id} id={id} className="settings-panel">
            <Suspense>
              <Content showSection={setOpen} />
            </Suspense>
          </TabPanel>
        ))}
      </Tabs>
    </Dialog>
  );
}
