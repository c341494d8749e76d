import { Button, Stack } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listeningDays } from "~/domain/publishing/listening-form";
import { CheckField, SelectField, TextField } from "~/ui/field";
import { LinkBox } from "~/ui/link-box";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { PlainForm } from "~/ui/plain-form";
import { Dimmed } from "../dimmed";
import { pluralize } from "../format-count";
import { PostButton } from "../post-button";
import { RowList } from "../row-list";
import { StaffPage } from "../staff-page";
import type { action, loader } from "./listening-route.server";

const HEADING = "Private listening links";

export const meta = titled(HEADING);

/** Stable across renders: a new object would reset the fields. */
const EMPTY_FORM = { recipient: "", days: "30", canDownload: "" };
const dayOptions = listeningDays.map((days) => ({ value: days, label: `${days} days` }));

const NOTICES = {
  made: "The link is made. Copy it below, and send it yourself.",
  ended: "The link has ended. Nobody can listen by it any more.",
  over: "That link had already ended, so nothing changed.",
};

/** The private links of a release, and the form for a new one. */
export default function ListeningLinks() {
  const { id, artistName, title, newLink, links } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      heading={HEADING}
      above={<a href={`/staff/submissions/${id}?tab=files`}>{`${artistName}: ${title}`}</a>}
      notices={NOTICES}
      lead="Let one person hear the release before it is out. The link opens its sound, cover and credits, and nothing else."
    >
      <PlainForm reply={useActionData<typeof action>()} initial={EMPTY_FORM}>
        <h2>Make a link</h2>
        <input type="hidden" name="newLink" value={newLink} />
        <TextField
          name="recipient"
          label="For"
          hint="A person or a paper. The page says that it is for them."
        />
        <SelectField name="days" label="It works for" data={dayOptions} />
        <CheckField name="canDownload" label="They may download the files" />
        <p>
          <Button type="submit" name="intent" value="make">
            Make the link
          </Button>
        </p>
      </PlainForm>
      <Stack component="section" aria-labelledby="links">
        <h2 id="links">Links so far</h2>
        <RowList rows={links} empty="There are none yet.">
          {({ id: link, recipient, url, plays, isLive, canDownload, ...rest }) => (
            <Stack gap="xs">
              <strong>{recipient}</strong>
              <Dimmed>
                {pluralize(plays, "play")}, {canDownload ? "may download" : "listening only"}, made
                by {rest.staffName} <LocalTime at={rest.createdAt} />,{" "}
                {isLive ? "works until" : "ended"}{" "}
                <LocalTime at={rest.revokedAt ?? rest.expiresAt} />
              </Dimmed>
              {isLive && (
                <>
                  <LinkBox url={url} label={`Link for ${recipient}`} isQuiet />
                  <PostButton intent="end" fields={{ link }} unseen={`for ${recipient}`}>
                    End this link
                  </PostButton>
                </>
              )}
            </Stack>
          )}
        </RowList>
      </Stack>
    </StaffPage>
  );
}
