import { TextInput } from '@mantine/core';
import { writeTerm } from '@seri/contract/feed/word-routes.ts';
import { type ListedTerm, MAX_TRANSLATION_LENGTH, MAX_WORD_LENGTH } from '@seri/contract/feed/word-service-routes.ts';
import type { WordKind } from '@seri/contract/lots/glossary-overrides.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useIdempotentMutation } from '../shell/api/idempotent-mutation.ts';
import { useCheckedForm } from '../shell/api/use-checked-form.ts';
import { t } from '../shell/i18n/i18n.ts';
import { FormAlert } from '../ui/forms/form-alert.tsx';
import { FormButtons } from '../ui/forms/form-buttons.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { CHANGED_BY_WORDS } from './word-queries.ts';
import css from './words.module.css';

interface WordFormProps {
  kind: WordKind;
  /** Null for a new word. */
  word: ListedTerm | null;
  onClose: () => void;
}

/** Dialog with both translations of a word. */
export const WordDialog = ({ opened, ...form }: WordFormProps & { opened: boolean }) => (
  <Dialog
    opened={opened}
    title={form.word ? t('feed.words.translateThis', { word: form.word.word }) : t(`feed.words.add.${form.kind}`)}
    onClose={form.onClose}
  >
    <WordForm key={`${form.kind} ${form.word?.word}`} {...form} />
  </Dialog>
);

function WordForm({ kind, word, onClose }: WordFormProps) {
  const client = useQueryClient();
  const { mutateAsync } = useIdempotentMutation(writeTerm);
  const known = word?.shown ?? word?.suggestion;
  const form = useCheckedForm({
    name: 'word',
    initial: { word: word?.word ?? '', en: known?.en ?? '', ru: known?.ru ?? '' },
    check: (fields) =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([field, text]) => (text.trim() ? [] : [[field, t('Error.Field.Required')]])),
      ),
    send: ({ word: written, en, ru }) =>
      mutateAsync({
        kind,
        word: written.trim(),
        en: en.trim(),
        ru: ru.trim(),
        changeId: word?.changeId ?? null,
      }),
    onDone: async () => {
      await Promise.all(CHANGED_BY_WORDS.map((queryKey) => client.invalidateQueries({ queryKey })));
      onClose();
    },
  });
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit} aria-label={t('feed.words.form')}>
      {form.failure && <FormAlert>{form.failure}</FormAlert>}
      {word ? (
        <p className="quiet">{noteOn(word)}</p>
      ) : (
        <TextInput
          {...form.field('word')}
          label={t('feed.words.word')}
          description={t('feed.words.wordNote')}
          required
          maxLength={MAX_WORD_LENGTH}
          data-autofocus
        />
      )}
      <TextInput
        {...form.field('en')}
        label={t('feed.words.inEnglish')}
        required
        lang="en"
        maxLength={MAX_TRANSLATION_LENGTH}
        {...(word ? { 'data-autofocus': true } : {})}
      />
      <TextInput
        {...form.field('ru')}
        label={t('feed.words.inRussian')}
        required
        lang="ru"
        maxLength={MAX_TRANSLATION_LENGTH}
      />
      <FormButtons submit={t('users.save')} isPending={form.isPending} onCancel={onClose} />
    </form>
  );
}

function noteOn({ state, standard, suggestion }: ListedTerm): string {
  if (suggestion) return t('feed.words.suggestion');
  if (state === 'own' && standard) return t('feed.words.insteadOf', standard);
  return t('feed.words.shownAtOnce');
}
