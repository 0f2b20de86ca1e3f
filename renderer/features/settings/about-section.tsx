/** The settings section about the program: its version, its licence, and the notices of the third-party software in it. */

import type { AppInfo } from '../../../shared/contracts/ipc/results.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { fillMessage } from '../../messages/fill-message.tsx';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { loadThirdPartyNotices } from '../../platform/third-party-notices.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { LoadedContent } from '../../ui/loaded-content.tsx';

export function AboutSection() {
  const loadedInfo = useLoaded(() => invoke('app.info', {}), []);
  const loadedNotices = useLoaded(loadNotices, []);
  return (
    <section className="settings-section">
      <h3>{t('settings.about.title')}</h3>
      <LoadedContent loaded={loadedInfo}>{({ version }) => <p>{t('settings.about.version', { version })}</p>}</LoadedContent>
      <p>{t('settings.about.license')}</p>
      {loadedInfo.value && <DataFolder info={loadedInfo.value} />}
      <h4 id="third-party-notices">{t('settings.about.notices')}</h4>
      <LoadedContent loaded={loadedNotices} label={t('settings.about.noticesLoading')}>
        {(notices) => <Notices notices={notices} />}
      </LoadedContent>
    </section>
  );
}

async function loadNotices(): Promise<string> {
  const notices = await loadThirdPartyNotices();
  if (notices === null) throw new Problem('internal', message('settings.about.noticesMissing'));
  return notices;
}

function DataFolder({ info: { dataFolder, defaultDataFolder = dataFolder } }: { info: AppInfo }) {
  return (
    <>
      <p>{fillMessage('settings.about.dataFolder', { folder: <code>{dataFolder}</code> })}</p>
      {dataFolder !== defaultDataFolder && (
        <>
          <p>{fillMessage('settings.about.movedDataFolder', { defaultFolder: <code>{defaultDataFolder}</code> })}</p>
          <div className="settings-line">
            <Button onPress={() => void withErrorToast(invoke('window.openDataFolder', { folder: null }))}>
              {t('settings.about.openDefaultFolder')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

function Notices({ notices }: { notices: string }) {
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable.
    <section className="settings-notices" aria-labelledby="third-party-notices" tabIndex={0}>
      <pre lang="en">{notices}</pre>
    </section>
  );
}
