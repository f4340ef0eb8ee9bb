import type { BidRow } from '@seri/contract/bids/records.ts';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { useHasOpened } from '../../ui/overlays/use-has-opened.ts';
import css from './client-card.module.css';

export type KnownClient = NonNullable<BidRow['user']>;

interface ClientNameProps {
  client: KnownClient;
  /** Filters the list by this client, if the list can. */
  onOnly?: (() => void) | undefined;
}

const Card = lazyPart(() => import('./client-card.tsx'), 'ClientCard');

/** A client's name; a press opens the figures the reader may see. */
export function ClientName({ client, onOnly }: ClientNameProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={css.name} onClick={() => setIsOpen(true)}>
        {client.name}
      </button>
      {useHasOpened(isOpen) && (
        <Suspense>
          <Card client={client} opened={isOpen} onClose={() => setIsOpen(false)} onOnly={onOnly} />
        </Suspense>
      )}
    </>
  );
}
