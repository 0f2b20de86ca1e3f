// Our own sounds for the templates, computed: WAV, one channel, 8 bits, 11025 times a second.
const rate = 11_025;

/** @param {number} seconds @param {(t: number, at: number) => number} wave between -1 and 1 */
function wav(seconds, wave) {
  const count = Math.round(seconds * rate);
  const bytes = Buffer.alloc(44 + count);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + count, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate],
    [40, count],
  ])
    bytes.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ])
    bytes.writeUInt16LE(value, at);
  bytes.write('data', 36, 'latin1');
  for (let at = 0; at < count; at++) bytes[44 + at] = Math.round(128 + 120 * Math.max(-1, Math.min(1, wave(at / rate, at))));
  return bytes;
}

/** Noise that always sounds the same; the smaller `soft`, the deeper. */
function noise(seed, soft) {
  let state = seed;
  let value = 0;
  return () => {
    state = (state * 48271) % 2147483647;
    value += soft * (state / 1073741823.5 - 1 - value);
    return value;
  };
}
const tone = (t, pitch) => Math.sin(2 * Math.PI * pitch * t);
/** Struck at `from`, then dying away. */
const struck = (t, from, pitch, fall, overtones) =>
  t < from ? 0 : Math.exp(-(t - from) * fall) * overtones.reduce((sum, [times, part]) => sum + part * tone(t - from, pitch * times), 0);

export function sounds() {
  const sea = noise(11, 0.06);
  const gears = noise(5, 0.6);
  const clap = noise(9, 0.8);
  const melody = [659.3, 784, 880, 784, 987.8, 880, 784, 659.3, 587.3, 659.3];
  return {
    // Its end meets its beginning, so that it can be looped.
    sea: wav(4, (t) => sea() * (1.4 + 1.3 * Math.sin((2 * Math.PI * t) / 4 - 1.2))),
    phone: wav(2.4, (t) => (t % 1.2 < 0.7 && t % 0.05 < 0.025 ? 0.35 * (tone(t, 660) + tone(t, 880)) : 0)),
    winding: wav(1.6, (t) => (t % 0.1 < 0.02 ? gears() * 1.2 * (1 - (t % 0.1) / 0.02) : 0) + 0.08 * tone(t, 180 + 60 * t)),
    bell: wav(
      4,
      (t) =>
        0.5 *
        struck(t, 0.02, 196, 0.9, [
          [1, 0.6],
          [2.02, 0.35],
          [2.98, 0.25],
          [4.2, 0.15],
          [0.5, 0.4],
        ]),
    ),
    clapper: wav(0.4, (t) => (t < 0.05 ? 0 : clap() * 2.2 * Math.exp(-(t - 0.05) * 45))),
    'music-box': wav(5, (t) =>
      melody.reduce(
        (sum, pitch, at) =>
          sum +
          0.4 *
            struck(t, at * 0.46, pitch, 3.2, [
              [1, 0.7],
              [3, 0.15],
              [5.4, 0.06],
            ]),
        0,
      ),
    ),
  };
}
