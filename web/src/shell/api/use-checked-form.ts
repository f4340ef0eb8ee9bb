import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { errorText } from './error-text.ts';
import { fieldProblems } from './field-problems.ts';

type Values = Record<string, string | boolean | number | null>;
/** Problem text of each field that keeps the form from being sent. */
export type Problems<V extends Values> = Partial<Record<keyof V & string, string>>;

interface CheckedForm<V extends Values, R> {
  /** Prefix of each field's id, so that two forms on one page do not clash. */
  name: string;
  initial: V;
  check: (values: V) => Problems<V>;
  /** Check each field when it is left, in addition to the check of all before sending. */
  onBlur?: boolean;
  send: (values: V) => Promise<R>;
  onDone?: (reply: R, values: V) => void;
  onChange?: (values: V) => void;
  /** Maps names of the server's fields, where they differ from the form's. */
  fieldOf?: (serverField: string) => string;
}

/**
 * A form that is checked before it is sent and shows the server's refusal at the field, or as one message above all
 * fields. The first invalid field gets the focus, so that screen readers announce it.
 */
export function useCheckedForm<V extends Values, R>(options: CheckedForm<V, R>) {
  const { name, initial, check, send, onDone, onChange, fieldOf = (field) => field } = options;
  // A ref, not state: the second click of a double click can arrive before the first one renders.
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
  // Fields are disabled during the request and can take the focus only after the next render.
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
    /** Props for an input of Mantine; a checkbox adds `{ type: 'checkbox' }`. */
    field: (field: keyof V & string, kind: { type?: 'input' | 'checkbox' } = {}) => ({
      ...form.getInputProps(field, kind),
      id: `${name}-${field}`,
      name: field,
      disabled: sending.isPending,
    }),
    /**
     * Props of a button that is disabled while the form is incomplete, yet focusable, so that a press shows what is
     * missing.
     */
    submitButton: {
      type: 'submit' as const,
      loading: sending.isPending,
      'aria-disabled': isValid ? undefined : true,
    },
    /** Fields that keep the form from being sent, in order. */
    unfinished: Object.keys(initial).filter((field) => problems[field]) as (keyof V & string)[],
    isValid,
    isPending: sending.isPending,
    isDone: sending.isSuccess,
    /** Text of a refusal that belongs to no field. */
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
