import { configureGlobal } from 'fast-check';
import { seedOfRun } from './seed.ts';

configureGlobal({ seed: seedOfRun() });
