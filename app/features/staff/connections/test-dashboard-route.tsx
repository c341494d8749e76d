import { Stack, Text } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { testData } from "~/domain/review/api-tests";
import { titled, UNLISTED } from "~/ui/page-title";
import { StaffFrame } from "../frame/staff-frame";
import { StaffError } from "../staff-error";
import { TestDashboard } from "../test-dashboard/test-dashboard-view";
import type { action, loader } from "./test-dashboard-route.server";

/** Draws the frame of staff pages itself. */
export const handle = { frame: "own" };

const HEADING = "API test dashboard";

export const meta = titled(HEADING, UNLISTED);

export default function ApiTestDashboard() {
  const frame = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <StaffFrame frame={frame}>
      <Stack gap="md" maw={640}>
        <h1>{HEADING}</h1>
        <Text size="lg">
          Calls the portal's own API as staff do. Creating an item makes a real one on the board;
          the same data makes no second one.
        </Text>
        <TestDashboard values={reply?.values ?? testData} results={reply?.results ?? []} />
      </Stack>
    </StaffFrame>
  );
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return (
    <StaffFrame frame={undefined}>
      <StaffError />
    </StaffFrame>
  );
}
