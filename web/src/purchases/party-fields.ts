import { isEmail, isPhone } from '@seri/contract/auth/fields.ts';
import { PAYMENT_METHODS, type Party, type PartyForm } from '@seri/contract/purchases/parties.ts';
import { phone } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';

export type PartyKind = 'consignee' | 'notifyParty';

type PartyTexts = {
  fullName: string;
  address: string;
  countryId: string | null;
  port: string;
  telephone: string;
  email: string;
  document: string;
  paymentMethod: string;
};
export type PartyFields = PartyTexts & { same: boolean };

const EMPTY: PartyTexts = {
  ...{ fullName: '', address: '', countryId: null, port: '', telephone: '', email: '', document: '' },
  paymentMethod: 'bank',
};

export const fieldsOf = (party: Party | null): PartyTexts =>
  party === null
    ? EMPTY
    : {
        fullName: party.fullName,
        address: party.address,
        countryId: party.countryId === null ? null : String(party.countryId),
        port: party.port,
        telephone: party.telephone && phone(party.telephone),
        email: party.email,
        document: party.document,
        paymentMethod: party.paymentMethod,
      };

export const toForm = (fields: PartyFields): PartyForm => ({
  fullName: fields.fullName,
  address: fields.address,
  countryId: Number(fields.countryId),
  port: fields.port,
  telephone: fields.telephone,
  email: fields.email,
  document: fields.document,
  paymentMethod: PAYMENT_METHODS.find((method) => method === fields.paymentMethod) ?? 'bank',
});

/** All fields but the identity document are required; a consignee of the client's own has no fields. */
export function checkParty(fields: PartyFields): Partial<Record<string, string>> {
  if (fields.same) return {};
  const problems: Partial<Record<string, string>> = {};
  for (const name of ['fullName', 'address', 'port', 'telephone', 'email'] as const)
    if (fields[name].trim() === '') problems[name] = t('Errors.Required');
  if (!fields.countryId) problems.countryId = t('Errors.Required');
  if (!problems.telephone && !isPhone(fields.telephone)) problems.telephone = t('Errors.IncompletePhone');
  if (!problems.email && !isEmail(fields.email)) problems.email = t('Errors.Email');
  return problems;
}
