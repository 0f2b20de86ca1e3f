// Provides what the tests of key store, tray, notifications and Wayland need (Linux): a session bus, a key store on it, clients of both, and a compositor.
import { runProcess } from './run-process.mjs';

const debianPackages = 'dbus gnome-keyring libsecret-1-0 libnotify4 python3-dbus python3-gi weston';
/** The system's own Python, because the system's packages install its modules. */
const pythonBindings = [
  '/usr/bin/python3',
  ['-c', 'import ctypes, dbus, gi; [ctypes.CDLL(each) for each in ("libsecret-1.so.0", "libnotify.so.4")]'],
];
const requiredCommands = /** @type {[string, string[]][]} */ ([
  ['dbus-daemon', ['--version']],
  ['gnome-keyring-daemon', ['--version']],
  ['weston', ['--version']],
  pythonBindings,
]);

/** @returns {Promise<string | undefined>} what is missing and how to install it */
export async function missingDesktopServices() {
  for (const [command, args] of requiredCommands)
    if ((await runProcess(command, args, { quiet: true })).code !== 0)
      return `key store, tray, notifications and Wayland: ${command} cannot be used (Debian: apt-get install ${debianPackages})`;
  return undefined;
}
