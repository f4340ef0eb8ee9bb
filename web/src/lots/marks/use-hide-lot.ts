import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { showFailure, showUndo } from '../../shell/toast.tsx';
import { loadPart } from '../../ui/loading/load-part.ts';

interface HiddenLot {
  id: string;
  /** Name for the notice with its Undo button. */
  name: string;
}

/** Leaves a lot out of all own lists; a notice takes it back. */
export function useHideLot(): { hide: (lot: HiddenLot) => void; isPending: boolean } {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ id, hidden }: HiddenLot & { hidden: boolean }) => {
      // Loaded with the first press, because the first list needs no marks.
      const { hideLot } = await loadPart(() => import('@seri/contract/lots/marks/mark-routes.ts'));
      return call(hideLot, { body: { id, hidden } });
    },
    onSuccess: (_done, { hidden, ...lot }) => {
      if (hidden)
        showUndo(t('lots.own.hiddenNow', { lot: lot.name }), {
          label: t('lots.own.undo'),
          run: () => mutate({ ...lot, hidden: false }),
        });
      return client.invalidateQueries({ queryKey: ['lots'] });
    },
    onError: showFailure,
  });
  return { hide: (lot) => mutate({ ...lot, hidden: true }), isPending };
}
