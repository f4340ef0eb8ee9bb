import { PAGE_RULES } from '@seri/contract/lots/page-types.ts';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { t, withAllTexts } from '../../shell/i18n/i18n.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import type { LotSearch } from '../core/use-lot-search.ts';
import css from './finder-box.module.css';

const FinderBox = lazyPart(
  withAllTexts(() => import('./finder-box.tsx')),
  'FinderBox',
);

/** The search box; until its part is loaded, a plain field that keeps what is typed. */
export function FinderField({ lots }: { lots: LotSearch }) {
  const [typed, setTyped] = useState('');
  const [hasFocus, setFocus] = useState(false);
  const plain = (
    <search className={css.finder}>
      <div className={css.field}>
        <IconSearch size={20} stroke={1.6} aria-hidden />
        <input
          type="text"
          className={css.input}
          aria-label={t('lots.search.line')}
          placeholder={t(
            PAGE_RULES[lots.pageType].vehicle === 'bike' ? 'lots.search.lineBikeExample' : 'lots.search.lineExample',
          )}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onFocus={() => setFocus(true)}
        />
      </div>
    </search>
  );
  return (
    <Suspense fallback={plain}>
      <FinderBox lots={lots} typedBefore={typed} hasFocus={hasFocus} />
    </Suspense>
  );
}
