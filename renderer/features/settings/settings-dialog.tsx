/** The settings dialog. Its sections are defined here or by other features. */

import { IdCard, Info, KeyRound, Monitor, Palette, Plug, SlidersHorizontal } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { contributions, type SettingsSection } from '../../commands/feature.ts';
import { t } from '../../messages/translate.ts';
import { shell } from '../../platform/bridge.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { AboutSection } from './about-section.tsx';
import { ApiKeysSection } from './api-keys-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { MembersSection } from './members-section.tsx';
import { RestServiceSection } from './rest-service-section.tsx';
import { watchSettings } from './settings-store.ts';
import { SystemSection } from './system-section.tsx';
import { WorkspaceSection } from './workspace-section.tsx';
import './settings.css';
import '../../ui/section.css';

const firstSection = 'looks';

const ownSections: readonly SettingsSection[] = [
  { name: firstSection, label: 'settings.appearance.title', icon: Palette, order: 1, Content: AppearanceSection },
  { name: 'service', label: 'settings.rest.title', icon: Plug, order: 5, Content: RestServiceSection },
  { name: 'keys', label: 'settings.apiKeys', icon: KeyRound, order: 6, Content: ApiKeysSection },
  { name: 'members', label: 'settings.members.title', icon: IdCard, order: 7, Content: MembersSection },
  { name: 'workspace', label: 'settings.workspace.title', icon: SlidersHorizontal, order: 8, Content: WorkspaceSection },
  // Only the desktop program is integrated with the operating system.
  ...(shell === 'desktop'
    ? [{ name: 'system', label: 'settings.system.title', icon: Monitor, order: 11, Content: SystemSection } as const]
    : []),
  { name: 'about', label: 'settings.about.title', icon: Info, order: 99, Content: AboutSection },
];

/** `section`: the name of the section that is shown first. */
export const showSettingsDialog = (section: string = firstSection): void =>
  showDialog((close) => <SettingsDialog close={close} section={section} />, { outlivesProject: true });

function SettingsDialog({ close, section }: { close: () => void; section: string }) {
  const [open, setOpen] = useState(section);
  useEffect(watchSettings, []);
  const sections = [...ownSections, ...contributions('settings')].sort((one, other) => one.order - other.order);
  return (
    <Dialog title={t('settings.settings')} onClose={close} width={880}>
      <Tabs className="settings" orientation="vertical" selectedKey={open} onSelectionChange={(key) => setOpen(String(key))}>
        <TabList className="settings-tabs" aria-label={t('settings.settings')}>
          {sections.map(({ name, label, icon: Icon }) => (
            <Tab key={name} id={name} className="settings-tab">
              <Icon size={16} aria-hidden />
              {t({ key: label })}
            </Tab>
          ))}
        </TabList>
        {sections.map(({ name, Content }) => (
          <TabPanel key={name} id={name} className="settings-panel">
            <Suspense fallback={<p className="settings-loading">{t('settings.opening')}</p>}>
              <Content showSection={setOpen} />
            </Suspense>
          </TabPanel>
        ))}
      </Tabs>
    </Dialog>
  );
}
