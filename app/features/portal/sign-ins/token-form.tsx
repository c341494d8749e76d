import { Alert, Stack, TextInput } from "@mantine/core";
import type { FormReply } from "~/forms/form-reply";
import { TextField } from "~/ui/field";
import { SecondaryButton } from "~/ui/intent-button";
import notice from "~/ui/notice-page.module.css";
import { PlainForm } from "~/ui/plain-form";

const EMPTY = { name: "" };

export function TokenForm({ reply }: { reply: FormReply | undefined }) {
  return (
    <PlainForm reply={reply} initial={EMPTY}>
      <TextField name="name" label="Name of a new token" hint="Such as the program it is for." />
      <p className={notice.buttons}>
        <SecondaryButton intent="make-token">Make a token</SecondaryButton>
      </p>
    </PlainForm>
  );
}

/** A new token, which is shown only once. */
export function NewToken({ token, name }: { token: string; name: string }) {
  return (
    <Alert role="status" color="good">
      <Stack gap="xs">
        <TextInput
          id="token"
          type="text"
          label={`Token "${name}"`}
          value={token}
          readOnly
          autoComplete="off"
          spellCheck={false}
        />
        <p>Copy it now. We can't show it again.</p>
      </Stack>
    </Alert>
  );
}
