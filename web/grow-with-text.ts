import type { ChildNode, Declaration, Plugin } from 'postcss';

const PX = /(?<![\w#.-])(-?(?:\d*\.)?\d+)px\b/g;
const USUAL_TEXT_PX = 16;
const HAIRLINE_PX = 3;
/** Spacing and borders stay fixed: growing them with large text would take width away from the words. */
const STAYS = /^(padding|margin|gap|row-gap|column-gap|border|outline|box-shadow|--radius|--shadow)/;

const inUnit = (text: string, unit: 'em' | 'rem') =>
  text.replace(PX, (whole, px: string) =>
    Math.abs(Number(px)) <= HAIRLINE_PX ? whole : `${Number(px) / USUAL_TEXT_PX}${unit}`,
  );

/** A rule with equal width and height of up to 49 px sizes an icon, and icons do not grow. */
const SIGN_PX = /^(\d|[1-4]\d)px$/;
const isSideOfSign = ({ prop, value, parent }: Declaration): boolean => {
  if (!/^(width|height)$/.test(prop) || !SIGN_PX.test(value)) return false;
  const other = prop === 'width' ? 'height' : 'width';
  return (parent?.nodes ?? []).some(
    (node: ChildNode) => node.type === 'decl' && node.prop === other && node.value === value,
  );
};

/**
 * Sources are written in pixels at the usual text size. If readers set a larger text size in the browser, letters and
 * the boxes that hold them grow with it, and layouts change at breakpoints measured in letters.
 */
export function growWithText(): Plugin {
  return {
    postcssPlugin: 'grow-with-text',
    OnceExit(root) {
      root.walkAtRules('media', (rule) => {
        rule.params = inUnit(rule.params, 'em');
      });
      root.walkAtRules('container', (rule) => {
        rule.params = inUnit(rule.params, 'rem');
      });
      const signs = new Set<Declaration>();
      root.walkDecls((declaration) => {
        if (isSideOfSign(declaration)) signs.add(declaration);
      });
      root.walkDecls((declaration) => {
        if (!STAYS.test(declaration.prop) && !signs.has(declaration))
          declaration.value = inUnit(declaration.value, 'rem');
      });
    },
  };
}
