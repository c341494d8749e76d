import type { ComponentPropsWithoutRef, ReactNode } from "react";
import type { FormReply } from "~/forms/form-reply";
import { FormReplyContext, NO_REPLY } from "./form-reply-context";
import lists from "./lists.module.css";

interface FormAnswerProps {
  /** The action's reply to the last post. */
  reply: FormReply | undefined;
  /** The values before that. Keep the same object between renders: a new one is written into the fields. */
  initial: object;
}

/** Has the fields below show what the action answered. The first invalid one takes the focus. */
export function FormAnswer(props: FormAnswerProps & { children: ReactNode }) {
  const { values, errors } = props.reply ?? { values: props.initial, errors: {} };
  const [first] = Object.keys(errors);
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values, errors, focusField: first }}>
      {props.children}
    </FormReplyContext.Provider>
  );
}

/** A form that the server validates. `usePostedForm` validates in the browser as well. */
export function PlainForm({
  reply,
  initial,
  ...form
}: FormAnswerProps & ComponentPropsWithoutRef<"form">) {
  return (
    <FormAnswer reply={reply} initial={initial}>
      <form method="post" noValidate className={lists.stack} {...form} />
    </FormAnswer>
  );
}
