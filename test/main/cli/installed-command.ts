/** The command line as the installed app starts it, without Electron. With TALEPORT_PRINT_PEAK it prints its peak memory in bytes last. */
import { runInElectron } from '../../../main/cli/run-in-electron.ts';

const code = await runInElectron(process.argv.slice(2));
if (process.env.TALEPORT_PRINT_PEAK) console.log(process.resourceUsage().maxRSS * 1024);
process.exit(code);
