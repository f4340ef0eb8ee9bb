import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the current request, available anywhere in its asynchronous context. */
export const requestIds = new AsyncLocalStorage<string>();
