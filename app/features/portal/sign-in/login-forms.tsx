import { Alert, Box, Stack } from "@mantine/core";
import type { FormReply } from "~/forms/form-reply";
import { SIGN_IN_LINK_MINUTES } from "~/platform/sign-in-periods";
import { EmailField, TextField } from "~/ui/field";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import lists from "~/ui/lists.module.css";
import notice from "~/ui/notice-page.module.css";
import { FormAnswer } from "~/ui/plain-form";
import portal from "../portal.module.css";

/** A constant, since another object on each render would reset the fields. */
const EMPTY = { artistId: "", invitationCode: "", email: "" };

/** Both ways to sign in: by invitation code, and by a link sent by email. */
export function LoginForms({ reply, to }: { reply: FormReply | undefined; to: string }) {
  return (
    <FormAnswer reply={reply} initial={EMPTY}>
      {reply?.trouble && (
        <Alert color="bad">
          <p data-wrong>{reply.trouble}</p>
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
            <IntentButton intent="code">Sign in</IntentButton>
          </p>
        </form>
        <form method="post" noValidate className={`${lists.stack} ${portal.section}`}>
          <input type="hidden" name="to" value={to} />
          <Box component="h2" fz="xl">
            With a link by email
          </Box>
          <EmailField
            name="email"
            label="Email"
            hint={`The address of your account. The link works once, for ${SIGN_IN_LINK_MINUTES} minutes.`}
            autoComplete="email"
          />
          <p className={notice.buttons}>
            <SecondaryButton intent="link">Email me a link</SecondaryButton>
          </p>
        </form>
      </Stack>
    </FormAnswer>
  );
}
