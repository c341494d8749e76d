import { Stack, Text } from "@mantine/core";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { STAFF_SESSION_HOURS } from "~/platform/sign-in-periods";
import { titled, UNLISTED } from "~/ui/page-title";
import { Notice } from "../notice";
import { SignInForm } from "../sign-in-form";
import type { action, loader } from "./staff-sign-in-route.server";

export const handle = { scripts: false };

export const meta = titled("Staff sign-in", UNLISTED);

export default function StaffSignIn() {
  const { to } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <Stack gap="md" maw={640} py="lg" className="wood-side">
      <h1>Staff sign-in</h1>
      {params.has("unsaved") && !reply && (
        <Notice tone="waiting">
          You were signed out, so nothing was changed. Sign in, then try again.
        </Notice>
      )}
      {params.has("out") && !reply && <Notice>You are signed out.</Notice>}
      <Text size="lg">
        For the label's team. You stay signed in for {STAFF_SESSION_HOURS} hours.
      </Text>
      <SignInForm reply={reply} to={reply?.to ?? to} />
    </Stack>
  );
}
