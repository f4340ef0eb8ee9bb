import { serviceResetSetting, serviceSetSetting, serviceSettings } from '@seri/contract/company/back-office-routes.ts';
import { type CompanySettingKey, companySettingsSchema } from '@seri/contract/company/settings.ts';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../platform/calls/errors.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database, Tx } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';

const DEFAULTS = companySettingsSchema.parse({});

interface SettingFlow {
  /** Undefined restores the default; new times apply to listed lots too. */
  changeSetting: (tx: Tx, key: string, value: unknown) => Promise<void>;
}

/** Company settings for programs of the provider: the same functions as the operator's commands. */
export function companyBackOfficeRoutes(app: FastifyInstance, { db }: Database, { changeSetting }: SettingFlow): void {
  registerRoute(app, serviceSettings, async () => {
    const settings = await readSettings(db);
    const items = (Object.keys(DEFAULTS) as CompanySettingKey[]).map((key) => ({
      key,
      value: settings[key],
      default: DEFAULTS[key],
    }));
    return { success: true as const, items };
  });

  registerRoute(app, serviceSetSetting, async ({ body: { key, value }, service, request }) => {
    // A missing value would mean the default, which is a call of its own.
    if (value === undefined) throw new ApiError('Field.Required', { fields: { value: ['Field.Required'] } });
    await db.transaction().execute((tx) => changeSetting(tx, key, value));
    request.log.info({ token: service.name, key }, 'a company setting was changed');
    return { success: true as const };
  });

  registerRoute(app, serviceResetSetting, async ({ body: { key }, service, request }) => {
    await db.transaction().execute((tx) => changeSetting(tx, key, undefined));
    request.log.info({ token: service.name, key }, 'a company setting was changed');
    return { success: true as const };
  });
}
