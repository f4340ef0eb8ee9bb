/** Fields in form order. The id of the country is text, because the select requires it. */
export type SignUpFields = {
  fullName: string;
  email: string;
  mobile: string;
  country: string | null;
  city: string;
  referralCode: string;
  password: string;
  confirmPassword: string;
  terms: boolean;
};
export type SignUpField = keyof SignUpFields;

/** Form field of each older field name (business-rules.md#sign-up-fields). */
const FIELD_OF: Record<string, SignUpField> = {
  username: 'email',
  first_name: 'fullName',
  password: 'password',
  email: 'email',
  confirm_password: 'confirmPassword',
  telephone: 'mobile',
};

export const signUpField = (serverField: string): string => FIELD_OF[serverField] ?? serverField;
