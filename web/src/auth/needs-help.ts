import { ApiError } from '../shell/api.ts';

const ONLY_THE_MANAGER_HELPS = ['AccountDisabled', 'InvalidUser'];

/** Refusals that no second try can change. */
export const needsHelp = (error: Error): boolean =>
  error instanceof ApiError && ONLY_THE_MANAGER_HELPS.includes(error.code);
