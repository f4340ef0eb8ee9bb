import { AsyncLocalStorage } from 'node:async_hooks';

/** The number of the request that is being answered, wherever in the code one is. */
export const requestIds = new AsyncLocalStorage<string>();
