import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { errorText } from './error-text.ts';
import { fieldProblems } from './field-problems.ts';

type Values = Record<string, string | boolean | number | null>;
/** A sentence per field that keeps the form from being sent. */
export type Problems<V extends Values> = Partial<Record<keyof V & string, string>>;

interface CheckedForm<V extends Values, R> {
  /** Stands before each field's id, so that two forms of one page do not meet. */
  name: string;
  initial: V;
  check: (values: V) => Problems<V>;
  /** Each field is checked when it is left, besides the check of all when the form is sent. */
  onBlur?: boolean;
  send: (values: V) => Promise<R>;
  onDone?: (reply: R, values: V) => void;
  onChange?: (values: V) => void;
  /** Names of the server's fields, where they differ from the form's. */
  fieldOf?: (serverField: string) => string;
}

/**
 * A form that is checked before it is sent and shows the server's refusal where it belongs: on the field, or as one
 * sentence above all. The first wrong field gets the focus, and with it the reader hears what is wrong.
 */
export function useCheckedForm<V extends Values, R>(options: CheckedForm<V, R>) {
  const { name, initial, check, send, onDone, onChange, fieldOf = (field) => field } = options;
  // Two clicks of a double click come before the first one is drawn.
  const isUnderWay = useRef(false);
  const sentFrom = useRef<Element | null>(null);
  const refused = useRef<Record<string, string> | null>(null);
  const form = useForm<V>({
    initialValues: initial,
    validate: check as never,
    validateInputOnBlur: options.onBlur ?? false,
    onValuesChange: (values) => {
      if (sending.isError) sending.reset();
      onChange?.(values);
    },
  });
  const focusFirst = (problems: Partial<Record<string, unknown>>) => {
    const first = Object.keys(initial).find((field) => problems[field]);
    const target = first ? document.getElementById(`${name}-${first}`) : sentFrom.current;
    if (target instanceof HTMLElement) target.focus();
  };
  const sending = useMutation<R, Error, V>({
    mutationFn: send,
    onSuccess: (reply, values) => onDone?.(reply, values),
    onError: (error) => {
      const problems = fieldProblems(error, fieldOf, initial);
      form.setErrors(problems);
      refused.current = problems;
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  // What was disabled while the answer was awaited can take the focus only once it is drawn again.
  useEffect(() => {
    if (sending.isPending || !refused.current) return;
    focusFirst(refused.current);
    refused.current = null;
  });
  const isOnFields = Object.keys(fieldProblems(sending.error, fieldOf, initial)).length > 0;
  const problems = check(form.values);
  const isValid = Object.keys(problems).length === 0;

  return {
    values: form.values,
    errors: form.errors as Problems<V>,
    setValue: (field: keyof V & string, value: V[keyof V]) => form.setFieldValue(field, value as never),
    reset: () => {
      form.reset();
      sending.reset();
    },
    /** What an input of Mantine needs; a checkbox adds `{ type: 'checkbox' }`. */
    field: (field: keyof V & string, kind: { type?: 'input' | 'checkbox' } = {}) => ({
      ...form.getInputProps(field, kind),
      id: `${name}-${field}`,
      name: field,
      disabled: sending.isPending,
    }),
    /** For a button that is disabled while the form is incomplete, yet can be reached and then says what is missing. */
    submitButton: {
      type: 'submit' as const,
      loading: sending.isPending,
      'aria-disabled': isValid ? undefined : true,
    },
    /** Fields that keep the form from being sent, in their order. */
    unfinished: Object.keys(initial).filter((field) => problems[field]) as (keyof V & string)[],
    isValid,
    isPending: sending.isPending,
    isDone: sending.isSuccess,
    /** One sentence for a refusal that belongs to no field. */
    failure: sending.error && !isOnFields ? errorText(sending.error) : null,
    error: sending.error,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const { hasErrors, errors } = form.validate();
      if (hasErrors) return focusFirst(errors);
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      sentFrom.current = document.activeElement;
      sending.mutate(form.values);
    },
  };
}
