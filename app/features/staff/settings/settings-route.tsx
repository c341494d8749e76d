import { Checkbox, Stack, Text } from "@mantine/core";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { IntentButton } from "~/ui/intent-button";
import { titled } from "~/ui/page-title";
import { Notice } from "../notice";
import type { loader } from "./settings-route.server";

const HEADING = "Your settings";

export const meta = titled(HEADING);

export default function OwnSettings() {
  const { name, settings } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <Stack gap="md" maw={720}>
      <h1>{HEADING}</h1>
      {params.has("saved") && <Notice>Saved.</Notice>}
      <Text c="dimmed">They apply to {name || "you"} only.</Text>
      <form method="post" aria-label={HEADING}>
        <Stack>
          <Checkbox
            id="plays-next"
            name="playsNext"
            label="Play the next entry at once"
            description="After a decision, the first track of the next entry plays. Your browser may not allow it."
            defaultChecked={settings.playsNext}
          />
          <div>
            <IntentButton intent="save">Save</IntentButton>
          </div>
        </Stack>
      </form>
    </Stack>
  );
}
