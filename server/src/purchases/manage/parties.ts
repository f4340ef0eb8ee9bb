import { canEditParties, type notifyParty, type Party, type PartyForm } from '@seri/contract/purchases/parties.ts';
import type * as z from 'zod/mini';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Db } from '../../platform/db/db.ts';
import { countriesIn, isCountry } from '../../platform/i18n/countries.ts';
import { phoneOf } from '../../platform/phone.ts';
import type { DetailsRow } from '../details-queries.ts';
import { insertEvent, lockPurchase, savePurchase } from './change-queries.ts';
import { type AddressRow, findAddresses, saveAddress } from './party-queries.ts';

const countryName = (id: number | null, language: number): string =>
  countriesIn(language).find(({ value }) => value === id)?.label ?? '';

export const toParty = (row: AddressRow, language: number): Party => ({
  value: row.id,
  fullName: row.full_name,
  address: row.address,
  country: countryName(row.country_id, language),
  countryId: row.country_id,
  port: row.port,
  telephone: row.telephone,
  email: row.email,
  document: row.document,
  paymentMethod: row.payment_method,
});

/** Until the client names a party, it is the client, as in their profile. */
const fromProfile = (row: DetailsRow, language: number): Party => ({
  value: null,
  fullName: row.full_name,
  address: [row.address, row.city].filter(Boolean).join(', '),
  country: countryName(row.country_id, language),
  countryId: row.country_id,
  port: row.destination ?? '',
  telephone: row.mobile,
  email: row.email,
  document: '',
  paymentMethod: 'bank',
});

export async function partiesOf(
  db: Db,
  row: DetailsRow,
  language: number,
): Promise<{ consignee: Party; notifyParty: z.infer<typeof notifyParty> }> {
  const known = await findAddresses(
    db,
    [row.consignee_id, row.notify_party_id].filter((id) => id !== null),
  );
  const entry = (id: number | null) => known.find((address) => address.id === id);
  const consignee = entry(row.consignee_id);
  const notified = entry(row.notify_party_id);
  return {
    consignee: consignee ? toParty(consignee, language) : fromProfile(row, language),
    notifyParty: notified ? { ...toParty(notified, language), sameAsConsignee: false } : { sameAsConsignee: true },
  };
}

interface EditParty {
  purchaseId: number;
  /** The required owner of the purchase. */
  userId: number;
  which: 'consignee_id' | 'notify_party_id';
  /** Null: the consignee is also the notify party. */
  form: PartyForm | null;
}

/** The client names the consignee or the notify party of a car. Throws NotFound, Purchase.Shipped, Field.Invalid. */
export async function editParty(db: Db, { purchaseId, userId, which, form }: EditParty): Promise<void> {
  if (form && !isCountry(form.countryId))
    throw new ApiError('Field.Invalid', { fields: { countryId: ['Field.Invalid'] } });
  const telephone = form ? phoneOf(form.telephone, form.countryId, 'telephone') : '';
  await db.transaction().execute(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId, userId);
    if (!purchase) throw new NotFound();
    if (!canEditParties(purchase.status)) throw new ApiError('Purchase.Shipped');
    const addressId = form && (await saveAddress(tx, userId, { ...form, telephone }));
    if (purchase[which] === addressId) return;
    await savePurchase(tx, purchaseId, { [which]: addressId });
    await insertEvent(tx, { purchaseId, kind: 'consignee', data: { [which]: addressId }, by: userId });
  });
}
