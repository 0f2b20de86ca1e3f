/** The preview of a sound ends with the record that has the button to stop it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { soundPreviewStore, stopSoundPreview, toggleSoundPreview } from '../../../../renderer/features/inspector/sounds-field.tsx';

let paused: string[] = [];
beforeEach(() => {
  paused = [];
  vi.stubGlobal(
    'Audio',
    class extends EventTarget {
      readonly address: string;
      constructor(address: string) {
        super();
        this.address = address;
      }
      play = async () => undefined;
      pause = () => paused.push(this.address.split('/').at(-1) ?? '');
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const playing = () => soundPreviewStore.getState().playingId;

test('it stops when its record is no longer shown, but not with another record', () => {
  toggleSoundPreview('rain', 'story', 'rain.mp3');
  stopSoundPreview('wind');
  expect([playing(), paused]).toEqual(['rain', []]);
  stopSoundPreview('rain');
  expect([playing(), paused]).toEqual([null, ['rain.mp3']]);
});

test('another sound replaces it', () => {
  toggleSoundPreview('rain', 'story', 'rain.mp3');
  toggleSoundPreview('wind', 'story', 'wind.mp3');
  stopSoundPreview('rain');
  expect([playing(), paused]).toEqual(['wind', ['rain.mp3']]);
  stopSoundPreview('wind');
});
