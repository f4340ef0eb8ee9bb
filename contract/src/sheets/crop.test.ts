import { expect, test } from 'vitest';
import { CROP_ASPECT, cropOf } from './crop.ts';
import { SHEET_FIELDS } from './fields.ts';
import { boxOf, SHEET_FORMS } from './forms.ts';

const shares = (text: string): number[] => text.split(' ').map((part) => Number.parseFloat(part) / 100);

test.each(SHEET_FORMS.map((form) => [form.id, form] as const))(
  'on the form %s the window shows the whole box, undistorted',
  (_, form) => {
    for (const field of SHEET_FIELDS) {
      const box = boxOf(form, field);
      const { backgroundSize, backgroundPosition } = cropOf(form, box);
      const [wide = 0, high = 0] = shares(backgroundSize);
      const [right = 0, down = 0] = shares(backgroundPosition);
      const width = form.width / wide;
      const height = form.height / high;
      expect(width / height).toBeCloseTo(CROP_ASPECT, 1);
      if (height < box.height) continue;
      const left = right * (form.width - width);
      const top = down * (form.height - height);
      expect(left).toBeLessThanOrEqual(box.x + 1);
      expect(top).toBeLessThanOrEqual(box.y + 1);
      expect(left + width).toBeGreaterThanOrEqual(box.x + box.width - 1);
      expect(top + height).toBeGreaterThanOrEqual(box.y + box.height - 1);
    }
  },
);

test('the first registration fits its window on every form', () => {
  for (const form of SHEET_FORMS) {
    const box = boxOf(form, 'firstRegistration');
    expect(form.height / (shares(cropOf(form, box).backgroundSize)[1] ?? 0)).toBeGreaterThan(box.height);
  }
});
