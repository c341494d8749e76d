import { Button, Group, Stack } from "@mantine/core";
import type { FormReply } from "~/forms/form-reply";
import { TextField } from "~/ui/field";
import { FormAnswer } from "~/ui/plain-form";

const EMPTY = { name: "" };

interface SignInFormProps {
  reply: FormReply | undefined;
  /** The page to go on to. */
  to: string;
}

/** The form with a name, for the audit log, and the team's shared passcode. */
export function SignInForm({ reply, to }: SignInFormProps) {
  return (
    <FormAnswer reply={reply} initial={EMPTY}>
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
    </FormAnswer>
  );
}
