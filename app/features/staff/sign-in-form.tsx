import { Button, Group, Stack } from "@mantine/core";
import type { FieldErrors } from "~/forms/form-reply";
import { TextField } from "~/ui/field";
import { FormReplyContext, NO_REPLY } from "~/ui/form-reply-context";

/** The reply to a failed sign-in, without the passcode. */
export interface SignInReply {
  name: string;
  /** The page to go on to. */
  to: string;
  errors: FieldErrors;
}

/** The form with a name, for the audit log, and the team's shared passcode. */
export function SignInForm({ reply: { name, to, errors } }: { reply: SignInReply }) {
  const [first] = Object.keys(errors);
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values: { name }, errors, focusField: first }}>
      <form method="post">
        <Stack>
          <input type="hidden" name="to" value={to} />
          <TextField
            name="name"
            label="Your name"
            hint="Colleagues see it next to what you do."
            autoComplete="name"
          />
          <TextField
            name="passcode"
            label="Staff passcode"
            type="password"
            autoComplete="current-password"
          />
          <Group>
            <Button type="submit">Sign in</Button>
          </Group>
        </Stack>
      </form>
    </FormReplyContext.Provider>
  );
}
