import fc from 'fast-check';
import { inject } from 'vitest';

// Property tests without a seed of their own draw from the run's seed, so that a failure can be repeated.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject('randomSeed') });
