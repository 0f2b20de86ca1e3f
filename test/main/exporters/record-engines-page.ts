/** `npm run engines`: writes the parts of docs/engines.md that follow from what is known of the plug-ins. */
import { writeFileSync } from 'node:fs';
import { readCommandLine } from '../../../scripts/command-line.mjs';
import { enginesPage, renderEnginesPage } from './engines-page.ts';

readCommandLine('npm run engines', {});
writeFileSync(enginesPage, renderEnginesPage());
