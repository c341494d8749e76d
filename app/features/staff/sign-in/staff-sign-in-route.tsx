import { Button, Group, Stack, Text } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { STAFF_SESSION_HOURS } from "~/platform/sign-in-periods";
import { TextField } from "~/ui/field";
import { titled, UNLISTED } from "~/ui/page-title";
import { FormAnswer } from "~/ui/plain-form";
import { Notices } from "../staff-page";
import type { action, loader } from "./staff-sign-in-route.server";

export const handle = { scripts: false };

export const meta = titled("Staff sign-in", UNLISTED);

const EMPTY = { name: "" };

/** The form with a name, for the audit log, and the team's shared passcode. */
export default function StaffSignIn() {
  const { to } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <Stack gap="md" maw={640} py="lg" className="wood-side">
      <h1>Staff sign-in</h1>
      {!reply && (
        <Notices
          texts={{
            unsaved: "You were signed out, so nothing was changed. Sign in, then try again.",
            out: "You are signed out.",
          }}
        />
      )}
      <Text size="lg">
        For the label's team. You stay signed in for {STAFF_SESSION_HOURS} hours.
      </Text>
      <FormAnswer reply={reply} initial={EMPTY}>
        <form method="post">
          <Stack>
            <input type="hidden" name="to" value={reply?.to ?? to} />
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
    </Stack>
  );
}
