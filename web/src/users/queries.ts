import { paymentsBalance } from '@seri/contract/payments/routes.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  type Profile,
  sessionList,
  updateProfile,
} from '@seri/contract/users/routes.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../shell/api/api.ts';
import { changeProfile, sessionQuery } from '../shell/session/session.ts';
import { showFailure } from '../shell/toast.tsx';
import type { ProfileFields } from './profile/check-profile.ts';

export const userQueries = {
  devices: queryOptions({
    queryKey: ['users', 'devices'],
    queryFn: async ({ signal }) => (await call(sessionList, { signal })).items,
    // Always refetch: readers open this to see current devices.
    staleTime: 0,
  }),
  balance: queryOptions({
    queryKey: ['users', 'balance'],
    queryFn: async ({ signal }) => (await call(paymentsBalance, { signal })).balanceInfo,
  }),
};

const orNull = (text: string): string | null => text.trim() || null;

/**
 * Saves the profile without the email address (business-rules.md#form-checks) and updates the cached profile at once.
 */
export function useSaveProfile() {
  const client = useQueryClient();
  return async (fields: ProfileFields): Promise<void> => {
    const body = {
      fullName: fields.fullName.trim(),
      mobile: fields.mobile,
      city: fields.city.trim(),
      officePhone: orNull(fields.officePhone),
      company: orNull(fields.company),
      address: fields.address.trim(),
      countryId: fields.countryId === null ? null : Number(fields.countryId),
    } satisfies Partial<Profile>;
    await call(updateProfile, { body });
    // The server normalises the number; until it answers the profile shows the typed one.
    changeProfile(client, body);
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
}

export const sendPasswordChange = (body: { oldPassword: string; newPassword: string; confirmNewPassword: string }) =>
  call(changePassword, { body });

/** Signs one device out, or with null all but this one. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string | null): Promise<void> => {
      await (id === null ? call(endOtherSessions) : call(endSession, { body: { id } }).catch(ignoreMissing));
    },
    onError: showFailure,
    onSettled: () => client.invalidateQueries({ queryKey: userQueries.devices.queryKey }),
  });
}

// The device has signed itself out in the meantime, so the goal is reached.
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'NotFound')) throw error;
}
