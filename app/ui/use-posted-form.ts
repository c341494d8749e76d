import { useForm } from "@mantine/form";
import { type FormEvent, useMemo, useRef } from "react";
import type * as v from "valibot";
import {
  errorTexts,
  type FieldErrors,
  type FormReply,
  hasNoErrors,
  invalidError,
} from "~/forms/form-reply";
import { schemaResolver } from "~/forms/schema-errors";
import { readControl } from "./form-dom";
import { setErrorTitle } from "./use-error-title";
import { useOnChange, useOnMount } from "./use-on-change";

interface PostedFormOptions<Values extends Record<string, string>> {
  /** The rules, which the action uses as well. */
  schema: v.GenericSchema;
  /** The action's reply to the last post; the same object until the next reply. */
  reply: FormReply | undefined;
  /** The values of the fields before that, by name. */
  initial: Values;
}

/** Whether the submit button skips validation (`formNoValidate`). */
function skipsValidation({ nativeEvent }: FormEvent<HTMLFormElement>): boolean {
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  return submitter instanceof HTMLButtonElement && submitter.formNoValidate;
}

/**
 * A form that posts: without script as it is, with script once its schema finds no error. Fields are
 * uncontrolled; while the artist types, only errors that are fixed disappear.
 * Spread `field(name)` into each input and give `onSubmit` and `onInput` to the form. A button with
 * `formNoValidate` posts without validation.
 */
export function usePostedForm<Values extends Record<string, string>>(
  options: PostedFormOptions<Values>,
) {
  const { schema, initial, reply } = options;
  const errors = reply?.errors;
  const names = useRef(Object.keys(initial));
  const replyTexts = useMemo(() => errorTexts(errors ?? {}), [errors]);
  const form = useForm<Record<string, string>>({
    mode: "uncontrolled",
    initialValues: { ...initial, ...reply?.values },
    initialErrors: replyTexts,
    validate: schemaResolver(schema),
    // An error stays until its field is valid.
    clearInputErrorOnChange: false,
    onSubmitPreventDefault: "validation-failed",
  });
  const focusFirstError = (fieldErrors: object) => {
    const fields = Object.keys(fieldErrors).flatMap((name) => form.getInputNode(name) ?? []);
    fields[0]?.focus();
  };
  /** Reads the controls, which may have been filled before the scripts were loaded. */
  const readPage = () => {
    for (const name of names.current)
      form.setFieldValue(name, readControl(name), { forceUpdate: false });
  };

  useOnMount(() => {
    readPage();
    // The server's page has focused the field already; do not move the focus of somebody who is typing.
    if (document.activeElement === document.body) focusFirstError(replyTexts);
  });
  // The server has the last word: its reply replaces the browser's errors.
  useOnChange(errors, () => {
    form.setErrors(replyTexts);
    focusFirstError(replyTexts);
  });
  const displayedErrors: FieldErrors = Object.fromEntries(
    Object.entries(form.errors).map(([name, text]) => [name, invalidError(String(text))]),
  );
  const hasErrors = !hasNoErrors(displayedErrors);
  // Not on mount: the title is the server's then, and may be about another form.
  useOnChange(hasErrors, () => setErrorTitle(hasErrors));

  return {
    errors: displayedErrors,
    field: (name: keyof Values & string) => ({ name, ...form.getInputProps(name) }),
    /** For a checkbox, whose error is taken from `errors`; its value is "on" or nothing. */
    tick: (name: keyof Values & string) => ({
      name,
      ...form.getInputProps(name, { type: "checkbox", withError: false }),
    }),
    onInput: (event: FormEvent<HTMLFormElement>) => {
      const { target } = event;
      const name = target instanceof HTMLInputElement ? target.name : "";
      if (!form.errors[name]) return;
      readPage();
      if (!(name in schemaResolver(schema)(form.getValues()))) form.clearFieldError(name);
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      if (event.currentTarget.dataset.checks === "off" || skipsValidation(event)) return;
      readPage();
      form.onSubmit(() => {}, focusFirstError)(event);
    },
  };
}
