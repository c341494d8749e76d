import { Checkbox, Stack, Text } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { IntentButton } from "~/ui/intent-button";
import { titled } from "~/ui/page-title";
import { StaffPage } from "../staff-page";
import type { loader } from "./settings-route.server";

const HEADING = "Your settings";

export const meta = titled(HEADING);

export default function OwnSettings() {
  const { name, settings } = useLoaderData<typeof loader>();
  return (
    <StaffPage heading={HEADING} notices={{ saved: "Saved." }} maxWidth={720}>
      <Text c="dimmed">They apply to {name || "you"} only.</Text>
      <form method="post" aria-label={HEADING}>
        <Stack align="start">
          <Checkbox
            id="plays-next"
            name="playsNext"
            label="Play the next entry at once"
            description="After a decision, the first track of the next entry plays. Your browser may not allow it."
            defaultChecked={settings.playsNext}
          />
          <IntentButton intent="save">Save</IntentButton>
        </Stack>
      </form>
    </StaffPage>
  );
}
