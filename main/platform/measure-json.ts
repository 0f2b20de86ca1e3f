/** Measures a JSON text before it is parsed: a few megabytes of `{}` would need gigabytes of memory as objects. */

/** Characters between two points at which other work may run: about 10 ms. */
const charactersPerTurn = 4_000_000;

export interface JsonMeasure {
  /** Entries of lists and objects on all levels, and lists and objects themselves. */
  readonly values: number;
  /** Levels of lists and objects inside each other. */
  readonly depth: number;
}

/** Counts brackets and commas outside of strings. Stops early, with what was counted, once a limit is exceeded. The text may be invalid. */
export async function measureJson(text: string, limits: JsonMeasure): Promise<JsonMeasure> {
  let level = 0;
  let depth = 0;
  let values = 0;
  let inString = false;
  for (let at = 0, pause = charactersPerTurn; at < text.length; at++) {
    if (at >= pause) {
      pause += charactersPerTurn;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at++;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === comma) values++;
    else if (code === openList || code === openObject) {
      values++;
      level++;
      if (level > depth) depth = level;
    } else if (code === closeList || code === closeObject) level--;
    if (values > limits.values || depth > limits.depth) break;
  }
  return { values, depth };
}

const [quote, backslash, openList, closeList, openObject, closeObject, comma] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d, 0x2c];

/**
 * [G33] The most values of a story of this length. An empty object takes about 60 bytes of memory and 3 characters of text; real stories have more than 20
 * characters for each value. So a story needs at most about five times the memory of its file.
 */
export const maxStoryValues = (length: number): number => Math.max(1_000_000, Math.floor(length / 8));

/** More than any story has. JSON that is nested deeper could overflow the stack where it is walked. */
export const maxStoryDepth = 200;
