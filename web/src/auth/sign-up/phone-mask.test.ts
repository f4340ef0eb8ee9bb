import { isMaskedPhone } from '@seri/contract/auth/fields.ts';
import { describe, expect, it } from 'vitest';
import { caretFromEnd, maskPhone } from './phone-mask.ts';

const MASKED = '+7 (916) 123-45-67';

describe('the Russian phone mask', () => {
  it.each([
    '+79161234567',
    '+7 (916) 123-45-67',
    '89161234567',
    '8 (916) 123-45-67',
    '9161234567',
    '7 916 123 45 67',
    ' +7.916.123.45.67 ',
  ])('accepts a paste of %j', (pasted) => {
    expect(maskPhone(pasted)).toBe(MASKED);
    expect(isMaskedPhone(maskPhone(pasted))).toBe(true);
  });

  // @covers ACCT-06
  it('grows digit by digit for every first digit', () => {
    for (const typed of ['+79161234567', '89161234567', '9161234567']) {
      let text = '';
      for (const key of typed) text = maskPhone(text + key);
      expect(text).toBe(MASKED);
    }
  });

  it('shrinks by one character at a time until it is empty', () => {
    let text = MASKED;
    for (let key = 0; key < MASKED.length; key++) text = maskPhone(text.slice(0, -1));
    expect(text).toMatch(/^\+?$/);
  });

  it('keeps a longer number unchanged instead of truncating it', () => {
    expect(maskPhone('+998 90 123 45 67')).toBe('+998901234567');
    expect(isMaskedPhone('+998901234567')).toBe(false);
  });

  it('keeps the caret before the same digits', () => {
    // Typing in the middle: `+7 (9|16) 123-45-67`, nine digits follow the caret.
    expect(caretFromEnd(MASKED, 9)).toBe('+7 (9'.length);
    expect(caretFromEnd(MASKED, 0)).toBe(MASKED.length);
    expect(caretFromEnd('+7 (9', 1)).toBe('+7 ('.length);
  });
});
