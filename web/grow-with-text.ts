import type { ChildNode, Declaration, Plugin } from 'postcss';

const PX = /(?<![\w#.-])(-?(?:\d*\.)?\d+)px\b/g;
const USUAL_TEXT_PX = 16;
const HAIRLINE_PX = 3;
/** Room between things, and their frames: what is gained here for large text is lost for the words. */
const STAYS = /^(padding|margin|gap|row-gap|column-gap|border|outline|box-shadow|--radius|--shadow)/;

const inUnit = (text: string, unit: 'em' | 'rem') =>
  text.replace(PX, (whole, px: string) =>
    Math.abs(Number(px)) <= HAIRLINE_PX ? whole : `${Number(px) / USUAL_TEXT_PX}${unit}`,
  );

/** A small square is the place of a sign, and signs do not grow; a rule's own height and width tell. */
const SIGN_PX = /^(\d|[1-4]\d)px$/;
const isSideOfSign = ({ prop, value, parent }: Declaration): boolean => {
  if (!/^(width|height)$/.test(prop) || !SIGN_PX.test(value)) return false;
  const other = prop === 'width' ? 'height' : 'width';
  return (parent?.nodes ?? []).some(
    (node: ChildNode) => node.type === 'decl' && node.prop === other && node.value === value,
  );
};

/**
 * Pixels in our sources are those of the usual size of text. A reader who has set his browser to larger text gets
 * letters, and the boxes that hold them, as much larger; layouts change at the width that is left in letters.
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
