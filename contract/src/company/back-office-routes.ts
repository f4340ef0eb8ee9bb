import * as z from 'zod/mini';
import { noQuery, route, success } from '../http.ts';
import { MOST_LOGO_TEXT } from './logo.ts';
import { type CompanySettingKey, companySettingsSchema } from './settings.ts';

const key = z.enum(Object.keys(companySettingsSchema.shape) as [CompanySettingKey, ...CompanySettingKey[]]);

export const serviceSettings = route({
  method: 'GET',
  path: '/v1/back-office/company',
  budget: 'read',
  summary: 'Every company setting with its value and its default; docs/reference/settings.md says what each means',
  access: { service: 'company:read' },
  query: noQuery,
  reply: z.object({
    success: z.literal(true),
    items: z.array(z.object({ key: z.string(), value: z.unknown(), default: z.unknown() })),
  }),
});

export const serviceSetSetting = route({
  method: 'PUT',
  path: '/v1/back-office/company/set',
  budget: 'write',
  summary: 'One company setting; it counts with the next request',
  access: { service: 'company:write' },
  query: noQuery,
  body: z.strictObject({ key, value: z.unknown() }),
  reply: success,
  errors: [
    'Company.CutoffBeforeClose',
    'Company.SiteKeyMissing',
    'Company.ColorFaint',
    'Company.LogoType',
    'Company.LogoTooLarge',
    'Request.TooLarge',
  ],
  // A logo comes as a data address.
  largestBodyBytes: MOST_LOGO_TEXT + 4_096,
});

export const serviceResetSetting = route({
  method: 'POST',
  path: '/v1/back-office/company/reset',
  budget: 'write',
  summary: 'One company setting back to its default',
  access: { service: 'company:write' },
  query: noQuery,
  body: z.strictObject({ key }),
  reply: success,
  errors: ['Company.CutoffBeforeClose', 'Company.SiteKeyMissing'],
});
