import type { VehicleFacts } from '@seri/contract/lots/facts.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

const FactsForm = lazy(() => import('./facts-form.tsx').then((part) => ({ default: part.FactsForm })));

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
