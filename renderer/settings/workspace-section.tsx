/** The workspace: its name, the seats that make the quotas, what it has room for, and which exports are enabled. */
import { type SubmitEvent, useState } from 'react';
import { exportFormats } from '../../shared/findings.ts';
import type { Workspace } from '../../shared/people.ts';
import { Problem } from '../../shared/problem.ts';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { engineNames } from '../targets/target-words.ts';
import { Button } from '../ui/button.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { TextField } from '../ui/text-field.tsx';
import { commonWords } from '../words/en/common.ts';
import { settingsWords } from '../words/en/settings.ts';
import { Rights } from './rights.tsx';
import { useSettings } from './settings-state.ts';
import { fieldsOf, numberFields, readNumber, type Texts, textsOf } from './workspace-texts.ts';

const formats = exportFormats.map((id) => ({ id, label: engineNames[id] }));

export function WorkspaceSection() {
  const people = useSettings((state) => state.people);
  const problem = useSettings((state) => state.peopleProblem);
  return (
    <section className="settings-section">
      <h3>{settingsWords.workspace}</h3>
      <p>{settingsWords.yourProjectsAreIn}</p>
      {problem && <ProblemText problem={problem} />}
      {people && <WorkspaceForm before={people.workspace} />}
    </section>
  );
}

/** What has been written and not saved lies over what is stored, so that a change made elsewhere shows in the other fields. */
function WorkspaceForm({ before }: { before: Workspace }) {
  const [written, setWritten] = useState<Partial<Texts>>({});
  const [formatsChosen, setFormats] = useState<Workspace['exports'] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSaved, setSaved] = useState(false);
  const texts = { ...textsOf(before), ...written };
  const exports = formatsChosen ?? before.exports;
  const isFine = texts.name.trim() !== '' && numberFields.every((field) => readNumber(field, texts[field.id]) !== undefined);
  const write = (some: Partial<Texts>) => {
    setSaved(false);
    setWritten((now) => ({ ...now, ...some }));
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isFine) return;
    try {
      await during(settingsWords.saving, ask('workspace.set', { ...fieldsOf(texts), exports }));
      setWritten({});
      setFormats(null);
      setProblem(null);
      setSaved(true);
    } catch (error) {
      setProblem(Problem.from(error));
    }
  };
  return (
    <form className="workspace-form" onSubmit={save}>
      <TextField
        label={commonWords.name}
        value={texts.name}
        onChange={(name) => write({ name })}
        maxLength={255}
        error={texts.name.trim() === '' ? settingsWords.aWorkspaceHasA : null}
      />
      <div className="workspace-numbers">
        {numberFields.map((field) => (
          <TextField
            key={field.id}
            label={field.label}
            value={texts[field.id]}
            onChange={(text) => write({ [field.id]: text })}
            inputMode="numeric"
            {...(field.canBeEmpty ? { placeholder: settingsWords.noLimit } : {})}
            description={field.says}
            error={readNumber(field, texts[field.id]) === undefined ? field.fault : null}
          />
        ))}
      </div>
      <Rights
        legend={settingsWords.exportsThatProgramsMay}
        rights={formats}
        value={exports}
        onChange={(value) => {
          setSaved(false);
          setFormats(value);
        }}
      />
      {problem && <ProblemText problem={problem} />}
      <div className="settings-line">
        <Button type="submit" look="primary" isDisabled={!isFine}>
          {commonWords.save}
        </Button>
        <span role="status">{isSaved ? settingsWords.saved : ''}</span>
      </div>
    </form>
  );
}
