import { Group } from "@mantine/core";
import { returningRules } from "~/domain/access/link-forms";
import type { FormReply } from "~/forms/form-reply";
import { PRESS_FIELD } from "~/forms/press-field";
import { TextField } from "~/ui/field";
import { IntentButton } from "~/ui/intent-button";
import { PlainForm } from "~/ui/plain-form";
import { usePostedForm } from "~/ui/use-posted-form";

/** Stable across renders: a new object would reset the fields and lose what is typed. */
const EMPTY = { artistName: "", email: "" };

interface ReturningFieldsProps {
  reply: FormReply | undefined;
  /** The id of the next press, see `idsOfPress`. */
  press: string;
}

/** The form for one artist's link. */
export function ReturningFields({ reply, press }: ReturningFieldsProps) {
  const form = { reply, initial: EMPTY };
  const { field, onSubmit, onInput } = usePostedForm({ schema: returningRules, ...form });
  return (
    <PlainForm {...form} onSubmit={onSubmit} onInput={onInput}>
      <input type="hidden" name={PRESS_FIELD} value={press} />
      <h2>One artist</h2>
      <TextField {...field("artistName")} label="Artist name" autoComplete="off" />
      <TextField
        {...field("email")}
        label="Email"
        hint="We fill in what they sent before from this address."
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <Group>
        <IntentButton intent="make">Create the link</IntentButton>
      </Group>
    </PlainForm>
  );
}
