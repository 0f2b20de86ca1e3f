/** The switch of the REST service: what it is for, where it can be reached, why it cannot. */
import { KeyRound } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import type { ServiceState } from '../../shared/ipc/answers.ts';
import { Problem } from '../../shared/problem.ts';
import { during } from '../state/busy.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { Switch } from '../ui/switch.tsx';
import { TextField } from '../ui/text-field.tsx';
import { settingsWords } from '../words/en/settings.ts';
import { setService, useSettings } from './settings-state.ts';

export function ServiceSection({ goToKeys }: { goToKeys: () => void }) {
  const service = useSettings((state) => state.service);
  const problem = useSettings((state) => state.serviceProblem);
  return (
    <section className="settings-section">
      <h3>{settingsWords.restService}</h3>
      <p>{settingsWords.otherProgramsCanWork}</p>
      <p>{settingsWords.onlyProgramsOnThis}</p>
      {problem && <ProblemText problem={problem} />}
      {service && <Service service={service} goToKeys={goToKeys} />}
    </section>
  );
}

function Service({ service, goToKeys }: { service: ServiceState; goToKeys: () => void }) {
  const [first] = service.listening;
  return (
    <>
      <Switch isSelected={service.on} onChange={(on) => void during(settingsWords.switchingTheService, setService(on))}>
        {settingsWords.letProgramsOnThis}
      </Switch>
      {service.problem && <ProblemText problem={new Problem('busy', service.problem)} />}
      {service.listening.map(({ id, url }) => (
        <CopyField key={id} label={id === 'settings' ? settingsWords.address : settingsWords.addressAskedForBy} value={url} />
      ))}
      <Port key={service.port} service={service} />
      {first && (
        <CopyField
          label={settingsWords.toTryItWith}
          value={`curl -H 'Authorization: Bearer KEY' -H 'Accept: application/json' ${first.url}/api/v1/workspace/projects`}
        />
      )}
      <div>
        <Button icon={KeyRound} onPress={goToKeys}>
          {settingsWords.goToTheApi}
        </Button>
      </div>
    </>
  );
}

function Port({ service: { on, port } }: { service: ServiceState }) {
  const [text, setText] = useState(String(port));
  const wanted = /^\d{1,5}$/.test(text.trim()) ? Number(text) : null;
  const isFine = wanted !== null && wanted <= 65_535;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (isFine && wanted !== port) void during(settingsWords.changingThePort, setService(on, wanted));
  };
  return (
    <form className="settings-line" onSubmit={save}>
      <TextField
        label={settingsWords.port0ForAny}
        value={text}
        onChange={setText}
        inputMode="numeric"
        error={isFine ? null : settingsWords.aPortIsA}
      />
      <Button type="submit" isDisabled={!isFine || wanted === port}>
        {settingsWords.useThisPort}
      </Button>
    </form>
  );
}
