import * as z from 'zod/mini';

const bilingual = z.nullable(z.object({ en: z.string(), ru: z.string() }));
const url = z.nullable(z.string().check(z.regex(/^(https?:|mailto:|tel:)/)));

/** Every company setting with its default (decisions 12); changed without a restart. */
export const companySettingsSchema = z.object({
  companyName: z._default(z.string(), 'Seri'),
  managerLabel: z._default(z.object({ en: z.string(), ru: z.string() }), { en: 'Manager', ru: 'Менеджер' }),
  notice: z._default(bilingual, null),
  messageUrl: z._default(url, null),
  whatsappUrl: z._default(url, null),
  depositYen: z._default(z.int(), 150_000),
  overbidAmount: z._default(z.int(), 10_000),
  agentFeeYen: z._default(z.int(), 30_000),
  closeMinutes: z._default(z.int(), 90),
  cutoffMinutes: z._default(z.int(), 60),
  cancelHours: z._default(z.int(), 12),
  winSettleMinutes: z._default(z.int(), 1_440),
  auctionDayStart: z._default(z.string().check(z.regex(/^\d{2}:\d{2}$/)), '09:00'),
  bidRule: z._default(z.enum(['first', 'highest']), 'highest'),
});
export type CompanySettingsValues = z.infer<typeof companySettingsSchema>;
export type CompanySettingKey = keyof CompanySettingsValues;
