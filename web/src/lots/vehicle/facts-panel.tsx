import type { VehicleFacts } from '@seri/contract/lots/facts.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';

const FactsForm = lazyPart(() => import('./facts-form.tsx'), 'FactsForm');

/** A manager's form for the facts of the lot that the page shows. */
export function FactsPanel({ lotId, onClose }: { lotId: string; onClose: () => void }) {
  const { data } = useQuery<{ facts?: VehicleFacts; factsWithoutManager?: VehicleFacts }>({
    queryKey: ['lots', 'lot', lotId],
    enabled: false,
  });
  return (
    data && (
      <Suspense>
        <FactsForm lotId={lotId} facts={data.facts ?? {}} without={data.factsWithoutManager ?? {}} onClose={onClose} />
      </Suspense>
    )
  );
}
