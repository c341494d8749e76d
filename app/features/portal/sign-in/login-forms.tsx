import { Alert, Box, Button, Stack } from "@mantine/core";
import type { FieldErrors } from "~/forms/form-reply";
import { SIGN_IN_LINK_MINUTES } from "~/platform/sign-in-periods";
import { TextField } from "~/ui/field";
import { FormReplyContext, NO_REPLY } from "~/ui/form-reply-context";
import lists from "~/ui/lists.module.css";
import notice from "~/ui/notice-page.module.css";
import portal from "../portal.module.css";

/** The reply to a failed sign-in, with the values as typed. */
export interface LoginReply {
  values: { artistId: string; invitationCode: string; email: string };
  errors: FieldErrors;
  /** Why the sign-in is locked for now. */
  locked?: string;
}

/** A constant, since another object on each render would reset the fields. */
export const EMPTY_LOGIN_REPLY: LoginReply = {
  values: { artistId: "", invitationCode: "", email: "" },
  errors: {},
};

/** Both ways to sign in: by invitation code, and by a link sent by email. */
export function LoginForms({ reply, to }: { reply: LoginReply; to: string }) {
  const { values, errors, locked } = reply;
  const [first] = Object.keys(errors);
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values, errors, focusField: first }}>
      {locked && (
        <Alert color="bad">
          <p data-wrong>{locked}</p>
        </Alert>
      )}
      <Stack gap="lg">
        <form method="post" noValidate className={lists.stack}>
          <input type="hidden" name="to" value={to} />
          <Box component="h2" fz="xl">
            With your invitation code
          </Box>
          <TextField
            name="artistId"
            label="Artist ID"
            hint="Such as A-7K4P29. It's in the email about your account."
            autoComplete="username"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <TextField
            name="invitationCode"
            label="Invitation code"
            autoComplete="current-password"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <p className={notice.buttons}>
            <Button type="submit" name="intent" value="code">
              Sign in
            </Button>
          </p>
        </form>
        <form method="post" noValidate className={`${lists.stack} ${portal.section}`}>
          <input type="hidden" name="to" value={to} />
          <Box component="h2" fz="xl">
            With a link by email
          </Box>
          <TextField
            name="email"
            label="Email"
            hint={`The address of your account. The link works once, for ${SIGN_IN_LINK_MINUTES} minutes.`}
            type="email"
            inputMode="email"
            autoComplete="email"
          />
          <p className={notice.buttons}>
            <Button type="submit" name="intent" value="link" variant="default">
              Email me a link
            </Button>
          </p>
        </form>
      </Stack>
    </FormReplyContext.Provider>
  );
}
