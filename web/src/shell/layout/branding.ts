import type { CompanySettings } from '@seri/contract/company/routes.ts';

/** Applies changed branding to an already open page. */
export function applyBranding({ icon, sheet }: CompanySettings['look']): void {
  const colors = document.getElementById('company-look');
  if (colors && colors.textContent !== sheet) colors.textContent = sheet;
  const sign = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (sign && sign.getAttribute('href') !== icon.path) Object.assign(sign, { type: icon.type, href: icon.path });
}
