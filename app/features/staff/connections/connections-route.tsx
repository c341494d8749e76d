import { Button, Stack, Text } from "@mantine/core";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { titled } from "~/ui/page-title";
import { ConnectionList } from "./connection-list";
import type { action, loader } from "./connections-route.server";

const HEADING = "Connections";

export const meta = titled(HEADING);

export default function StaffConnections() {
  const { rows, testMail, staffAddress } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  const testedConnection = params.has("written")
    ? "drive-write"
    : (params.get("tested") ?? undefined);
  return (
    <Stack gap="md" maw={640}>
      <h1>{HEADING}</h1>
      <Text size="lg">
        The services that the portal uses. It checks its own storage every five minutes, and the
        others every ten. A test checks one right now.
      </Text>
      <ConnectionList
        rows={rows}
        testedName={reply ? undefined : testedConnection}
        mail={{ address: staffAddress, reply, came: reply ? undefined : testMail }}
      />
      <p>
        <Button component="a" href="/test-dashboard" variant="default">
          API test dashboard
        </Button>
      </p>
    </Stack>
  );
}
