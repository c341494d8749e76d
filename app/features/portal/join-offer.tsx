import { Button, Checkbox, Paper, Stack } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import type { loader } from "./dashboard/join-submissions-route.server";
import portal from "./portal.module.css";

/** Offers to add earlier submissions to the account; nothing if there are none. */
export function JoinOffer({
  submissions,
}: {
  submissions: SerializeFrom<typeof loader>["submissions"];
}) {
  if (submissions.length === 0) return null;
  const isSingle = submissions.length === 1;
  return (
    <Paper component="form" method="post" action="/dashboard/join" p="md">
      <Stack align="flex-start">
        <h2>{isSingle ? "Is this yours?" : "Are these yours?"}</h2>
        <p>
          {isSingle
            ? "It was sent under your email address, and isn't in your account yet. Add it to follow it here."
            : "They were sent under your email address, and aren't in your account yet. Add what's yours to follow them here."}
        </p>
        <ul className={portal.list}>
          {submissions.map(({ id, releaseTitle, artistName, sent }) => (
            <li key={id}>
              <Checkbox
                id={id}
                name="submission[]"
                value={id}
                defaultChecked
                label={releaseTitle || "Untitled Release"}
                description={`${artistName}, sent ${sent}`}
              />
            </li>
          ))}
        </ul>
        <Button type="submit" variant="default">
          Add to my submissions
        </Button>
      </Stack>
    </Paper>
  );
}
