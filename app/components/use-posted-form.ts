import { useForm } from "@mantine/form";
import { type FormEvent, useRef } from "react";
import type * as v from "valibot";
import { schemaResolver } from "~/forms/schema-errors";
import { textNow } from "./page-controls";
import { useArrival, useChange } from "./use-news";

interface PostedFormOptions<Values extends Record<string, string>> {
  /** The rules, the same that the action asks. */
  schema: v.GenericSchema;
  /** What the fields show at first, by their names. */
  initial: Values;
  /** What the action had against the last post, if it has answered. */
  errors: Record<string, string> | undefined;
}

/**
 * A form that posts: plainly without script, and with it once its schema has nothing to say. Fields
 * keep their own value; while somebody types only what was wrong and is right by now is taken back. Spread `field(name)` into each
 * input and give `onSubmit` and `onInput` to the form.
 */
export function usePostedForm<Values extends Record<string, string>>(
  options: PostedFormOptions<Values>,
) {
  const { schema, initial, errors } = options;
  const names = useRef(Object.keys(initial));
  const form = useForm<Record<string, string>>({
    mode: "uncontrolled",
    initialValues: initial,
    initialErrors: errors,
    validate: schemaResolver(schema),
    // An error stays until its field is right.
    clearInputErrorOnChange: false,
    onSubmitPreventDefault: "validation-failed",
  });
  const focusOn = (fieldErrors: object) => {
    const [first] = names.current.filter((name) => name in fieldErrors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };

  // What was typed before the scripts came stands in the page only.
  useArrival(() => {
    for (const name of names.current)
      form.setFieldValue(name, textNow(name), { forceUpdate: false });
    focusOn(errors ?? {});
  });
  // The server has the last word: its reply replaces what the browser found.
  useChange(errors, () => {
    form.setErrors(errors ?? {});
    focusOn(errors ?? {});
  });

  return {
    errors: form.errors,
    field: (name: keyof Values & string) => ({ name, ...form.getInputProps(name) }),
    onInput: (event: FormEvent<HTMLFormElement>) => {
      const { target } = event;
      const name = target instanceof HTMLInputElement ? target.name : "";
      if (!form.errors[name]) return;
      const values = { ...form.getValues(), [name]: textNow(name) };
      if (!(name in schemaResolver(schema)(values))) form.clearFieldError(name);
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      if (event.currentTarget.dataset.checks === "off") return;
      form.onSubmit(() => {}, focusOn)(event);
    },
  };
}
