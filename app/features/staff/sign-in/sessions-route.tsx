import { Alert, Stack, Text } from "@mantine/core";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { STAFF_SESSION_HOURS } from "~/platform/sign-in-periods";
import { titled } from "~/ui/page-title";
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
      {params.has("ended") && (
        <Alert role="status" color="good">
          The session has ended.
        </Alert>
      )}
      {params.has("over") && (
        <Alert role="status" color="waiting">
          That session was over already.
        </Alert>
      )}
      <Text size="lg">
        {byAccess
          ? "Cloudflare Access lets staff in, and keeps their sessions: end them there."
          : `A sign-in lasts for ${STAFF_SESSION_HOURS} hours. Another staff passcode ends all of them.`}
      </Text>
      {!byAccess && <SessionList sessions={sessions} />}
    </Stack>
  );
}
