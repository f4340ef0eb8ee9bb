import { MIN_PASSWORD_LENGTH } from '@seri/contract/auth/routes.ts';

export interface LoginFields {
  email: string;
  password: string;
}
export type LoginProblem = 'Errors.Required' | 'Errors.Email' | 'Errors.MinLength';
export type LoginProblems = Partial<Record<keyof LoginFields, LoginProblem>>;

/** What keeps the form from being sent; empty when nothing does. */
export function checkLogin({ email, password }: LoginFields): LoginProblems {
  const problems: LoginProblems = {};
  if (!email.trim()) problems.email = 'Errors.Required';
  else if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) problems.email = 'Errors.Email';
  if (!password) problems.password = 'Errors.Required';
  else if (password.length < MIN_PASSWORD_LENGTH) problems.password = 'Errors.MinLength';
  return problems;
}
