import { Stack, Text } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReturningForm } from "~/domain/access/link-forms";
import { LINK_DAYS } from "~/domain/access/link-texts";
import { pageTitle } from "~/ui/page-title";
import { NewLink } from "./new-link";
import { CreatedLinks, ImportPreview, PastedListForm } from "./pasted-list";
import { ReturningFields } from "./returning-fields";
import type { loader, Reply } from "./returning-links-route.server";

/** Scripts are for the copy button. */
export const handle = { scripts: true };

/** Stable across renders: a new object would reset the fields and lose what is typed. */
const EMPTY_FORM: ReturningForm = { artistName: "", email: "" };

const HEADING = "Links for returning artists";

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function ReturningArtists() {
  const { press, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  if (!reply && shown)
    return "link" in shown ? (
      <NewLink {...shown} />
    ) : (
      <CreatedLinks {...shown.made} mailOutcome={shown.mailed} />
    );
  const { preview, made, mailed, list = "", listError, values, errors } = reply ?? {};
  if (made) return <CreatedLinks {...made} mailOutcome={mailed} />;
  if (preview)
    return <ImportPreview list={list} validCount={preview.good} invalidLines={preview.wrong} />;
  return (
    <Stack gap="md" maw={640}>
      <h1>{HEADING}</h1>
      <Text size="lg">
        With this link an artist can send many releases. We fill in each form from their last
        release. The link works for {LINK_DAYS.returning} days, even while submissions are closed.
      </Text>
      <ReturningFields values={values ?? EMPTY_FORM} errors={errors} press={press} />
      <PastedListForm list={list} error={listError} />
    </Stack>
  );
}
