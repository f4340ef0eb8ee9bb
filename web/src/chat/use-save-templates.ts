import { type ChatTemplates, saveTemplates } from '@seri/contract/chat/template-routes.ts';
import type { BodyInput } from '@seri/contract/http.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiError, call } from '../shell/api/api.ts';
import { chatQueries } from './queries.ts';

export type Template = ChatTemplates['items'][number];

/** Refetch after a refusal as well: another manager may have changed the list. */
export function useSaveTemplates() {
  const client = useQueryClient();
  return useMutation<unknown, ApiError, BodyInput<typeof saveTemplates>>({
    mutationFn: (body) => call(saveTemplates, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [...chatQueries.all, 'templates'] }),
  });
}

/**
 * Returns the list with one message changed, added (`old` null) or deleted (`next` null). Adds a message that another
 * manager has deleted meanwhile.
 */
export function withTemplate(items: readonly Template[], old: Template | null, next: Template | null): Template[] {
  const at = items.findIndex(({ en, ru }) => en === old?.en && ru === old.ru);
  const others = items.filter((_, index) => index !== at);
  return next ? others.toSpliced(at < 0 ? others.length : at, 0, next) : others;
}
