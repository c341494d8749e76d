import type { ComponentPropsWithoutRef } from "react";
import type { FieldErrors } from "~/forms/form-reply";
import { FormReplyContext, NO_REPLY } from "./form-reply-context";
import lists from "./lists.module.css";

interface PlainFormProps extends ComponentPropsWithoutRef<"form"> {
  /** Values as typed or saved. Keep the same object between renders: a new one is written into the fields. */
  values: object;
  errors: FieldErrors | undefined;
}

/**
 * A form that the server validates. The first invalid field takes the focus. `usePostedForm` validates in the
 * browser as well.
 */
export function PlainForm({ values, errors = {}, ...form }: PlainFormProps) {
  const [first] = Object.keys(errors);
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values, errors, focusField: first }}>
      <form method="post" noValidate className={lists.stack} {...form} />
    </FormReplyContext.Provider>
  );
}
