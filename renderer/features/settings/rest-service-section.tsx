/** The switch of the REST service: what it is for, where it can be reached, why it cannot. */
import { KeyRound } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import type { RestServiceStatus } from '../../../shared/contracts/ipc/results.ts';
import { Problem } from '../../../shared/problem.ts';
import { settingsMessages } from '../../messages/en/settings.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { setRestService, useSettings } from './settings-store.ts';

export function RestServiceSection({ goToKeys }: { goToKeys: () => void }) {
  const service = useSettings((state) => state.service);
  const problem = useSettings((state) => state.serviceProblem);
  return (
    <section className="settings-section">
      <h3>{settingsMessages.restService}</h3>
      <p>{settingsMessages.otherProgramsCanWork}</p>
      <p>{settingsMessages.onlyProgramsOnThis}</p>
      {problem && <ProblemMessage problem={problem} />}
      {service && <Service service={service} goToKeys={goToKeys} />}
    </section>
  );
}

function Service({ service, goToKeys }: { service: RestServiceStatus; goToKeys: () => void }) {
  const [first] = service.listening;
  return (
    <>
      <Switch isSelected={service.on} onChange={(on) => void withBusyIndicator(settingsMessages.switchingTheService, setRestService(on))}>
        {settingsMessages.letProgramsOnThis}
      </Switch>
      {service.problem && <ProblemMessage problem={new Problem('busy', service.problem)} />}
      {service.listening.map(({ id, url }) => (
        <CopyField key={id} label={id === 'settings' ? settingsMessages.address : settingsMessages.addressAskedForBy} value={url} />
      ))}
      <Port key={service.port} service={service} />
      {first && (
        <CopyField
          label={settingsMessages.toTryItWith}
          value={`curl -H 'Authorization: Bearer KEY' -H 'Accept: application/json' ${first.url}/api/v1/workspace/projects`}
        />
      )}
      <div>
        <Button icon={KeyRound} onPress={goToKeys}>
          {settingsMessages.goToTheApi}
        </Button>
      </div>
    </>
  );
}

function Port({ service: { on, port } }: { service: RestServiceStatus }) {
  const [text, setText] = useState(String(port));
  const wanted = /^\d{1,5}$/.test(text.trim()) ? Number(text) : null;
  const isFine = wanted !== null && wanted <= 65_535;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (isFine && wanted !== port) void withBusyIndicator(settingsMessages.changingThePort, setRestService(on, wanted));
  };
  return (
    <form className="settings-line" onSubmit={save}>
      <TextField
        label={settingsMessages.port0ForAny}
        value={text}
        onChange={setText}
        inputMode="numeric"
        error={isFine ? null : settingsMessages.aPortIsA}
      />
      <Button type="submit" isDisabled={!isFine || wanted === port}>
        {settingsMessages.useThisPort}
      </Button>
    </form>
  );
}
