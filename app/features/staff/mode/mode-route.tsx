import { Stack } from "@mantine/core";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import { ModeForm } from "../mode-form";
import { ModeState } from "../mode-state";
import { Notice } from "../notice";
import type { action, loader } from "./mode-route.server";

const HEADING = "Submission mode";

export const meta = titled(HEADING);

export default function StaffMode() {
  const { submissionsEnabled, unread, since, updatedBy, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <Stack gap="md" maw={640}>
      <h1>{HEADING}</h1>
      {params.has("saved") && !reply && (
        <Notice>Saved. Every artist sees it within a minute.</Notice>
      )}
      <ModeState submissionsEnabled={submissionsEnabled} unread={unread} />
      {since && (
        <Dimmed>
          Last changed by {updatedBy ?? "somebody"}, <LocalTime at={since} />.
        </Dimmed>
      )}
      {reply?.isConflict && (
        <p>
          <a href="/staff/mode" target="_blank" rel="noreferrer">
            See the current version in a new tab
          </a>
        </p>
      )}
      <ModeForm isOpen={submissionsEnabled} current={reply?.shown ?? shown} reply={reply} />
    </Stack>
  );
}
