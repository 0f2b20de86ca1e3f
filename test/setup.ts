import { configureGlobal } from 'fast-check';
import { testRunSeed } from './seed.ts';

configureGlobal({ seed: testRunSeed() });
