import { MIN_PASSWORD_LENGTH } from '@seri/contract/auth/routes.ts';
import { passwordProblem, repeatProblem } from '../../shell/session/password-problems.ts';

export interface PasswordChange extends Record<string, string> {
  oldPassword: string;
  newPassword: string;
  confirmNewPassword: string;
}

/** Old and new are required and long enough, and the repeat equals the new one (business-rules.md#passwords). */
export function checkPasswordChange(
  { oldPassword, newPassword, confirmNewPassword }: PasswordChange,
  minimum: number,
): Partial<Record<keyof PasswordChange & string, string>> {
  return {
    // The old password may be shorter than the company's present minimum.
    ...problemOf('oldPassword', passwordProblem(oldPassword, MIN_PASSWORD_LENGTH)),
    ...problemOf('newPassword', passwordProblem(newPassword, minimum)),
    ...problemOf('confirmNewPassword', repeatProblem(newPassword, confirmNewPassword)),
  };
}

const problemOf = (field: string, problem: string | null) => (problem === null ? {} : { [field]: problem });
