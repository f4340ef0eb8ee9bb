import type { BodyOf } from '@seri/contract/http.ts';
import type { updateProfile } from '@seri/contract/users/routes.ts';
import { ApiError } from '../platform/calls/errors.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { isCountry } from '../platform/i18n/countries.ts';
import { officePhoneOf, phoneOf } from '../platform/phone.ts';
import { saveProfile } from './queries.ts';

/** Updates the profile fields that users may change themselves; an empty company or office phone becomes null. Throws Field.Invalid. */
export async function updateOwnProfile(
  db: Db | Tx,
  userId: number,
  profile: BodyOf<typeof updateProfile>,
): Promise<void> {
  const { countryId } = profile;
  if (countryId !== null && !isCountry(countryId))
    throw new ApiError('Field.Invalid', { fields: { countryId: ['Field.Invalid'] } });
  await saveProfile(db, userId, {
    full_name: profile.fullName,
    mobile: phoneOf(profile.mobile, countryId, 'mobile'),
    city: profile.city,
    address: profile.address,
    office_phone: officePhoneOf(profile.officePhone, countryId),
    company: profile.company || null,
    country_id: countryId,
  });
}
