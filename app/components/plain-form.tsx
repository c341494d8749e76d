import type { ComponentPropsWithoutRef } from "react";
import type { FieldErrors } from "~/forms/form-reply";
import { FormReplyContext, NO_REPLY } from "./form-reply-context";
import lists from "./lists.module.css";

interface PlainFormProps extends ComponentPropsWithoutRef<"form"> {
  /** As typed or as known. The same object from render to render: another one is put into the fields. */
  values: object;
  errors: FieldErrors | undefined;
}

/**
 * A form that is posted and judged by the server, its fields one below the other; the first that is
 * wrong has the focus. `usePostedForm` judges it in the page as well, where that has scripts.
 */
export function PlainForm({ values, errors = {}, ...form }: PlainFormProps) {
  const [first] = Object.keys(errors);
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values, errors, first }}>
      <form method="post" noValidate className={lists.stack} {...form} />
    </FormReplyContext.Provider>
  );
}
