/** The settings: looks, keys, the REST service, and who may do what through it. */

import { Cloud, Keyboard, KeyRound, type LucideIcon, Palette, Plug, SlidersHorizontal, SpellCheck, Users } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { settingsMessages } from '../../messages/en/settings.ts';
import { spellingMessages } from '../../messages/en/spelling.ts';
import { remoteMessages } from '../../messages/en/sync.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ShortcutsSection } from '../shortcuts/shortcuts-section.tsx';
import { SpellingSection } from '../spelling/spelling-section.tsx';
import { RemotesSection } from '../sync/remotes-section.tsx';
import { ApiKeysSection } from './api-keys-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { MembersSection } from './members-section.tsx';
import { RestServiceSection } from './rest-service-section.tsx';
import { watchSettings } from './settings-store.ts';
import { WorkspaceSection } from './workspace-section.tsx';
import './settings.css';
import '../../ui/section.css';

type SectionId = 'looks' | 'shortcuts' | 'spelling' | 'remotes' | 'service' | 'keys' | 'members' | 'workspace';

export function SettingsDialog({ close }: { close: () => void }) {
  const [open, setOpen] = useState<SectionId>('looks');
  useEffect(watchSettings, []);
  const sections: readonly { id: SectionId; label: string; icon: LucideIcon; draw: ReactNode }[] = [
    { id: 'looks', label: settingsMessages.looks.title, icon: Palette, draw: <AppearanceSection /> },
    { id: 'shortcuts', label: settingsMessages.shortcuts.title, icon: Keyboard, draw: <ShortcutsSection /> },
    { id: 'spelling', label: spellingMessages.title, icon: SpellCheck, draw: <SpellingSection /> },
    { id: 'remotes', label: remoteMessages.title, icon: Cloud, draw: <RemotesSection /> },
    { id: 'service', label: settingsMessages.restService, icon: Plug, draw: <RestServiceSection goToKeys={() => setOpen('keys')} /> },
    { id: 'keys', label: settingsMessages.apiKeys, icon: KeyRound, draw: <ApiKeysSection /> },
    { id: 'members', label: settingsMessages.members, icon: Users, draw: <MembersSection /> },
    { id: 'workspace', label: settingsMessages.workspace, icon: SlidersHorizontal, draw: <WorkspaceSection /> },
  ];
  return (
    <Dialog title={settingsMessages.settings} onClose={close} width={880}>
      <Tabs
        className="settings"
        orientation="vertical"
        selectedKey={open}
        onSelectionChange={(key) => setOpen(sections.find(({ id }) => id === key)?.id ?? 'looks')}
      >
        <TabList className="settings-tabs" aria-label={settingsMessages.settings}>
          {sections.map(({ id, label, icon: Icon }) => (
            <Tab key={id} id={id} className="settings-tab">
              <Icon size={16} aria-hidden />
              {label}
            </Tab>
          ))}
        </TabList>
        {sections.map(({ id, draw }) => (
          <TabPanel key={id} id={id} className="settings-panel">
            {draw}
          </TabPanel>
        ))}
      </Tabs>
    </Dialog>
  );
}
