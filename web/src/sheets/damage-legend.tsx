import { t } from '../shell/i18n/i18n.ts';
import css from './sheet.module.css';

/** Marks of the damage diagram by severity; the text says it, the colour repeats it. */
const MARKS = [
  { weight: 'light', codes: ['A', 'U', 'E', 'G'] },
  { weight: 'middle', codes: ['B', 'W', 'P', 'H', 'S'] },
  { weight: 'heavy', codes: ['C', 'X', 'XX', 'Y'] },
] as const;
const SIZES = ['1', '2', '3'] as const;

/** Meaning of the letters and figures on the damage diagram. */
export function DamageLegend() {
  return (
    <details className={css.legend}>
      <summary>{t('sheets.marks')}</summary>
      {MARKS.map(({ weight, codes }) => (
        <div key={weight}>
          <h4>{t(`sheets.weight.${weight}`)}</h4>
          <dl>
            {codes.map((code) => (
              <div key={code}>
                <dt data-weight={weight}>{code}</dt>
                <dd>{t(`sheets.mark.${code}`)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      <h4>{t('sheets.sizes')}</h4>
      <dl>
        {SIZES.map((size) => (
          <div key={size}>
            <dt>{size}</dt>
            <dd>{t(`sheets.size.${size}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet small">{t('sheets.marksNote')}</p>
    </details>
  );
}
