import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOfScript, withScriptText } from '../../../renderer/inspector/script-text.ts';
import { readConditionScript } from '../../../shared/rich-text/condition-script.ts';
import { mentionsIn } from '../../../shared/rich-text/mentions.ts';

const gate = '<span class="mention-element mention" data-id="g" data-label="The gate" data-type="element">the_gate</span>';
const script = `visits(${gate}) &gt; 1`;

describe('the script of a condition as text', () => {
  test('[G22] mentions are their words and entities what they say', () => expect(textOfScript(script)).toBe('visits(the_gate) > 1'));

  test('[G22] what is written before and behind a mention leaves it a mention', () => {
    expect(withScriptText(script, 'not visits(the_gate) > 1')).toBe(`not visits(${gate}) &gt; 1`);
    expect(withScriptText(script, 'visits(the_gate) > 12')).toBe(`visits(${gate}) &gt; 12`);
    expect(withScriptText(script, textOfScript(script))).toBe(script);
  });

  test('[G22] what is written into a mention makes it words', () => {
    expect(mentionsIn(withScriptText(script, 'visits(the_big_gate) > 1'))).toEqual([]);
  });

  test('whatever is written can be stored and reads as it was written', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (/[\0\r\u00a0]/.test(text)) return;
        const made = withScriptText(script, text);
        expect(readConditionScript(made)).toEqual({ ok: true, script: made });
        expect(textOfScript(made)).toBe(text);
      }),
    );
  });
});
