import { useForm } from "@mantine/form";
import { type FormEvent, useMemo, useRef } from "react";
import type * as v from "valibot";
import { errorTexts, type FieldErrors, hasNoErrors, invalidError } from "~/forms/form-reply";
import { schemaResolver } from "~/forms/schema-errors";
import { readControl } from "./form-dom";
import { setErrorTitle } from "./use-error-title";
import { useOnChange, useOnMount } from "./use-on-change";

interface PostedFormOptions<Values extends Record<string, string>> {
  /** The rules, the same that the action asks. */
  schema: v.GenericSchema;
  /** What the fields show at first, by their names. */
  initial: Values;
  /** What the action had against the last post; the same object until it answers anew. */
  errors: FieldErrors | undefined;
}

/** Whether a button only changes the form: what it posts is held to no rules in the page. */
function isUnchecked({ nativeEvent }: FormEvent<HTMLFormElement>): boolean {
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  return submitter instanceof HTMLButtonElement && submitter.formNoValidate;
}

/**
 * A form that posts: plainly without script, and with it once its schema has nothing to say. Fields
 * keep their own value; while somebody types only what was wrong and is right by now is taken back.
 * Spread `field(name)` into each input and give `onSubmit` and `onInput` to the form. A button with
 * `formNoValidate` posts whatever is there.
 */
export function usePostedForm<Values extends Record<string, string>>(
  options: PostedFormOptions<Values>,
) {
  const { schema, initial, errors } = options;
  const names = useRef(Object.keys(initial));
  const replyTexts = useMemo(() => errorTexts(errors ?? {}), [errors]);
  const form = useForm<Record<string, string>>({
    mode: "uncontrolled",
    initialValues: initial,
    initialErrors: replyTexts,
    validate: schemaResolver(schema),
    // An error stays until its field is right.
    clearInputErrorOnChange: false,
    onSubmitPreventDefault: "validation-failed",
  });
  const focusOn = (fieldErrors: object) => {
    const fields = Object.keys(fieldErrors).flatMap((name) => form.getInputNode(name) ?? []);
    fields[0]?.focus();
  };
  /** What stands in the page: it was typed before the scripts came, filled in or restored. */
  const readPage = () => {
    for (const name of names.current)
      form.setFieldValue(name, readControl(name), { forceUpdate: false });
  };

  useOnMount(() => {
    readPage();
    // The server's page has led there already: whoever types elsewhere by now is let be.
    if (document.activeElement === document.body) focusOn(replyTexts);
  });
  // The server has the last word: its reply replaces what the browser found.
  useOnChange(errors, () => {
    form.setErrors(replyTexts);
    focusOn(replyTexts);
  });
  const shownErrors: FieldErrors = Object.fromEntries(
    Object.entries(form.errors).map(([name, text]) => [name, invalidError(String(text))]),
  );
  const isWrong = !hasNoErrors(shownErrors);
  // Not as the page comes to life: its title is the server's, and may be about another form.
  useOnChange(isWrong, () => setErrorTitle(isWrong));

  return {
    /** What is wrong as the page shows it. */
    errors: shownErrors,
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
      if (event.currentTarget.dataset.checks === "off" || isUnchecked(event)) return;
      readPage();
      form.onSubmit(() => {}, focusOn)(event);
    },
  };
}
