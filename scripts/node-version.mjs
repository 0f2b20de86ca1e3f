// Checks that Node is new enough. The database needs Node-API 10 (Node 22.14): with less it crashes without a message.
// Written in old JavaScript, so that an old Node can parse it and print the message.

/**
 * @param {{ node: string, napi?: string | undefined }} versions as in process.versions
 * @returns {string | undefined} one sentence that says what to do, or undefined if the version is sufficient
 */
export function nodeVersionProblem(versions) {
  const [major = 0, minor = 0] = versions.node.split('.').map(Number);
  const newEnough = major > 22 || (major === 22 && minor >= 14);
  if (newEnough && Number(versions.napi) >= 10) return undefined;
  return (
    `Taleport needs Node 22.14 or newer and this is Node ${versions.node}: run "npm ci" again with install scripts allowed ` +
    '(it brings a Node of its own, which the npm commands then use), or install a newer Node.'
  );
}

/** Prints the message and exits if this Node is too old. */
export function exitOnOldNode() {
  const wrong = nodeVersionProblem(process.versions);
  if (!wrong) return;
  console.error(wrong);
  process.exit(1);
}
