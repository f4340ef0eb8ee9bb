/** How labels and values are arranged. */
export type Arrangement = 'label-cell-left' | 'label-in-cell' | 'header-row' | 'inline' | 'over';

export interface BenchCell {
  /** A field of the contract, or `-` for a printed label whose value the reader never reports. */
  field: string;
  label: string;
  /** Share of the row's width. */
  share: number;
}

export interface BenchForm {
  id: string;
  width: number;
  height: number;
  isRuled: boolean;
  arrangement: Arrangement;
  title: string;
  ink: string;
  /** Units printed at the right end of the value, by field. */
  units: Readonly<Record<string, string>>;
  rows: readonly (readonly [height: number, ...BenchCell[]])[];
}

/** `field:label:share` separated by spaces, as one row. */
export const row = (height: number, text: string): readonly [number, ...BenchCell[]] => [
  height,
  ...text.split(/\s+/).map((part) => {
    const [field = '', label = '', share = '1'] = part.split(':');
    return { field, label, share: Number(share) };
  }),
];
