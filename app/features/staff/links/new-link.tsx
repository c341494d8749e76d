import { Stack, Text } from "@mantine/core";
import type * as v from "valibot";
import { IntentButton } from "~/ui/intent-button";
import { LinkBox } from "~/ui/link-box";
import type { newLinkSchema } from "./staff-links.server";

/** A new link, which is shown only once, to be copied or mailed. */
export function NewLink({ link, sending }: v.InferOutput<typeof newLinkSchema>) {
  const { kind, artistName, email, url, until } = link;
  return (
    <Stack component="section" gap="md" maw={640}>
      <h1>
        {kind === "invited" ? "Invitation" : "Link"} for {artistName}
      </h1>
      <Text size="lg">
        You see this link only once, so copy it or send it now. It works until {until}.
      </Text>
      <LinkBox url={url} label={`Link for ${artistName}`} />
      {sending && <p role="status">{sending.text}</p>}
      {!sending?.done && (
        <form method="post">
          <input type="hidden" name="token" value={url.slice(-43)} />
          <IntentButton intent="send">Email it to {email}</IntentButton>
        </form>
      )}
      <p>
        <a href="/staff/links">Back to all links</a>
      </p>
    </Stack>
  );
}
