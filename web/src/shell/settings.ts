import { companySettings } from '@seri/contract/company/routes.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api/api.ts';
import { initialCompanyName, initialData } from './api/initial-data.ts';
import { setServerTime } from './i18n/clock.ts';

if (initialData.settings) setServerTime(initialData.settings.serverTime, 0, 0);

/** Public settings of the company; each answer also sets the clock. */
export const settingsQuery = queryOptions({
  queryKey: ['company', 'settings'],
  queryFn: async ({ signal }) => {
    const sentAt = performance.now();
    const settings = await call(companySettings, { signal });
    setServerTime(settings.serverTime, sentAt, performance.now());
    return settings;
  },
  staleTime: 5 * 60_000,
  ...(initialData.settings ? { initialData: initialData.settings } : {}),
});

export const useSettings = () => useQuery(settingsQuery).data;

export const useCompanyName = (): string => useSettings()?.name ?? initialCompanyName;
