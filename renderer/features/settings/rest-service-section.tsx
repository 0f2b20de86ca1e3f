/** Switches the REST service on and off; shows its addresses, or why it is not available. */

import { KeyRound } from 'lucide-react';
import type { SubmitEvent } from 'react';
import type { RestServiceStatus } from '../../../shared/contracts/ipc/results.ts';
import { Problem } from '../../../shared/problem.ts';
import { parseNumber } from '../../editors/fields/typed-number.ts';
import { t } from '../../messages/translate.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { createFormValues } from '../../state/form-values.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { setRestService, useSettings } from './settings-store.ts';

export function RestServiceSection({ showSection }: { showSection: (id: string) => void }) {
  const service = useSettings((state) => state.service);
  const problem = useSettings((state) => state.serviceProblem);
  return (
    <section className="settings-section">
      <h3>{t('settings.rest.title')}</h3>
      <p>{t('settings.rest.hint')}</p>
      <p>{t('settings.rest.localOnly')}</p>
      {problem && <ProblemMessage problem={problem} />}
      {service && <Service service={service} goToKeys={() => showSection('keys')} />}
    </section>
  );
}

function Service({ service, goToKeys }: { service: RestServiceStatus; goToKeys: () => void }) {
  const [first] = service.listening;
  return (
    <>
      <Switch isSelected={service.on} onChange={(on) => void withBusyIndicator(t('settings.rest.switching'), setRestService(on))}>
        {t('settings.rest.enable')}
      </Switch>
      {service.problem && <ProblemMessage problem={new Problem('busy', service.problem)} />}
      {service.listening.map(({ id, url }) => (
        <CopyField key={id} label={id === 'settings' ? t('settings.rest.address') : t('settings.rest.addressByCommand')} value={url} />
      ))}
      <Port key={service.port} service={service} />
      {first && (
        <CopyField
          label={t('settings.rest.example')}
          value={`curl -H 'Authorization: Bearer KEY' -H 'Accept: application/json' ${first.url}/api/v1/workspace/projects`}
        />
      )}
      <div>
        <Button icon={KeyRound} onPress={goToKeys}>
          {t('settings.rest.goToKeys')}
        </Button>
      </div>
    </>
  );
}

/** The port that was typed to replace the port `replaces`. It is ignored if that is no longer the current one. */
const typedPort = createFormValues<{ readonly replaces: number | null; readonly text: string }>({ replaces: null, text: '' }, 'window');

function Port({ service: { on, port } }: { service: RestServiceStatus }) {
  const typed = typedPort.use();
  const text = typed.replaces === port ? typed.text : String(port);
  const { number: portNumber } = parseNumber(text, 'integer');
  const isValid = portNumber !== undefined && portNumber >= 0 && portNumber <= 65_535;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (isValid && portNumber !== port) void withBusyIndicator(t('settings.rest.changingPort'), setRestService(on, portNumber));
  };
  return (
    <form className="settings-line" onSubmit={save}>
      <TextField
        label={t('settings.rest.portLabel')}
        description={t('settings.rest.portHint')}
        value={text}
        onChange={(to) => typedPort.change(() => ({ replaces: port, text: to }))}
        inputMode="numeric"
        error={isValid ? null : t('settings.rest.portInvalid')}
      />
      <Button type="submit" isDisabled={!isValid || portNumber === port}>
        {t('settings.rest.usePort')}
      </Button>
    </form>
  );
}
