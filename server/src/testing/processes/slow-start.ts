import { setTimeout as pause } from 'node:timers/promises';
import { answerRequests } from '../../platform/process/answer-requests.ts';

// A program that takes longer to start than a request may take.
await pause(1_500);
answerRequests(({ id }) => process.send?.({ id }));
