import { Stack, Text } from "@mantine/core";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { STAFF_SESSION_HOURS } from "~/platform/sign-in-periods";
import { titled } from "~/ui/page-title";
import { Notice } from "../notice";
import { SessionList } from "../session-list";
import type { loader } from "./sessions-route.server";

const HEADING = "Who is signed in";

export const meta = titled(HEADING);

export default function StaffSessions() {
  const { byAccess, sessions } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <Stack gap="md">
      <h1>{HEADING}</h1>
      {params.has("ended") && <Notice>The session was ended.</Notice>}
      {params.has("over") && <Notice tone="waiting">That session had already ended.</Notice>}
      <Text size="lg">
        {byAccess
          ? "Staff sign in with Cloudflare Access. End their sessions there."
          : `A sign-in lasts for ${STAFF_SESSION_HOURS} hours. A new staff passcode ends them all.`}
      </Text>
      {!byAccess && <SessionList sessions={sessions} />}
    </Stack>
  );
}
