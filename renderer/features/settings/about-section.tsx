/** The settings section about the program: its version, its licence, and the notices of the third-party software in it. */

import { useEffect, useState } from 'react';
import type { AppInfo } from '../../../shared/contracts/ipc/results.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { fillMessage } from '../../messages/fill-message.tsx';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { loadThirdPartyNotices } from '../../platform/third-party-notices.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';

const noticesMissing = (): Problem => new Problem('internal', message('settings.about.noticesMissing'));

export function AboutSection() {
  const [info, setInfo] = useState<AppInfo | null>(null);
  const [notices, setNotices] = useState<string | Problem | null>(null);
  useEffect(() => {
    let isShown = true;
    void invoke('app.info', {}).then((loaded) => isShown && setInfo(loaded));
    void loadThirdPartyNotices().then((text) => isShown && setNotices(text ?? noticesMissing()));
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <section className="settings-section">
      <h3>{t('settings.about.title')}</h3>
      {info && <p>{t('settings.about.version', { version: info.version })}</p>}
      <p>{t('settings.about.license')}</p>
      {info && <DataFolder info={info} />}
      <h4 id="third-party-notices">{t('settings.about.notices')}</h4>
      <Notices notices={notices} />
    </section>
  );
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

function Notices({ notices }: { notices: string | Problem | null }) {
  if (notices === null) return <p role="status">{t('settings.about.noticesLoading')}</p>;
  if (notices instanceof Problem) return <ProblemMessage problem={notices} />;
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable.
    <section className="settings-notices" aria-labelledby="third-party-notices" tabIndex={0}>
      <pre lang="en">{notices}</pre>
    </section>
  );
}
