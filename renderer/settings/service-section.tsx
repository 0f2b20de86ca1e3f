/** The switch of the REST service: what it is for, where it can be reached, why it cannot. */
import { KeyRound } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import type { ServiceState } from '../../shared/ipc.ts';
import { Problem } from '../../shared/problem.ts';
import { during } from '../state/busy.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { Switch } from '../ui/switch.tsx';
import { TextField } from '../ui/text-field.tsx';
import { setService, useSettings } from './settings-state.ts';

export function ServiceSection({ goToKeys }: { goToKeys: () => void }) {
  const service = useSettings((state) => state.service);
  const problem = useSettings((state) => state.serviceProblem);
  return (
    <section className="settings-section">
      <h3>REST service</h3>
      <p>
        Other programs can work with your projects while Taleport is open: a script that reads your texts for a translation, a build server
        that fetches the story for the game, a tool that adds what you planned in a table. What they change you see here at once, and you
        can undo it.
      </p>
      <p>Only programs on this computer reach it, and each of them needs an API key.</p>
      {problem && <ProblemText problem={problem} />}
      {service && <Service service={service} goToKeys={goToKeys} />}
    </section>
  );
}

function Service({ service, goToKeys }: { service: ServiceState; goToKeys: () => void }) {
  const [first] = service.listening;
  return (
    <>
      <Switch isSelected={service.on} onChange={(on) => void during('Switching the service', setService(on))}>
        Let programs on this computer work with my projects
      </Switch>
      {service.problem && <ProblemText problem={new Problem('busy', service.problem)} />}
      {service.listening.map(({ id, url }) => (
        <CopyField key={id} label={id === 'settings' ? 'Address' : 'Address, asked for by a command'} value={url} />
      ))}
      <Port key={service.port} service={service} />
      {first && (
        <CopyField
          label="To try it, with your key instead of KEY"
          value={`curl -H 'Authorization: Bearer KEY' -H 'Accept: application/json' ${first.url}/api/v1/workspace/projects`}
        />
      )}
      <div>
        <Button icon={KeyRound} onPress={goToKeys}>
          Go to the API keys
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
    if (isFine && wanted !== port) void during('Changing the port', setService(on, wanted));
  };
  return (
    <form className="settings-line" onSubmit={save}>
      <TextField
        label="Port, 0 for any that is free"
        value={text}
        onChange={setText}
        inputMode="numeric"
        error={isFine ? null : 'A port is a number from 0 to 65535.'}
      />
      <Button type="submit" isDisabled={!isFine || wanted === port}>
        Use this port
      </Button>
    </form>
  );
}
